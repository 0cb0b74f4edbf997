import type { Delivered, Sender } from '../delivery.ts'

export interface OutgoingSms {
  id: string
  sender: Sender
  /** National digits (`phoneDigits`). */
  to: string
  text: string
}

export type SmsProvider = 'brevo' | 'outbox'

/** Text messages to French mobile phones. */
export interface SmsPort {
  /** Who would send a sender's messages; `outbox`: nobody, they are only recorded. Shown to administrators. */
  providerOf(sender: Pick<Sender, 'SMS_CLE'>): SmsProvider
  /** Whether a sender's messages are worth being asked for: with a provider's account, and in the demonstration, whose outbox is where they are read. */
  sends(sender: Pick<Sender, 'SMS_CLE'>): boolean
  /** @throws DeliveryError */
  send(sms: OutgoingSms): Promise<Delivered>
}
