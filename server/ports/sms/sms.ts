import type { Delivered, Sender } from '../delivery.ts'

export interface OutgoingSms {
  id: string
  sender: Sender
  /** National digits (`phoneDigits`). */
  to: string
  text: string
}

/** Text messages to French mobile phones. */
export interface SmsPort {
  /** Shown to administrators. */
  readonly provider: 'brevo' | 'outbox'
  /** @throws DeliveryError */
  send(sms: OutgoingSms): Promise<Delivered>
}
