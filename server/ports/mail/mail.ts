import type { MailPayload } from '../../messages/enqueue.ts'
import type { Delivered, Sender } from '../delivery.ts'

export interface OutgoingMail {
  /** The message's id: a receiver recognises by it a mail that came twice. */
  id: string
  sender: Sender
  to: string
  payload: MailPayload
}

/** Mail to one person. */
export interface MailPort {
  /** @throws DeliveryError */
  send(mail: OutgoingMail): Promise<Delivered>
}
