/** A company's application at the payment provider, its secrets unsealed. Never logged. */
export interface PaymentAccount {
  appId: string
  appSecret: string
  /** PEM. */
  privateKey: string
}

export interface LinkRequest {
  /** Id of our payment: the provider returns it as `state`. */
  id: string
  /** Cents, euros. */
  amount: number
  /** Text on the bank statement: 'D-2026-00042'. */
  label: string
  payer: { name: string; mail: string | null }
  /** Address to which the provider returns the customer. */
  returnUrl: string
}

export interface PaymentLink {
  session: string
  url: string
}

/** A payment session as the provider describes it now. */
export interface PaymentSession {
  status: 'pending' | 'confirmed' | 'failed'
  /** Cents. */
  amount: number
  currency: string
  /** Our payment's id; null when the provider does not give it. */
  state: string | null
}

export interface WebhookInput {
  headers: Record<string, string | string[] | undefined>
  /** The bytes as they arrived: the digest is computed over them. */
  body: Buffer
}

/** The provider did not answer as expected; the outcome of the call is unknown. The message is French. */
export class PaymentProviderError extends Error {}

/** Bank payments by link. The payments of a company without account are recorded without a link. */
export interface PaymentsPort {
  readonly provider: string
  /** Whether the provider accepts the account's credentials. @throws PaymentProviderError when it does not answer */
  isConnected(account: PaymentAccount): Promise<boolean>
  /** @throws PaymentProviderError */
  createLink(account: PaymentAccount, request: LinkRequest): Promise<PaymentLink>
  /** Application that a webhook says that it is for; null when it names none. Nothing is checked yet. */
  applicationOf(headers: WebhookInput['headers']): string | null
  /** Session that an authentic webhook is about; null for any other request. It says nothing about the payment itself. */
  sessionOfWebhook(account: PaymentAccount, input: WebhookInput): string | null
  /** Null when the provider does not know it. @throws PaymentProviderError */
  readSession(account: PaymentAccount, session: string): Promise<PaymentSession | null>
}
