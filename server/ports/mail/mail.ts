import type { MailPayload } from '../../messages/enqueue.ts'
import type { Delivered, Sender } from '../delivery.ts'

export interface OutgoingMail {
  /** The message's id: names the mail to whoever receives it twice. */
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
