import type { Attachment, MailPayload } from '../../messages/enqueue.ts'
import type { Delivered, Sender } from '../delivery.ts'

export interface OutgoingMail {
  /** The message's id: a receiver recognises by it a mail that came twice. */
  id: string
  sender: Sender
  to: string
  payload: Omit<MailPayload, 'attachments'> & { attachments?: SentAttachment[] }
}

/** One of the drive, by its key; of another one `read` gives the bytes, and is called only where a mail leaves. */
export type SentAttachment = Pick<Attachment, 'name' | 'type'> &
  ({ key: string; read?: never } | { key?: never; read: () => Promise<Uint8Array> })

/** Mail to one person. */
export interface MailPort {
  /** Whether a sender's mails leave: with a mail server, and in the demonstration, whose outbox is where they are read. */
  sends(sender: Pick<Sender, 'SMTP'>): boolean
  /** @throws DeliveryError */
  send(mail: OutgoingMail): Promise<Delivered>
}
