import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { ResourceRecord } from '../../schemas/resources.ts'
import type { CanalReponse } from '../../schemas/rules/demandes.ts'
import { phoneDigits } from '../../schemas/search.ts'
import { type ReachedBy, reachesThemStill, readReachedBy } from '../contacts/reached-by.ts'
import { mergedInto } from '../merges/alias.ts'
import type { Relink } from '../messages/present-recipient.ts'
import type { Tx } from '../plugins/database/database.ts'
import { readRow } from '../repositories/rows.ts'
import type { Secrets } from '../secrets.ts'
import type { Devis } from './presenters/devis.ts'
import { linkOpens } from './repositories/devis.ts'

/** To whom a link goes: an address, a number, or a member of the staff, who shows or sends it by any way to a customer whom this reaches. */
type SentTo = { mail: string } | { sms: string } | { staff: ReachedBy }

interface Linked extends Pick<Devis, 'IDDEVIS' | 'IDCLIENT' | 'DATE_TRANSMISSION'> {
  /** Absent: as former versions made links, which did not say it. */
  sentTo?: SentTo | undefined
}

const sentBy = (channel: CanalReponse, recipient: string): SentTo =>
  channel === 'mail' ? { mail: recipient } : { sms: recipient }

/**
 * The public token of a quote: its id and a keyed digest of company, quote, transmission, and the address or number to which it goes. Nothing is stored, and
 * nobody can make one without the server's key. It opens the quote as long as the customer has that address or number, and a first one of either ends none: a link that went to a wrong address
 * opens nothing once the address is corrected, and the next message has another one. A quote that is sent again to the same address keeps its link, unless it
 * is proposed anew (another quote was signed since): that alone changes its date of transmission.
 */
export const publicToken = (secrets: Secrets, companyId: string, quote: Linked): string =>
  `${quote.IDDEVIS}.${digestOf(secrets, companyId, quote)}`

/** Where the quote's customer reads it. The token comes after the #: browsers keep that part out of requests, logs and referrers. */
export const publicUrl = (
  { secrets, originOf }: Pick<FastifyInstance, 'secrets' | 'originOf'>,
  company: { id: string; key: string },
  quote: Linked,
): string => `${originOf(company.key)}/devis/public#${encodeURIComponent(publicToken(secrets, company.id, quote))}`

function digestOf(secrets: Secrets, companyId: string, quote: Linked): string {
  const { IDDEVIS, IDCLIENT, DATE_TRANSMISSION } = quote
  const parts = [companyId, IDDEVIS, IDCLIENT, DATE_TRANSMISSION, ...partsOf(quote.sentTo)]
  return secrets.digest('public quote', parts.join('\n'))
}

function partsOf(sentTo: SentTo | undefined): string[] {
  if (sentTo === undefined) return []
  if ('mail' in sentTo) return ['mail', sentTo.mail.toLowerCase()]
  return 'sms' in sentTo ? ['sms', phoneDigits(sentTo.sms)] : ['staff', sentTo.staff.mail, sentTo.staff.phone]
}

/**
 * The quote that a token opens; null for a forged one, for one that went to a former contact of its customer, and for one whose link opens nothing any more.
 * @param day the company's day
 */
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
  const madeFor = (sentTo?: SentTo): string | undefined =>
    clients.find((IDCLIENT) => {
      const expected = Buffer.from(digestOf(secrets, companyId, { ...quote, IDCLIENT, sentTo }))
      return given.length === expected.length && timingSafeEqual(given, expected)
    })
  const contact = await readReachedBy(tx, quote.IDCLIENT)
  const present = [{ mail: contact.mail }, { sms: contact.phone }, ...ofStaff(contact)].some(
    (sentTo) => madeFor(sentTo) !== undefined,
  )
  if (!present && !(await opensStill(tx, row?.record as Sent | undefined, madeFor()))) return null
  return row && !row.deleted && (await linkOpens(tx, quote, day)) ? quote : null
}

/** Also those made before the customer had an address, or a number: none of them can have gone to a former one. */
const ofStaff = ({ mail, phone }: ReachedBy): SentTo[] =>
  [mail, ''].flatMap((one) => [phone, ''].map((other) => ({ staff: { mail: one, phone: other } })))

type Sent = Linked & Pick<ResourceRecord<'devis'>, 'RELANCES'>

/**
 * Whether a link of a former version opens, which does not say to whom it went: as long as the customer has every address that they had since the transmission,
 * and, where they were reminded by SMS, every number. @param client for whom it was made
 */
async function opensStill(tx: Tx, quote: Sent | undefined, client: string | undefined): Promise<boolean> {
  if (!quote?.DATE_TRANSMISSION || client === undefined) return false
  const texted = quote.RELANCES.some(({ CANAL }) => CANAL === 'sms')
  return reachesThemStill(tx, { client, since: quote.DATE_TRANSMISSION, by: texted ? ['mail', 'sms'] : ['mail'] })
}

/** The words of a message about a quote that was written for another address or number: the link in them is the one that the present recipient opens. */
export const relinker =
  (secrets: Secrets): Relink =>
  async (tx, { companyId, devis, channel, from, to, payload }) => {
    const row = await readRow(tx, { resource: 'devis', id: devis })
    if (!row) return payload
    const quote = row.record as unknown as Devis
    const tokenOf = (IDCLIENT: string, sentTo?: SentTo): string =>
      encodeURIComponent(publicToken(secrets, companyId, { ...quote, IDCLIENT, sentTo }))
    // Written before the customer's records were merged, or by a former version, too.
    const former = (await mergedInto(tx, quote.IDCLIENT)).flatMap((client) => [
      tokenOf(client, sentBy(channel, from)),
      tokenOf(client),
    ])
    const present = tokenOf(quote.IDCLIENT, sentBy(channel, to))
    const said = (words: unknown): unknown =>
      typeof words === 'string' ? former.reduce((text, token) => text.replaceAll(token, present), words) : words
    const { text, html, ...more } = payload
    return { ...more, text: said(text), ...(html === undefined ? {} : { html: said(html) }) }
  }

const NOBODY = { IDDEVIS: '', IDCLIENT: '', DATE_TRANSMISSION: null }
