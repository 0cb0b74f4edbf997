import { createECDH } from 'node:crypto'
import { buildPushHTTPRequest } from '@pushforge/builder'
import type { Secrets } from '../../secrets.ts'
import { DeliveryError } from '../delivery.ts'
import { OutboundError, type Send } from '../http/outbound.ts'
import type { OutgoingPush, PushPort } from './push.ts'

export interface WebPushOptions {
  /** VAPID private key, 32 bytes. */
  privateKey: Buffer
  /** `mailto:` or `https:` address where a push service complains. */
  subject: string
  send: Send
}

/** Hours that a push service keeps a notification for a phone that is off. */
const TTL_SECONDS = 12 * 3600

/** Web Push (RFC 8030) with VAPID (RFC 8292) and encrypted payloads (RFC 8291). */
export function webPush({ privateKey, subject, send }: WebPushOptions): PushPort {
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(privateKey)
  const point = ecdh.getPublicKey()
  const privateJWK = {
    kty: 'EC',
    crv: 'P-256',
    d: privateKey.toString('base64url'),
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }

  const build = async ({ id, subscription, payload }: OutgoingPush) => {
    const { endpoint, p256dh, auth } = subscription
    try {
      return await buildPushHTTPRequest({
        privateJWK,
        subscription: { endpoint, keys: { p256dh, auth } },
        message: {
          payload: { title: payload.title, message: payload.message, url: payload.url ?? '/' },
          adminContact: subject,
          // At most 32 characters of base64url: the end of a UUID is its random part.
          options: { ttl: TTL_SECONDS, urgency: 'normal', topic: id.replaceAll('-', '').slice(-32) },
        },
      })
    } catch (error) {
      throw new DeliveryError('failed', "Les clés de l'abonnement ne sont pas valides.", error)
    }
  }

  return {
    publicKey: point.toString('base64url'),
    async send(push) {
      const request = await build(push)
      const { status } = await send({
        url: request.endpoint,
        method: 'POST',
        headers: Object.fromEntries(new Headers(request.headers)),
        body: new Uint8Array(request.body),
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
 * The installation's VAPID key, made from its secret: every process has the same one, a restored copy keeps it, and nothing more is
 * stored. 32 bytes are outside of the curve's order once in 2^32: then the next ones.
 */
export function vapidKeyOf(secrets: Secrets): Buffer {
  for (let turn = 0; ; turn += 1) {
    const key = Buffer.from(secrets.digest('vapid', String(turn)), 'hex')
    try {
      createECDH('prime256v1').setPrivateKey(key)
      return key
    } catch {
      // Not on the curve.
    }
  }
}
