import { createECDH, createPublicKey, randomBytes, verify } from 'node:crypto'
import { decrypt } from 'http_ece'
import type { Send } from '../../../server/ports/http/outbound.ts'
import type { PushSubscription } from '../../../server/ports/push/push.ts'

export interface PushedMessage {
  endpoint: string
  /** The payload, decrypted as the browser would. */
  payload: Record<string, unknown>
  headers: Record<string, string>
  jwt: Record<string, unknown>
}

export interface PushService {
  received: PushedMessage[]
  /** A browser that subscribed with the server's key. */
  subscribe(): PushSubscription
  /** Status that the service answers from now on (201: accepted). */
  status: number
  /** Sends the requests that would go to public push services to this one. */
  send: Send
}

const ORIGIN = 'https://push.example.com'

/**
 * A push service and its browsers: refuses whatever RFC 8292 would (signature, audience, lifetime, another key than the browser
 * subscribed with) and decrypts with http_ece, a third-party library.
 */
export function pushService(publicKey: string): PushService {
  const browsers = new Map<string, { ecdh: ReturnType<typeof createECDH>; auth: string }>()
  const service: PushService = {
    received: [],
    status: 201,
    subscribe() {
      const ecdh = createECDH('prime256v1')
      ecdh.generateKeys()
      const auth = randomBytes(16).toString('base64url')
      const endpoint = `${ORIGIN}/send/${randomBytes(12).toString('hex')}`
      browsers.set(endpoint, { ecdh, auth })
      return { endpoint, p256dh: ecdh.getPublicKey().toString('base64url'), auth }
    },
    async send({ url, method, headers = {}, body, allowPrivate }) {
      const answer = (status: number) => ({ status, headers: {}, body: Buffer.alloc(0) })
      const browser = browsers.get(url)
      if (method !== 'POST' || allowPrivate || !browser) return answer(404)
      const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
      const jwt = verified(lower.authorization ?? '', publicKey)
      if (!jwt || jwt.aud !== ORIGIN || !inOneDay(Number(jwt.exp)) || !/^(mailto:|https:)/.test(String(jwt.sub)))
        return answer(403)
      if (lower['content-encoding'] !== 'aes128gcm' || !/^\d+$/.test(lower.ttl ?? '')) return answer(400)
      const options = { version: 'aes128gcm', privateKey: browser.ecdh, authSecret: browser.auth } as const
      const clear = decrypt(Buffer.from(body as Uint8Array), options)
      if (service.status === 201) {
        const payload = JSON.parse(clear.toString('utf8')) as Record<string, unknown>
        service.received.push({ endpoint: url, payload, headers: lower, jwt })
      }
      return answer(service.status)
    },
  }
  return service
}

const inOneDay = (seconds: number): boolean => {
  const left = seconds - Date.now() / 1000
  return left > 0 && left <= 24 * 3600 + 5
}

/** The claims of `vapid t=…, k=…` when the key is the one that the browser subscribed with, and signed it. */
function verified(authorization: string, publicKey: string): Record<string, unknown> | null {
  const token = /t=([\w-]+\.[\w-]+\.[\w-]+)/.exec(authorization)?.[1]
  const key = /k=([\w-]+)/.exec(authorization)?.[1]
  if (!authorization.startsWith('vapid ') || token === undefined || key !== publicKey) return null
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(publicKey, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const ok = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  return ok ? (JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as Record<string, unknown>) : null
}
