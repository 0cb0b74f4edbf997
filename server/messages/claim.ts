import { sql } from 'kysely'
import type { Database, Scope, Tx } from '../plugins/database/database.ts'
import type { MessageTable } from '../plugins/database/tables.ts'
import type { FailureKind, Sender } from '../ports/delivery.ts'
import { PLATFORM_SENDER } from '../ports/delivery.ts'

/** Messages that are sent one after the other: a company's mails never delay its SMS. Null company: the platform's. */
export interface Lane {
  companyId: string | null
  channel: MessageTable['channel']
}

/** A message that only this process may send now. */
export interface Claimed {
  id: string
  channel: MessageTable['channel']
  recipient: string
  payload: Record<string, unknown>
  /** This try included. */
  attempts: number
  /** Seconds since it was queued. */
  age: number
  sender: Sender
}

export type Outcome =
  | { status: 'sent' | 'recorded'; providerId?: string | undefined }
  | { status: FailureKind; error: string }

/** Longer than any port waits: a process that still holds a message after that is dead. */
export const STUCK_SECONDS = 120
/** A one-time code is useless later (api.md: 10 minutes). */
export const CODE_SECONDS = 600

export const scopeOf = (companyId: string | null): Scope => (companyId === null ? { platform: true } : { companyId })

const ours = (companyId: string | null) => sql`company_id is not distinct from ${companyId}`

/** Lanes with something to send now, and companies with messages whose process died. Of one company, or of all. */
export async function findDue(db: Database, companyId?: string | null): Promise<(Lane & { stuck: boolean })[]> {
  const scope: Scope = companyId === undefined ? { delivery: true } : scopeOf(companyId)
  return db.transaction(scope, async (trx) => {
    const { rows } = await sql<Lane & { stuck: boolean }>`
      select distinct company_id as "companyId", channel, status = 'sending' as stuck from message
      where ((status = 'queued' and due_at <= now())
        or (status = 'sending' and claimed_at < now() - make_interval(secs => ${STUCK_SECONDS})))
        ${companyId === undefined ? sql`` : sql`and ${ours(companyId)}`}`.execute(trx)
    return rows
  })
}

/** The lane's next message, marked as being sent, which is committed before the first byte is sent; two processes never get the same one. */
export async function claimNext(db: Database, { companyId, channel }: Lane): Promise<Claimed | null> {
  return db.transaction(scopeOf(companyId), async (trx) => {
    const { rows } = await sql<Omit<Claimed, 'sender'>>`
      update message set status = 'sending', attempts = attempts + 1, claimed_at = now(), error = null
      where id = (
        select id from message
        where ${ours(companyId)} and channel = ${channel} and status = 'queued' and due_at <= now()
        order by due_at, id limit 1 for update skip locked)
      returning id, channel, recipient, payload, attempts, extract(epoch from now() - created_at)::float8 as age`.execute(
      trx,
    )
    const [message] = rows
    return message ? { ...message, sender: await senderOf(trx, companyId) } : null
  })
}

async function senderOf(trx: Tx, companyId: string | null): Promise<Sender> {
  if (companyId === null) return PLATFORM_SENDER
  const company = await trx
    .selectFrom('company')
    .select(['NOM', 'MAIL_EXPEDITEUR', 'SMTP', 'SMS_EXPEDITEUR', 'SMS_CLE'])
    .where('id', '=', companyId)
    .executeTakeFirst()
  return company ?? PLATFORM_SENDER
}

/** Seconds before try 2, 3 …; after the last one the message is a dead letter. */
const DELAYS = [5, 30, 120, 600, 3600, 6 * 3600]
export const MAX_ATTEMPTS = DELAYS.length + 1

export interface ClaimOutcome {
  companyId: string | null
  message: Pick<Claimed, 'id' | 'attempts'>
  outcome: Outcome
  /** Demo mode shows codes: they are not blanked. */
  keepSecrets: boolean
}

/** Writes the outcome of a claimed message. @returns seconds until its next try; null when there is none */
export async function recordOutcome(
  db: Database,
  { companyId, message, outcome, keepSecrets }: ClaimOutcome,
): Promise<number | null> {
  const delay = outcome.status === 'retry' ? (DELAYS[message.attempts - 1] ?? null) : null
  const status = outcome.status === 'retry' ? (delay === null ? 'failed' : 'queued') : outcome.status
  await db.transaction(scopeOf(companyId), (trx) =>
    // Only for this try: after an administrator's retry, the outcome of a later try counts.
    sql`update message set status = ${status},
        error = ${'error' in outcome ? redacted(outcome.error) : null},
        provider_id = ${'providerId' in outcome ? (outcome.providerId ?? null) : null},
        due_at = now() + make_interval(secs => ${delay ?? 0}),
        sent_at = case when ${status} in ('sent', 'recorded') then now() end,
        payload = ${status === 'queued' ? sql`payload` : withoutSecret(keepSecrets)}
      where ${ours(companyId)} and id = ${message.id} and attempts = ${message.attempts}
        and status in ('sending', 'unknown')`.execute(trx),
  )
  return delay
}

/** Messages whose process died while sending: nobody knows whether they were sent. */
export async function giveUpStuck(db: Database, companyId: string | null, keepSecrets: boolean): Promise<void> {
  const error = "L'envoi a été interrompu : impossible de savoir si le message est parti."
  await db.transaction(scopeOf(companyId), (trx) =>
    sql`update message set status = 'unknown', error = ${error}, payload = ${withoutSecret(keepSecrets)}
      where ${ours(companyId)} and status = 'sending'
        and claimed_at < now() - make_interval(secs => ${STUCK_SECONDS})`.execute(trx),
  )
}

/** The text of a one-time code, or of a link that opens an account, is deleted once it is sent. */
const withoutSecret = (keep: boolean) =>
  keep
    ? sql`payload`
    : sql`case when payload -> 'secret' = 'true'::jsonb then (payload - 'html' - 'ical') || '{"text": ""}'::jsonb else payload end`

/** Masks numbers and addresses, which providers often repeat in their errors. */
const redacted = (text: string): string =>
  text
    .replace(/[\w.+-]+@[\w.-]+/g, '…@…')
    .replace(/\+?\d[\d .-]{4,}\d/g, '…')
    .slice(0, 300)
