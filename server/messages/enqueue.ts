import { sql } from 'kysely'
import type { GenreAnnonce } from '../../schemas/rules/annonces.ts'
import { uuidv7 } from '../../schemas/uuid.ts'
import type { Tx } from '../plugins/database/database.ts'

interface Attached {
  /** Name that the reader sees. */
  name: string
  type: string
}
/** A file that is attached to a mail: one of the drive, by its key in the file store; or a signed quote, which is made when the mail leaves. */
export type Attachment = Attached & ({ key: string } | { devis: string })

/** A message about an appointment: its words are written when it is sent, so that they are true then (server/rdvs). */
export interface RdvPayload {
  /** `client`: who is told; without it, queued by an older server. */
  rdv: { id: string; annonce: string; genre: GenreAnnonce; client?: string }
}

export interface MailPayload extends Partial<RdvPayload> {
  subject: string
  text: string
  html?: string
  replyTo?: string
  attachments?: Attachment[]
  /** An appointment for the reader's calendar (RFC 5545). */
  ical?: { method: 'REQUEST' | 'PUBLISH' | 'CANCEL'; content: string }
  /** Holds a link that opens an account, or answers in somebody's place: the text is deleted once it is sent. */
  secret?: true
  lasting?: true
  /** The link in it opens nothing so long after it was queued: it does not leave then. */
  validSeconds?: number
  /** A device asked for it long before the server knew (night.ts). */
  waited?: true
  /** The client who is to have it, wherever they are reached when it leaves (present-recipient.ts); absent: the recipient is meant. */
  client?: string
  /** The quote whose link the words hold: another recipient gets the link for them. */
  devis?: string
}
export interface SmsPayload extends Partial<RdvPayload> {
  text: string
  /** Holds a one-time code: deleted once it is sent, not sent when it is too late (10 minutes). */
  secret?: true
  /** The secret in it stays valid: it is never too late to send it. */
  lasting?: true
  /** As in a mail. */
  waited?: true
  client?: string
  devis?: string
}
export interface PushPayload {
  title: string
  message: string
  /** Path of the app that a click opens. */
  url?: string
  /** The notice that it announces, which the app marks as read when the person presses it. */
  notice?: { id: string; kind: string }
}

interface Envelope {
  /** Same key, same message: a second enqueue changes nothing. */
  key: string
  /** Mail address; phone number in national digits; `personnel:<id>` or `client:<id>` for a push. */
  recipient: string
  /** The record that it concerns, whose history shows it. */
  about?: { resource: string; id: string }
  /** Account that asked for it. */
  by?: string
  /** Seconds before it is sent; sent at once by default. */
  afterSeconds?: number
}

export type NewMessage = Envelope &
  (
    | { channel: 'mail'; payload: MailPayload }
    | { channel: 'sms'; payload: SmsPayload }
    | { channel: 'push'; payload: PushPayload }
  )

/**
 * Writes a message in the transaction that decides it. It is sent after the commit: call `app.messages.wake(companyId)` then; without it the next round finds
 * it. In a transaction of the platform it is the platform's mail.
 * @returns its id, the first one's when the key was there already
 */
export async function enqueueMessage(tx: Tx, message: NewMessage): Promise<string> {
  const company = sql`nullif(current_setting('app.company_id', true), '')`
  const { rows } = await sql<{ id: string }>`
    insert into message (id, company_id, key, channel, recipient, payload, resource, record_id, created_by, due_at)
    values (${uuidv7()}, ${company}, ${message.key}, ${message.channel}, ${message.recipient},
      ${JSON.stringify(message.payload)}, ${message.about?.resource ?? null}, ${message.about?.id ?? null},
      ${message.by ?? null}, now() + make_interval(secs => ${message.afterSeconds ?? 0}))
    on conflict (company_id, key) do update set key = excluded.key
    returning id`.execute(tx)
  return rows[0]?.id as string
}

/** Gives the mail whose key begins so other words, while it waits to be sent. @returns false when none waits */
export async function rewordQueued(
  tx: Tx,
  { prefix, payload, recipient }: { prefix: string; payload: MailPayload; recipient: string },
): Promise<boolean> {
  const { rows } = await sql`update message set payload = ${JSON.stringify(payload)}, recipient = ${recipient}
    where company_id = current_setting('app.company_id') and starts_with(key, ${prefix}) and status = 'queued'
    returning id`.execute(tx)
  return rows.length > 0
}

/** Gives the push of this key, or a later one (`key:…`), other words while it is queued: what is sent already stays as it was. @returns false when none waits */
export async function rewordPush(tx: Tx, key: string, payload: PushPayload): Promise<boolean> {
  const { rows } = await sql`update message set payload = ${JSON.stringify(payload)}
    where company_id = current_setting('app.company_id') and (key = ${key} or starts_with(key, ${`${key}:`}))
      and channel = 'push' and status = 'queued' returning id`.execute(tx)
  return rows.length > 0
}
