import { OutboundError, type Send } from '../http/outbound.ts'
import { applicationOf, isAuthentic, signedHeaders } from './fintecture-signature.ts'
import { type PaymentAccount, PaymentProviderError, type PaymentSession, type PaymentsPort } from './payments.ts'

export interface FintectureOptions {
  /** `https://api.fintecture.com`, or the sandbox's. */
  baseUrl: string
  send: Send
}

type Json = Record<string, unknown>

const CONFIRMED = new Set(['payment_created'])
const FAILED = new Set(['payment_unsuccessful', 'payment_error', 'payment_cancelled', 'payment_expired'])
/** Outcomes of the transfer after the bank had accepted it. */
const TRANSFER_FAILED = new Set(['failed', 'rejected', 'cancelled'])
const SESSION = /^[\w-]{8,64}$/
/** A token is renewed this long before its end. */
const MARGIN_MS = 60_000

const json = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {})
const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** '550.60' or 550.6 → 55060; NaN for anything that is no amount of whole cents. */
export function centsOf(value: unknown): number {
  const match = /^(\d{1,10})(?:\.(\d{1,2}))?$/.exec(String(value))
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : Number.NaN
}

/** Bank payments by Fintecture: OAuth client credentials, PIS connect sessions, signed webhooks. */
export function fintecturePayments({ baseUrl, send }: FintectureOptions): PaymentsPort {
  const tokens = new Map<string, { token: string; until: number }>()

  const call = async (request: {
    method: 'GET' | 'POST'
    path: string
    headers: Record<string, string>
    body?: string
  }): Promise<{ status: number; body: Json }> => {
    const { path, ...more } = request
    const answer = await send({ ...more, url: `${baseUrl}${path}`, allowPrivate: true, maxBytes: 256 * 1024 }).catch(
      (error: unknown) => {
        if (!(error instanceof OutboundError)) throw error
        throw new PaymentProviderError('Le service de paiement ne répond pas.', { cause: error })
      },
    )
    return { status: answer.status, body: parsed(answer.body) }
  }

  const unexpected = (status: number): PaymentProviderError =>
    new PaymentProviderError(`Le service de paiement a répondu ${status}.`)

  /** Null when the credentials are refused. */
  const tokenOf = async (account: PaymentAccount): Promise<string | null> => {
    const { appId, appSecret } = account
    // The secret is part of the key: after a change of secret, an old token must not be used.
    const name = `${appId}\n${appSecret}`
    const known = tokens.get(name)
    if (known && known.until > Date.now()) return known.token
    const { status, body } = await call({
      method: 'POST',
      path: '/oauth/accesstoken',
      headers: {
        accept: 'application/json',
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Basic ${Buffer.from(`${appId}:${appSecret}`).toString('base64')}`,
      },
      body: new URLSearchParams({ grant_type: 'client_credentials', app_id: appId, scope: 'PIS' }).toString(),
    })
    if (status === 400 || status === 401 || status === 403) return null
    const token = text(body.access_token)
    if (status !== 200 || token === null) throw unexpected(status)
    tokens.set(name, { token, until: Date.now() + Number(body.expires_in ?? 0) * 1000 - MARGIN_MS })
    return token
  }

  const authorized = async (
    account: PaymentAccount,
    request: { method: 'GET' | 'POST'; path: string; body?: string },
  ): Promise<{ status: number; body: Json }> => {
    const token = await tokenOf(account)
    if (token === null) throw new PaymentProviderError('Le service de paiement refuse le compte de cette entreprise.')
    return call({
      ...request,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${token}`,
        ...signedHeaders(account, request),
        ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
    })
  }

  return {
    provider: 'fintecture',
    isConnected: async (account) => (await tokenOf(account)) !== null,
    async createLink(account, { id, amount, label, payer, returnUrl }) {
      const query = new URLSearchParams({ state: id, redirect_uri: returnUrl, origin_uri: returnUrl })
      const { status, body } = await authorized(account, {
        method: 'POST',
        path: `/pis/v2/connect?${query}`,
        body: JSON.stringify({
          meta: { psu_name: payer.name, ...(payer.mail === null ? {} : { psu_email: payer.mail }) },
          data: {
            type: 'SEPA',
            attributes: { amount: (amount / 100).toFixed(2), currency: 'EUR', communication: label },
          },
        }),
      })
      const meta = json(body.meta)
      const [session, url] = [text(meta.session_id), text(meta.url)]
      if (status !== 200 || session === null || !SESSION.test(session) || !isWeb(url)) throw unexpected(status)
      return { session, url }
    },
    applicationOf,
    sessionOfWebhook(account, input) {
      if (!isAuthentic(account, input)) return null
      const session = sessionIn(input)
      return session !== null && SESSION.test(session) ? session : null
    },
    async readSession(account, session) {
      const { status, body } = await authorized(account, {
        method: 'GET',
        path: `/pis/v2/payments/${encodeURIComponent(session)}`,
      })
      if (status === 404) return null
      const meta = json(body.meta)
      if (status !== 200 || meta.session_id !== session) throw unexpected(status)
      return sessionOf(meta, json(json(body.data).attributes))
    },
  }
}

function sessionOf(meta: Json, attributes: Json): PaymentSession {
  const status = String(meta.status)
  const failed = FAILED.has(status) || TRANSFER_FAILED.has(String(meta.transfer_state ?? attributes.transfer_state))
  return {
    status: failed ? 'failed' : CONFIRMED.has(status) ? 'confirmed' : 'pending',
    amount: centsOf(attributes.amount),
    currency: String(attributes.currency),
    state: text(meta.state),
  }
}

function sessionIn({ headers, body }: { headers: Record<string, unknown>; body: Buffer }): string | null {
  const given = body.toString('utf8')
  if (String(headers['content-type']).includes('json')) return text(parsed(body).session_id)
  return new URLSearchParams(given).get('session_id')
}

function parsed(body: Buffer): Json {
  try {
    return json(JSON.parse(body.toString('utf8')))
  } catch {
    return {}
  }
}

const isWeb = (url: string | null): url is string => url !== null && /^https?:\/\//.test(url) && URL.canParse(url)
