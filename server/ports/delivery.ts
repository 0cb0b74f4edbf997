import type { CompanyTable } from '../plugins/database/tables.ts'

/** How a provider took a message. `recorded`: there is none, and the message stays in the outbox, where the demonstration shows it. */
export interface Delivered {
  status: 'sent' | 'recorded'
  /** The provider's name for it, or a remark for the outbox. */
  providerId?: string
}

/**
 * Why a message was not sent. `retry`: certainly not accepted, worth another try · `failed`: certainly not accepted, and never will be · `unknown`: the
 * request was sent and nobody knows its outcome: it is shown, never sent again by itself, because it could arrive twice.
 */
export type FailureKind = 'retry' | 'failed' | 'unknown'

/** What every channel throws. The message is French and is shown to administrators: no address, no number, no code. */
export class DeliveryError extends Error {
  readonly kind: FailureKind

  constructor(kind: FailureKind, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'DeliveryError'
    this.kind = kind
  }
}

/** A company's own SMTP server; `password` is sealed. */
export interface SmtpSettings {
  host: string
  port: number
  /** TLS from the first byte; otherwise STARTTLS when the server offers it. */
  secure: boolean
  user: string | null
  password: string | null
}

/** Sender of a message. Null fields: the platform's. */
export interface Sender {
  NOM: string | null
  MAIL_EXPEDITEUR: CompanyTable['MAIL_EXPEDITEUR']
  /** Where the company's papers tell customers to write. */
  MAIL: CompanyTable['MAIL']
  SMTP: SmtpSettings | null
  SMS_EXPEDITEUR: CompanyTable['SMS_EXPEDITEUR']
  /** Sealed. */
  SMS_CLE: CompanyTable['SMS_CLE']
}

/** What decides by which ways a sender's messages leave. */
export type Services = Pick<Sender, 'SMTP' | 'SMS_CLE'>

export const PLATFORM_SENDER: Sender = {
  NOM: null,
  MAIL_EXPEDITEUR: null,
  MAIL: null,
  SMTP: null,
  SMS_EXPEDITEUR: null,
  SMS_CLE: null,
}
