import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { GenreAnnonce } from '../../schemas/rules/annonces.ts'
import type { CanalReponse } from '../../schemas/rules/demandes.ts'
import { wallInstant } from '../calendar/text.ts'
import { reachesThemStill, readReachedBy } from '../contacts/reached-by.ts'
import { keptRecord } from '../merges/alias.ts'
import type { Tx } from '../plugins/database/database.ts'
import type { Secrets } from '../secrets.ts'
import type { ToldRdv } from './told-rdv.ts'

const hashOf = (secrets: Secrets, token: string): string => secrets.digest('rdv link', token)

/** The address or number is in the client's record; here it is only compared. */
const recipientHash = (secrets: Secrets, recipient: string): string =>
  secrets.digest('rdv link recipient', recipient.toLowerCase())

/** Short enough for an SMS, and no one guesses it. */
const TOKEN_BYTES = 18

interface NewLink {
  secrets: Secrets
  originOf: (label: string) => string
  rdv: ToldRdv
  /** The message that it stands in. */
  message: string
  genre: GenreAnnonce
  /** The address, or the national digits of the number, to which it goes. */
  recipient: string
}

/** Days during which a link works at least. That of a cancellation has no purpose but another time, and its visit was often for today. */
const daysOf = (genre: GenreAnnonce): number => (genre === 'annulation' ? 30 : 1)

/**
 * The link of one message to the page of its appointment, until the appointment ends, while its customer has the address or number to which it goes. The token comes after the #: browsers keep that part out of requests, logs and referrers.
 */
export async function newRdvLink(
  tx: Tx,
  { secrets, originOf, rdv, message, genre, recipient }: NewLink,
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const ends = wallInstant(rdv.RDV_FIN, rdv.company.zone) ?? new Date()
  await sql`insert into rdv_link (company_id, token_hash, rdv_id, client_id, message_id, recipient_hash, expires_at)
    values (current_setting('app.company_id'), ${hashOf(secrets, token)}, ${rdv.IDRDV}, ${rdv.IDCLIENT}, ${message},
      ${recipientHash(secrets, recipient)},
      greatest(${ends.toISOString()}::timestamptz, now() + make_interval(days => ${daysOf(genre)}::integer)))`.execute(
    tx,
  )
  return `${originOf(rdv.company.key)}/rdv/public#${token}`
}

interface RdvOfLink {
  id: string
  /** The client that it was made for. */
  client: string
}

interface StoredLink extends Omit<RdvOfLink, 'client'> {
  /** Null: of an older link, of an appointment that had none any more. */
  client: string | null
  /** Null: of a link that a former version made. */
  recipient: string | null
  since: string
  channel: CanalReponse | null
}

/**
 * The appointment that a token opens, and for whom; null for an unknown or expired one, and for one that went to an address or a number that its customer has no
 * more. Notes when it is opened first.
 */
export async function rdvOfToken(tx: Tx, secrets: Secrets, token: string): Promise<RdvOfLink | null> {
  const own = sql`l.company_id = current_setting('app.company_id') and l.token_hash = ${hashOf(secrets, token)}`
  const { rows } = await sql<StoredLink>`select l.rdv_id as id, l.client_id as client, l.recipient_hash as recipient,
      l.created_at as since, m.channel
    from rdv_link l left join message m on m.company_id = l.company_id and m.id = l.message_id
    where ${own} and l.expires_at > now()`.execute(tx)
  const [link] = rows
  if (!link || link.client === null) return null
  const { id, client } = link
  if (!(await reachesThem(tx, secrets, { ...link, client }))) return null
  await sql`update rdv_link l set opened_at = now() where ${own} and l.opened_at is null`.execute(tx)
  return { id, client }
}

async function reachesThem(
  tx: Tx,
  secrets: Secrets,
  { client, recipient, since, channel }: StoredLink & RdvOfLink,
): Promise<boolean> {
  if (recipient === null)
    return reachesThemStill(tx, { client, since, by: channel === null ? ['mail', 'sms'] : [channel] })
  const { mail, phone } = await readReachedBy(tx, await keptRecord(tx, client))
  return [mail, phone].some((one) => one !== '' && recipientHash(secrets, one) === recipient)
}
