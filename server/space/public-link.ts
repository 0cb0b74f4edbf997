import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { mergedInto } from '../merges/alias.ts'
import type { Tx } from '../plugins/database/database.ts'
import { readRow } from '../repositories/rows.ts'
import type { Secrets } from '../secrets.ts'
import type { Devis } from './presenters/devis.ts'
import { linkOpens } from './repositories/devis.ts'

type Linked = Pick<Devis, 'IDDEVIS' | 'IDCLIENT' | 'DATE_TRANSMISSION'>

/**
 * The public token of a quote: its id and a keyed digest of company, quote and transmission. Nothing is stored, nobody can make one without the server's key,
 * and a quote that is transmitted again gets a new one.
 */
export const publicToken = (secrets: Secrets, companyId: string, quote: Linked): string =>
  `${quote.IDDEVIS}.${digestOf(secrets, companyId, quote)}`

/** Where the quote's customer reads it. The token comes after the #: browsers keep that part out of requests, logs and referrers. */
export const publicUrl = (
  { secrets, originOf }: Pick<FastifyInstance, 'secrets' | 'originOf'>,
  company: { id: string; key: string },
  quote: Linked,
): string => `${originOf(company.key)}/devis/public#${encodeURIComponent(publicToken(secrets, company.id, quote))}`

const digestOf = (secrets: Secrets, companyId: string, { IDDEVIS, IDCLIENT, DATE_TRANSMISSION }: Linked): string =>
  secrets.digest('public quote', [companyId, IDDEVIS, IDCLIENT, DATE_TRANSMISSION].join('\n'))

/** The quote that a token opens; null for a forged one, and for one whose link opens nothing any more. @param day the company's day */
export async function quoteOfToken(
  tx: Tx,
  secrets: Secrets,
  { companyId, token, day }: { companyId: string; token: string; day: string },
) {
  const at = token.lastIndexOf('.')
  const row = await readRow(tx, { resource: 'devis', id: token.slice(0, Math.max(at, 0)) })
  const quote = (row?.record ?? NOBODY) as unknown as Devis
  const given = Buffer.from(token.slice(at + 1))
  // The link was mailed before the customer's records were merged, too.
  const clients = row ? await mergedInto(tx, quote.IDCLIENT) : [quote.IDCLIENT]
  const isOurs = clients.some((IDCLIENT) => {
    const expected = Buffer.from(digestOf(secrets, companyId, { ...quote, IDCLIENT }))
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
  if (!isOurs) return null
  return row && !row.deleted && (await linkOpens(tx, quote, day)) ? quote : null
}

const NOBODY = { IDDEVIS: '', IDCLIENT: '', DATE_TRANSMISSION: null }
