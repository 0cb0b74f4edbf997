import { isFrenchMobile } from '../../../schemas/rules/french-mobile.ts'
import type { Secrets } from '../../secrets.ts'
import { DeliveryError } from '../delivery.ts'
import { OutboundError, type Send } from '../http/outbound.ts'
import { internationalDigits } from './french-mobile.ts'
import type { SmsPort } from './sms.ts'

export interface BrevoOptions {
  /** `https://api.brevo.com/v3` */
  baseUrl: string
  /** The platform's key; a company may have its own. Null: SMS of companies without one fail, so that whoever asked is told. */
  key: string | null
  /** Sender of companies without a name of their own: 11 letters or digits. */
  sender: string
  secrets: Secrets
  send: Send
}

/** Answers after which Brevo certainly sent nothing, and may later: a wrong key or too little credit, too many requests, an error of its own. */
const RETRY = new Set([401, 402, 403, 408, 429])

/** Transactional SMS by Brevo's HTTP API (`POST /transactionalSMS/send`). */
export function brevoSms({ baseUrl, key, sender: byDefault, secrets, send }: BrevoOptions): SmsPort {
  const sends: SmsPort['sends'] = ({ SMS_CLE }) => SMS_CLE !== null || key !== null
  return {
    sends,
    providerOf: (sender) => (sends(sender) ? 'brevo' : 'outbox'),
    async send({ id, sender, to, text }) {
      if (!isFrenchMobile(to)) throw new DeliveryError('failed', "Ce numéro n'est pas un mobile français.")
      const apiKey = sender.SMS_CLE === null ? key : secrets.unseal(sender.SMS_CLE)
      if (apiKey === null)
        throw new DeliveryError('failed', 'Aucun service de SMS n’est réglé : le message n’est pas parti.')
      const { status, body } = await send({
        url: `${baseUrl}/transactionalSMS/send`,
        method: 'POST',
        headers: {
          'api-key': apiKey,
          accept: 'application/json',
          'content-type': 'application/json',
        },
        body: JSON.stringify({
          sender: sender.SMS_EXPEDITEUR ?? byDefault,
          recipient: internationalDigits(to),
          content: text,
          type: 'transactional',
          unicodeEnabled: false,
          tag: id,
        }),
        allowPrivate: true,
        maxBytes: 64 * 1024,
      }).catch((error: unknown) => {
        const left = !(error instanceof OutboundError) || error.left
        throw new DeliveryError(left ? 'unknown' : 'retry', 'Le fournisseur de SMS ne répond pas.', error)
      })
      const answer = jsonOf(body)
      if (status >= 200 && status < 300) {
        const messageId = answer.messageId
        return { status: 'sent', ...(messageId === undefined ? {} : { providerId: String(messageId) }) }
      }
      const again = RETRY.has(status) || status >= 500
      throw new DeliveryError(
        again ? 'retry' : 'failed',
        `Le fournisseur de SMS a répondu ${status} ${String(answer.code ?? '')}`.trim(),
      )
    },
  }
}

function jsonOf(body: Buffer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
