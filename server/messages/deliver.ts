import { sql } from 'kysely'
import type { Database } from '../plugins/database/database.ts'
import { DeliveryError } from '../ports/delivery.ts'
import type { OutgoingMail } from '../ports/mail/mail.ts'
import type { Ports } from '../ports/ports.ts'
import type { PushSubscription } from '../ports/push/push.ts'
import { isSuspended } from '../repositories/companies.ts'
import { type Claimed, CODE_SECONDS, type Outcome, scopeOf } from './claim.ts'
import { quoteRefusal } from './devis-refusal.ts'
import type { MailPayload, PushPayload, RdvPayload, SmsPayload } from './enqueue.ts'
import { presentRecipient, type Reached, type Relink } from './present-recipient.ts'

export interface DeliveryDeps {
  db: Database
  ports: Pick<Ports, 'mail' | 'sms' | 'push'>
  /** Whether the session of this hash may still be told something (`Sessions.mayHear`). */
  mayHear: (tokenHash: string) => Promise<boolean>
  /** Writes a message about an appointment, as it is now, for whom it is now; says why nothing is to be sent any more. */
  writeRdv?: (
    companyId: string,
    message: { id: string; channel: 'mail' | 'sms'; recipient: string } & RdvPayload,
  ) => Promise<WrittenRdv | RefusedRdv>
  /** Writes the link of a quote anew for another recipient. */
  relink?: Relink
  /** The PDF of a signed quote. */
  readContract?: (companyId: string, devisId: string) => Promise<Uint8Array>
}

export interface WrittenRdv {
  payload: object
  recipient: string
  /** Seconds until the appointment begins. */
  within: number
}
export interface RefusedRdv {
  /** In French. */
  refused: string
  /** The appointment has begun. */
  isPast: boolean
  /** It reaches nobody, or not whom it is for: whoever asked for it is told. */
  isLost?: true
}

/** Hands a claimed message to its port, outside of any transaction. Never throws: an error is part of the outcome. */
export async function deliver(deps: DeliveryDeps, companyId: string | null, message: Claimed): Promise<Outcome> {
  const isCode = message.channel === 'sms' && message.payload.secret === true && message.payload.lasting !== true
  if (isCode && message.age > CODE_SECONDS)
    return { status: 'failed', error: "Le code a expiré avant d'avoir pu partir.", untrue: true }
  const left = secondsLeft(message)
  // An invitation that nobody got is a loss: whoever invited is told.
  if (left !== undefined && left <= 0)
    return { status: 'failed', error: "Le lien a expiré avant d'avoir pu partir : envoyez-en un nouveau." }
  const written = await writtenNow(deps, companyId, message)
  if ('status' in written) return written
  try {
    return await send(deps, companyId, written.message)
  } catch (error) {
    const { within = left } = written
    if (error instanceof DeliveryError)
      return { status: error.kind, error: error.message, ...(within === undefined ? {} : { within }) }
    // A defect of ours: it may have come before or after the provider took the message.
    return { status: 'unknown', error: `Erreur imprévue : ${error instanceof Error ? error.message : String(error)}` }
  }
}

/** Seconds during which the link of this message still opens something; undefined where it has none that ends. */
const secondsLeft = ({ age, payload: { validSeconds } }: Claimed): number | undefined =>
  typeof validSeconds === 'number' ? validSeconds - age : undefined

/** Keys of what asks a customer for something, or answers them. */
const ASKING = /^(sms:|mail:(devis_(transmis|relance|variantes)|demande):)/

/**
 * Whether a message announces an appointment, or asks or answers a customer: of a suspended company none leaves, because their links answer nobody. A receipt of
 * what the customer signed or withdrew from is owed to them all the same, and mails of accounts and tests concern no customer.
 */
const asksCustomer = ({ key, payload }: Claimed): boolean => payload.rdv !== undefined || ASKING.test(key)

/** The message with its words, as long as it is true. An error here is certainly before the provider: it is tried again. */
async function writtenNow(
  deps: DeliveryDeps,
  companyId: string | null,
  message: Claimed,
): Promise<{ message: Claimed; within?: number } | Outcome> {
  const { id, channel, recipient, payload } = message
  const rdv = payload.rdv as RdvPayload['rdv'] | undefined
  if (channel === 'push' || companyId === null) return { message }
  try {
    const quote = await quoteRefusal(deps.db, companyId, message)
    if (quote !== null) return notSent(quote.refused, quote.isLost)
    // Whoever asked for it reads once the company is back that it did not leave.
    if (asksCustomer(message) && (await deps.db.inTenant(companyId, isSuspended)))
      return { status: 'failed', error: 'Cette entreprise est désactivée.' }
    if (rdv === undefined || !deps.writeRdv)
      return reachedNow(message, await presentRecipient(deps, companyId, message))
    const written = await deps.writeRdv(companyId, { id, channel, recipient, rdv })
    if ('refused' in written) {
      // It was true at the first try: the customer was not told in time.
      const isLate = written.isPast && message.attempts > 1
      return notSent(written.refused, isLate || written.isLost === true)
    }
    const { within } = written
    const payload = written.payload as Record<string, unknown>
    return { message: { ...message, recipient: written.recipient, payload }, within }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { status: 'retry', error: `Le message n'a pas pu être écrit : ${why}` }
  }
}

/** @param isLost somebody is to be told */
const notSent = (error: string, isLost: boolean): Outcome => ({
  status: 'failed',
  error,
  ...(isLost ? {} : { untrue: true }),
})

/** What is true but reaches nobody, or somebody else, is a loss: whoever asked for it is told. */
function reachedNow(message: Claimed, reached: Reached | null): { message: Claimed } | Outcome {
  if (reached === null) return { message }
  if ('refused' in reached) return { status: 'failed', error: reached.refused }
  return { message: { ...message, ...reached } }
}

function send(deps: DeliveryDeps, companyId: string | null, message: Claimed): Promise<Outcome> {
  const { ports } = deps
  const { id, sender, recipient: to, payload } = message
  if (message.channel === 'mail')
    return ports.mail.send({ id, sender, to, payload: withFiles(deps, companyId, payload as unknown as MailPayload) })
  if (message.channel === 'sms')
    return ports.sms.send({ id, sender, to, text: (payload as unknown as SmsPayload).text })
  return pushToAll(deps, companyId, message)
}

/** The mail with what gives the bytes of its signed quotes. */
function withFiles(
  { readContract }: DeliveryDeps,
  companyId: string | null,
  { attachments, ...payload }: MailPayload,
): OutgoingMail['payload'] {
  if (attachments === undefined) return payload
  const files = attachments.map((file) => {
    if ('key' in file) return file
    const { devis, ...shown } = file
    const read = async (): Promise<Uint8Array> => {
      if (companyId === null || !readContract) throw new Error('Nothing here makes contracts')
      return readContract(companyId, devis)
    }
    return { ...shown, read }
  })
  return { ...payload, attachments: files }
}

/**
 * Sends to every browser of the account that still has a session, and rights. One success is enough: the others are not tried again, because the first would ring twice.
 */
async function pushToAll(deps: DeliveryDeps, companyId: string | null, message: Claimed): Promise<Outcome> {
  const subscriptions = companyId === null ? [] : await openSubscriptions(deps.db, companyId, message.recipient)
  let sent = 0
  let failure: DeliveryError | undefined
  for (const { key, session, ...subscription } of subscriptions) {
    // Its row alone does not say it: an impersonation ends with its administrator's session, and rights are the account's.
    if (!(await deps.mayHear(session))) continue
    try {
      const payload = message.payload as unknown as PushPayload
      if ((await deps.ports.push.send({ id: message.id, subscription, payload })) === 'sent') sent += 1
      else await forget(deps.db, companyId as string, key)
    } catch (error) {
      if (!(error instanceof DeliveryError)) throw error
      // One unknown outcome makes the whole outcome unknown, unless another browser has the push.
      if (failure?.kind !== 'unknown') failure = error
    }
  }
  if (sent > 0) return { status: 'sent', providerId: `${sent} appareil(s)` }
  if (failure) throw failure
  return { status: 'recorded', providerId: 'aucun appareil' }
}

const openSubscriptions = (
  db: Database,
  companyId: string,
  account: string,
): Promise<(PushSubscription & { key: string; session: string })[]> =>
  db.inTenant(companyId, (trx) =>
    trx
      .selectFrom('push_subscription')
      .innerJoin('session', 'session.token_hash', 'push_subscription.token_hash')
      .select(['push_subscription.id as key', 'session.token_hash as session', 'endpoint', 'p256dh', 'auth'])
      .where('account', '=', account)
      .where('session.revoked_at', 'is', null)
      .where('session.expires_at', '>', sql<string>`now()`)
      .orderBy('push_subscription.created_at')
      .limit(20)
      .execute(),
  )

const forget = (db: Database, companyId: string, id: string): Promise<unknown> =>
  db.transaction(scopeOf(companyId), (trx) => trx.deleteFrom('push_subscription').where('id', '=', id).execute())
