/** A company's application at the payment provider, its secrets open. Never logged. */
export interface PaymentAccount {
  appId: string
  appSecret: string
  /** PEM. */
  privateKey: string
}

export interface LinkRequest {
  /** Our payment: the provider gives it back as `state`. */
  id: string
  /** Cents, euros. */
  amount: number
  /** What the bank statement says: 'D-2026-00042'. */
  label: string
  payer: { name: string; mail: string | null }
  /** Where the provider sends the customer back to. */
  returnUrl: string
}

export interface PaymentLink {
  session: string
  url: string
}

/** A payment session as the provider says now. */
export interface PaymentSession {
  status: 'pending' | 'confirmed' | 'failed'
  /** Cents. */
  amount: number
  currency: string
  /** Our payment's id; null where the provider does not say. */
  state: string | null
}

export interface WebhookInput {
  headers: Record<string, string | string[] | undefined>
  /** The bytes as they came: the digest is theirs. */
  body: Buffer
}

/** The provider did not answer as it should; the outcome of the call is unknown. The message is French. */
export class PaymentProviderError extends Error {}

/** Bank payments by link. A company without account has none: its payments are recorded without a link. */
export interface PaymentsPort {
  readonly provider: string
  /** Whether the provider accepts the account's credentials. @throws PaymentProviderError when it does not answer */
  isConnected(account: PaymentAccount): Promise<boolean>
  /** @throws PaymentProviderError */
  createLink(account: PaymentAccount, request: LinkRequest): Promise<PaymentLink>
  /** Session that an authentic webhook is about; null for any other request. It says nothing about the payment itself. */
  sessionOfWebhook(account: PaymentAccount, input: WebhookInput): string | null
  /** Null when the provider does not know it. @throws PaymentProviderError */
  readSession(account: PaymentAccount, session: string): Promise<PaymentSession | null>
}
