import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { GenreAnnonce } from '../../schemas/rules/annonces.ts'
import { wallInstant } from '../calendar/text.ts'
import type { Tx } from '../plugins/database/database.ts'
import type { Secrets } from '../secrets.ts'
import type { ToldRdv } from './told-rdv.ts'

const hashOf = (secrets: Secrets, token: string): string => secrets.digest('rdv link', token)

/** Short enough for an SMS, and no one guesses it. */
const TOKEN_BYTES = 18

interface NewLink {
  secrets: Secrets
  originOf: (label: string) => string
  rdv: ToldRdv
  /** The message that it stands in. */
  message: string
  genre: GenreAnnonce
}

/** Days during which a link works at least. That of a cancellation has no purpose but another time, and its visit was often for today. */
const daysOf = (genre: GenreAnnonce): number => (genre === 'annulation' ? 30 : 1)

/** The link of one message to the page of its appointment, until the appointment ends. The token comes after the #: browsers keep that part out of requests, logs and referrers. */
export async function newRdvLink(tx: Tx, { secrets, originOf, rdv, message, genre }: NewLink): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const ends = wallInstant(rdv.RDV_FIN, rdv.company.zone) ?? new Date()
  await sql`insert into rdv_link (company_id, token_hash, rdv_id, client_id, message_id, expires_at)
    values (current_setting('app.company_id'), ${hashOf(secrets, token)}, ${rdv.IDRDV}, ${rdv.IDCLIENT}, ${message},
      greatest(${ends.toISOString()}::timestamptz, now() + make_interval(days => ${daysOf(genre)}::integer)))`.execute(
    tx,
  )
  return `${originOf(rdv.company.key)}/rdv/public#${token}`
}

interface RdvOfLink {
  id: string
  /** The client that it was made for; of an older link, of an appointment that had none any more, null. */
  client: string | null
}

/** The appointment that a token opens, and for whom; null for an unknown or expired one. Notes when it is opened first. */
export async function rdvOfToken(tx: Tx, secrets: Secrets, token: string): Promise<RdvOfLink | null> {
  const { rows } = await sql<RdvOfLink>`update rdv_link set opened_at = coalesce(opened_at, now())
    where company_id = current_setting('app.company_id') and token_hash = ${hashOf(secrets, token)}
      and expires_at > now() returning rdv_id as id, client_id as client`.execute(tx)
  return rows[0] ?? null
}
