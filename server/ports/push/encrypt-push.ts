import { createCipheriv, createECDH, createPrivateKey, type ECDH, hkdfSync, randomBytes, sign } from 'node:crypto'
import type { PushSubscription } from './push.ts'

/** RFC 8188: its header with the sender's key, the end mark and the tag are what an encrypted record adds to its text. */
const RECORD = 4096
const OVERHEAD = 16 + 4 + 1 + 65 + 1 + 16

/** Bytes of text that every push service takes (RFC 8030: 4096 in all). */
export const MAX_PUSH_BYTES = RECORD - OVERHEAD

const hkdf = (salt: Uint8Array, key: Uint8Array, info: Uint8Array, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, bytes))

/**
 * Encrypts a text for the browser alone: RFC 8291 (aes128gcm), one record.
 * @throws Error when the browser's key is no point of P-256
 */
export function encryptPush(text: Buffer, { p256dh, auth }: Pick<PushSubscription, 'p256dh' | 'auth'>): Buffer {
  const theirs = Buffer.from(p256dh, 'base64url')
  const own = createECDH('prime256v1')
  const mine = own.generateKeys()
  const salt = randomBytes(16)
  const shared = own.computeSecret(theirs)
  const context = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, mine])
  const secret = hkdf(Buffer.from(auth, 'base64url'), shared, context, 32)
  const key = hkdf(salt, secret, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = hkdf(salt, secret, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const sizes = Buffer.alloc(5)
  sizes.writeUInt32BE(RECORD, 0)
  sizes.writeUInt8(mine.length, 4)
  // 2: the last record.
  return Buffer.concat([
    salt,
    sizes,
    mine,
    cipher.update(text),
    cipher.update(Buffer.of(2)),
    cipher.final(),
    cipher.getAuthTag(),
  ])
}

const HALF_DAY = 12 * 3600

/** The `Authorization` of RFC 8292: the sender, signed for one push service, valid for half a day. */
export function vapidAuthorization(key: ECDH, { endpoint, subject }: { endpoint: string; subject: string }): string {
  const point = key.getPublicKey()
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    d: key.getPrivateKey().toString('base64url'),
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = { aud: new URL(endpoint).origin, exp: Math.floor(Date.now() / 1000) + HALF_DAY, sub: subject }
  const signed = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`
  const signature = sign('sha256', Buffer.from(signed), {
    key: createPrivateKey({ key: jwk, format: 'jwk' }),
    dsaEncoding: 'ieee-p1363',
  })
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${point.toString('base64url')}`
}
