import { sql } from 'kysely'
import { today } from '../../schemas/dates.ts'
import type { Canal } from '../../schemas/rules/relance.ts'
import { type FollowedQuote, QUOTE_EXPIRED, relanceRefusal } from '../../schemas/rules/relances.ts'
import type { Database } from '../plugins/database/database.ts'
import { otherSigned } from '../repositories/signed-devis.ts'
import { projectStopped } from '../repositories/stopped-project.ts'
import type { Claimed } from './claim.ts'

/** Keys of the messages that ask a customer to answer a quote (server/writes/remind-client.ts). */
const ASKS = /^(mail|sms):devis_(transmis|relance|variantes):/
const GONE = 'Ce devis a été supprimé.'

type Asked = Pick<Claimed, 'key' | 'recordId' | 'recipient'>
interface Found extends FollowedQuote {
  IDDEVIS: string
  deleted: boolean
  otherSigned: boolean
  stopped: boolean
  zone: string
}

export interface RefusedQuote {
  /** In French. */
  refused: string
  /** It was true when it was asked for, and the customer has neither read nor answered anything: whoever asked for it is told. */
  isLost: boolean
}

/**
 * Why this message about a quote is not to be sent any more, in French; null while it is, and for every other message. It may have waited for hours for a mail
 * server, or for weeks for an administrator: the customer has answered since, or the quote is no longer valid, and its link opens nothing. A mail with several
 * variants is true while one of them waits for an answer.
 */
export async function quoteRefusal(db: Database, companyId: string, asked: Asked): Promise<RefusedQuote | null> {
  const { key, recordId, recipient } = asked
  if (!ASKS.test(key) || recordId === null) return null
  const canal: Canal = key.startsWith('sms:') ? 'sms' : 'mail'
  // Whom it reaches is asked apart (present-recipient.ts).
  const client = { MAIL: recipient, PORTABLE: recipient, TELEPHONE: null }
  const quotes = await db.inTenant(companyId, async (tx) => {
    const group = key.startsWith('mail:devis_variantes:')
      ? sql`(select "IDPROJET", coalesce("GROUPE_VARIANTES", "IDDEVIS") as head from devis
          where company_id = current_setting('app.company_id') and "IDDEVIS" = ${recordId})`
      : null
    const { rows } =
      await sql<Found>`select "IDDEVIS", "DEVIS_SIGNE", "REFUSE", "DATE_TRANSMISSION", "DATE_VALIDITE", deleted,
        ${otherSigned()} as "otherSigned", ${projectStopped} as stopped,
        (select "FUSEAU" from company where id = devis.company_id) as zone
      from devis where company_id = current_setting('app.company_id') and ${
        group
          ? sql`("IDPROJET", coalesce("GROUPE_VARIANTES", "IDDEVIS")) in (select g."IDPROJET", g.head from ${group} g)`
          : sql`"IDDEVIS" = ${recordId}`
      }`.execute(tx)
    return rows
  })
  const answers = quotes.map((devis) => ({ id: devis.IDDEVIS, refusal: refusalOf(devis, canal, client) }))
  if (answers.some(({ refusal }) => refusal === null)) return null
  const refused = answers.find(({ id }) => id === recordId)?.refusal ?? GONE
  return { refused, isLost: refused === QUOTE_EXPIRED }
}

const refusalOf = (
  { deleted, zone, otherSigned, stopped, ...devis }: Found,
  canal: Canal,
  client: Parameters<typeof relanceRefusal>[1]['client'],
): string | null => (deleted ? GONE : relanceRefusal(canal, { devis, client, day: today(zone), otherSigned, stopped }))
