import { createECDH } from 'node:crypto'
import type { Secrets } from '../../secrets.ts'
import { DeliveryError } from '../delivery.ts'
import { OutboundError, type Send } from '../http/outbound.ts'
import { encryptPush, MAX_PUSH_BYTES, vapidAuthorization } from './encrypt-push.ts'
import type { OutgoingPush, PushPort } from './push.ts'
import { isPushEndpoint } from './push-endpoint.ts'

export interface WebPushOptions {
  /** VAPID private key, 32 bytes. */
  privateKey: Buffer
  /** `mailto:` or `https:` contact for push services. */
  subject: string
  send: Send
}

/** Hours that a push service keeps a notification for a phone that is off. */
const TTL_SECONDS = 12 * 3600

/** Web Push (RFC 8030) with VAPID (RFC 8292) and encrypted payloads (RFC 8291). */
export function webPush({ privateKey, subject, send }: WebPushOptions): PushPort {
  const vapid = createECDH('prime256v1')
  vapid.setPrivateKey(privateKey)

  const bodyOf = ({ subscription, payload }: OutgoingPush): Buffer => {
    const { title, message, url = '/', notice } = payload
    const text = Buffer.from(JSON.stringify({ title, message, url, notice }))
    if (text.length > MAX_PUSH_BYTES) throw new DeliveryError('failed', 'La notification est trop longue.')
    try {
      return encryptPush(text, subscription)
    } catch (error) {
      throw new DeliveryError('failed', "Les clés de l'abonnement ne sont pas valides.", error)
    }
  }

  return {
    publicKey: vapid.getPublicKey('base64url'),
    async send(push) {
      const { endpoint } = push.subscription
      // Stored subscriptions are checked again: rules may have become stricter since.
      if (!isPushEndpoint(endpoint)) throw new DeliveryError('failed', "L'adresse de l'abonnement est refusée.")
      const { status } = await send({
        url: endpoint,
        method: 'POST',
        headers: {
          authorization: vapidAuthorization(vapid, { endpoint, subject }),
          'content-encoding': 'aes128gcm',
          'content-type': 'application/octet-stream',
          ttl: String(TTL_SECONDS),
          urgency: 'normal',
          // At most 32 characters: a second try replaces the first on the device.
          topic: push.id.replaceAll('-', '').slice(-32),
        },
        body: bodyOf(push),
        allowPrivate: false,
        maxBytes: 64 * 1024,
      }).catch((error: unknown) => {
        throw noAnswer(error)
      })
      if (status >= 200 && status < 300) return 'sent'
      if (status === 404 || status === 410) return 'gone'
      const again = status === 429 || status >= 500
      throw new DeliveryError(again ? 'retry' : 'failed', `Le service de notification a répondu ${status}.`)
    },
  }
}

function noAnswer(error: unknown): DeliveryError {
  if (error instanceof OutboundError && error.reason === 'refused')
    return new DeliveryError('failed', "L'adresse de l'abonnement est refusée.", error)
  const left = !(error instanceof OutboundError) || error.left
  return new DeliveryError(left ? 'unknown' : 'retry', 'Le service de notification ne répond pas.', error)
}

/**
 * The installation's VAPID key, derived from its secret: every process has the same one, a restored backup keeps it, and nothing more is stored. 32 bytes are
 * outside of the curve's order once in 2^32: then the next ones are tried.
 */
export function vapidKeyOf(secrets: Secrets): Buffer {
  for (let turn = 0; ; turn += 1) {
    const key = Buffer.from(secrets.digest('vapid', String(turn)), 'hex')
    try {
      createECDH('prime256v1').setPrivateKey(key)
      return key
    } catch {
      // Not a valid key of the curve.
    }
  }
}
