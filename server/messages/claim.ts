import { sql } from 'kysely'
import type { Database, Scope, Tx } from '../plugins/database/database.ts'
import type { MessageTable } from '../plugins/database/tables.ts'
import type { FailureKind, Sender } from '../ports/delivery.ts'
import { PLATFORM_SENDER } from '../ports/delivery.ts'
import { type Night, nightOf, WAITED_SECONDS } from './night.ts'

/** Messages that are sent one after the other: a company's mails never delay its SMS. Null company: the platform's. */
export interface Lane {
  companyId: string | null
  channel: MessageTable['channel']
}

/** A message that only this process may send now. */
export interface Claimed {
  id: string
  key: string
  /** The record that it concerns. */
  resource: string | null
  recordId: string | null
  /** Account that asked for it; null: the server itself. */
  createdBy: string | null
  channel: MessageTable['channel']
  recipient: string
  payload: Record<string, unknown>
  /** This try included. */
  attempts: number
  /** Seconds since it was queued. */
  age: number
  sender: Sender
}

/** What a notice tells of a message that did not leave, or perhaps not. */
export type LostMessage = Pick<Claimed, 'id' | 'key' | 'resource' | 'recordId' | 'createdBy' | 'channel' | 'payload'>

export type Outcome =
  | { status: 'sent' | 'recorded'; providerId?: string | undefined }
  | {
      status: FailureKind
      error: string
      /** It was not handed to a port, and nobody misses it: it is no longer true. */
      untrue?: true
      /** Seconds until it is true no more: its appointment begins, or its link ends. */
      within?: number
    }

/** Longer than any port waits: a process that still holds a message after that is dead. */
export const STUCK_SECONDS = 120
/** A one-time code is useless later (api.md: 10 minutes). */
export const CODE_SECONDS = 600

export const scopeOf = (companyId: string | null): Scope => (companyId === null ? { platform: true } : { companyId })

const ours = (companyId: string | null) => sql`company_id is not distinct from ${companyId}`

/**
 * Due now. A clock that was ahead leaves messages for a later hour than it meant: a new one that was made later than now, and any that waits longer than every
 * delay of ours (6 hours, a night).
 */
const isDue = sql`(due_at <= now() or due_at > now() + interval '3 days'
  or (attempts = 0 and created_at > now() + interval '1 minute' and due_at < created_at + interval '10 minutes'))`

/** Lanes with something to send now, and companies with messages whose process died. Of one company, or of all. */
export async function findDue(db: Database, companyId?: string | null): Promise<(Lane & { stuck: boolean })[]> {
  const scope: Scope = companyId === undefined ? { delivery: true } : scopeOf(companyId)
  return db.transaction(scope, async (trx) => {
    const { rows } = await sql<Lane & { stuck: boolean }>`
      select distinct company_id as "companyId", channel, status = 'sending' as stuck from message
      where ((status = 'queued' and ${isDue})
        or (status = 'sending' and claimed_at < now() - make_interval(secs => ${STUCK_SECONDS})))
        ${companyId === undefined ? sql`` : sql`and ${ours(companyId)}`}`.execute(trx)
    return rows
  })
}

/** A one-time code, or the link of a forgotten password: somebody waits for it. */
const IS_AWAITED = sql`(payload @> '{"secret": true}' and not payload @> '{"lasting": true}')`

/** The lane's next message, which at night is none that waited for a customer, marked as being sent, which is committed before the first byte is sent; two processes never get the same one. @param only `awaited`: no other message is taken */
export async function claimNext(
  db: Database,
  { companyId, channel }: Lane,
  { at = new Date(), only = 'all' }: { at?: Date; only?: 'all' | 'awaited' } = {},
): Promise<Claimed | null> {
  return db.transaction(scopeOf(companyId), async (trx) => {
    const { zone, ...sender } = await senderOf(trx, companyId)
    const night = zone === null ? null : nightOf(at, zone)
    if (night) await leaveUntilMorning(trx, channel, night)
    const { rows } = await sql<Omit<Claimed, 'sender'>>`
      update message set status = 'sending', attempts = attempts + 1, claimed_at = now(), error = null
      where id = (
        select id from message
        where ${ours(companyId)} and channel = ${channel} and status = 'queued' and ${isDue}
          ${only === 'awaited' ? sql`and ${IS_AWAITED}` : sql``}
        order by ${IS_AWAITED} desc, due_at, id
        limit 1 for update skip locked)
      returning id, key, resource, record_id as "recordId", created_by as "createdBy", channel, recipient, payload, attempts, extract(epoch from now() - created_at)::float8 as age`.execute(
      trx,
    )
    const [message] = rows
    return message ? { ...message, sender } : null
  })
}

/**
 * A text of somebody's telephone, the mails of an appointment, a quote's reminder and an answer to a request, once they have waited (night.ts). A code is for
 * whoever waits for it; what is asked for now leaves now, because a person decided it.
 */
async function leaveUntilMorning(trx: Tx, channel: Lane['channel'], { end, tooLate }: Night): Promise<void> {
  if (channel === 'push') return
  const toCustomer =
    channel === 'sms'
      ? sql`not ${IS_AWAITED}`
      : sql`(payload ? 'rdv' or key like 'mail:devis_relance:%' or key like 'mail:demande:%')`
  await sql`update message set due_at = ${end}
    where company_id = current_setting('app.company_id') and channel = ${channel} and status = 'queued' and ${isDue}
      and (attempts > 0 or created_at < now() - make_interval(secs => ${WAITED_SECONDS}) or payload ? 'waited')
      and ${toCustomer}
      and not exists (select 1 from rdv where rdv.company_id = message.company_id
        and rdv."IDRDV" = message.payload #>> '{rdv,id}' and rdv."RDV_DEBUT" < ${tooLate})`.execute(trx)
}

/** `zone`: the company's clock; the platform has none. */
async function senderOf(trx: Tx, companyId: string | null): Promise<Sender & { zone: string | null }> {
  const platform = { ...PLATFORM_SENDER, zone: null }
  if (companyId === null) return platform
  const company = await trx
    .selectFrom('company')
    .select(['NOM', 'MAIL_EXPEDITEUR', 'MAIL', 'SMTP', 'SMS_EXPEDITEUR', 'SMS_CLE', 'FUSEAU as zone'])
    .where('id', '=', companyId)
    .executeTakeFirst()
  return company ?? platform
}

/** Seconds before try 2, 3 … */
const DELAYS = [5, 30, 120, 600, 3600, 6 * 3600]
/** Tries of what nobody reads days later: a notification, a code or a link that ends within the hour. */
export const MAX_ATTEMPTS = DELAYS.length + 1
/** The tries after those. A provider that is away, an account without credit or a refused password lasts days, and says nothing of the message. */
const THEN_SECONDS = 6 * 3600
const PATIENCE_SECONDS = 3 * 86_400

export interface ClaimOutcome {
  companyId: string | null
  message: Claimed
  outcome: Outcome
  /** Demo mode shows codes: they are not blanked. */
  keepSecrets: boolean
}

/** A one-time code, or the link of a forgotten password: useless days later. */
export const isSoonUseless = ({ payload }: Pick<Claimed, 'payload'>): boolean =>
  payload.secret === true && payload.lasting !== true

/** Seconds until the next try after this outcome; null: there is none. After the last one the message is a dead letter. Pure. */
export function delayAfter({ message, outcome }: Pick<ClaimOutcome, 'message' | 'outcome'>): number | null {
  if (outcome.status !== 'retry') return null
  const patient = message.channel !== 'push' && !isSoonUseless(message)
  const then = patient && message.age + THEN_SECONDS <= PATIENCE_SECONDS ? THEN_SECONDS : null
  const delay = DELAYS[message.attempts - 1] ?? then
  // The next try would come too late: whoever is told now can still call the customer, and a link that has ended opens nothing.
  return delay !== null && delay >= (outcome.within ?? Number.POSITIVE_INFINITY) ? null : delay
}

/** Whether the customer, or whoever it is for, will not get it, or perhaps not: refused, not accepted to the last try, without an answer. */
export function isLost({ message, outcome }: Pick<ClaimOutcome, 'message' | 'outcome'>): boolean {
  if (outcome.status === 'failed') return outcome.untrue !== true
  return outcome.status === 'unknown' || (outcome.status === 'retry' && delayAfter({ message, outcome }) === null)
}

/** Writes the outcome of a claimed message. */
export const recordOutcome = (db: Database, claimed: ClaimOutcome): Promise<boolean> =>
  db.transaction(scopeOf(claimed.companyId), (trx) => writeOutcome(trx, claimed))

/**
 * `recordOutcome` within a transaction. @returns whether it is this try's outcome that counts, and is news: an administrator may have sent it again meanwhile, and
 * an unknown outcome may be recorded, and told, already by a commit whose answer was lost.
 */
export async function writeOutcome(
  trx: Tx,
  { companyId, message, outcome, keepSecrets }: ClaimOutcome,
): Promise<boolean> {
  const delay = delayAfter({ message, outcome })
  const status = outcome.status === 'retry' ? (delay === null ? 'failed' : 'queued') : outcome.status
  const { rows } = await sql`update message set status = ${status},
        error = ${'error' in outcome ? redacted(outcome.error) : null},
        provider_id = ${'providerId' in outcome ? (outcome.providerId ?? null) : null},
        due_at = now() + make_interval(secs => ${delay ?? 0}),
        sent_at = case when ${status} in ('sent', 'recorded') then now() end,
        payload = ${status === 'queued' ? sql`payload` : withoutSecret(keepSecrets)}
      where ${ours(companyId)} and id = ${message.id} and attempts = ${message.attempts}
        and (status = 'sending' or (status = 'unknown' and ${status} <> 'unknown')) returning id`.execute(trx)
  return rows.length > 0
}

const IS_STUCK = sql`status = 'sending' and claimed_at < now() - make_interval(secs => ${STUCK_SECONDS})`
const INTERRUPTED = "L'envoi a été interrompu : impossible de savoir si le message est parti."
/** Messages that are given up together; others wait for the next round. */
const MOST_STUCK = 200

/** Messages whose process died while sending, or that a restore may send a second time (server/epoch): nobody knows whether they were sent. */
export const findStuck = (db: Database, companyId: string | null): Promise<LostMessage[]> =>
  db.transaction(scopeOf(companyId), async (trx) => {
    const { rows } =
      await sql<LostMessage>`select id, key, resource, record_id as "recordId", created_by as "createdBy",
        channel, payload from message
      where ${ours(companyId)} and ${IS_STUCK} order by created_at, id limit ${MOST_STUCK}`.execute(trx)
    return rows
  })

/** Makes a stuck message `unknown`; an error that it has already says why. @returns false where another process did, or it is being sent again */
export async function giveUp(
  trx: Tx,
  { companyId, id, keepSecrets }: { companyId: string | null; id: string; keepSecrets: boolean },
): Promise<boolean> {
  const { rows } = await sql`update message set status = 'unknown', error = coalesce(error, ${INTERRUPTED}),
      payload = ${withoutSecret(keepSecrets)}
    where ${ours(companyId)} and id = ${id} and ${IS_STUCK} returning id`.execute(trx)
  return rows.length > 0
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
