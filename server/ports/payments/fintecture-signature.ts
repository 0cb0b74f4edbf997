import { constants, createHash, createSign, privateDecrypt, randomUUID, timingSafeEqual } from 'node:crypto'
import type { PaymentAccount, WebhookInput } from './payments.ts'

export const digestOf = (body: string | Buffer): string =>
  `SHA-256=${createHash('sha256').update(body).digest('base64')}`

/** Headers that sign a request to Fintecture with the application's key: HTTP signatures (draft-cavage). */
export function signedHeaders(
  { appId, privateKey }: PaymentAccount,
  { method, path, body }: { method: 'GET' | 'POST'; path: string; body?: string },
): Record<string, string> {
  const signed: [string, string][] = [
    ['(request-target)', `${method.toLowerCase()} ${path}`],
    ['date', new Date().toUTCString()],
    ...(body === undefined ? [] : [['digest', digestOf(body)] as [string, string]]),
    ['x-request-id', randomUUID()],
  ]
  const text = signed.map(([name, value]) => `${name}: ${value}`).join('\n')
  const signature = createSign('RSA-SHA256').update(text).sign(privateKey, 'base64')
  const names = signed.map(([name]) => name).join(' ')
  return {
    ...Object.fromEntries(signed.filter(([name]) => name !== '(request-target)')),
    signature: `keyId="${appId}",algorithm="rsa-sha256",headers="${names}",signature="${signature}"`,
  }
}

const partsOf = (signature: string): Map<string | undefined, string> =>
  new Map([...signature.matchAll(/([a-z]+)\s*=\s*"([^"]*)"/gi)].map((part) => [part[1], part[2] ?? '']))

/** The application whose key signed a webhook, as it says itself. */
export const applicationOf = ({ signature }: WebhookInput['headers']): string | null =>
  typeof signature === 'string' ? (partsOf(signature).get('keyId') ?? null) : null

const MAX_AGE_MS = 24 * 3_600_000

/**
 * True for a webhook whose digest fits the body and whose signature covers that digest. Fintecture « signs » by encrypting the signing string with the
 * application's public key, so anybody with that key can forge it. Therefore an authentic webhook only makes the server ask, and is never taken as a fact.
 */
export function isAuthentic(account: PaymentAccount, { headers, body }: WebhookInput, now = Date.now()): boolean {
  const { digest, signature } = headers
  if (typeof digest !== 'string' || typeof signature !== 'string') return false
  const expected = digestOf(body)
  if (!equal(digest, expected)) return false
  const parts = partsOf(signature)
  if (parts.get('keyId') !== account.appId) return false
  const lines = decrypted(account.privateKey, parts.get('signature') ?? '')
    .split(/\r?\n/)
    .map((line) => line.split(/:\s(.*)/s))
  const signed = new Map(lines.map(([name = '', value = '']) => [name.toLowerCase(), value.replaceAll('"', '')]))
  const date = Date.parse(signed.get('date') ?? '')
  // A provider repeats a webhook for hours, not for days.
  return equal(signed.get('digest') ?? '', expected) && Math.abs(now - date) < MAX_AGE_MS
}

function decrypted(privateKey: string, text: string): string {
  try {
    const padding = constants.RSA_PKCS1_OAEP_PADDING
    return privateDecrypt({ key: privateKey, padding }, Buffer.from(text, 'base64')).toString('utf8')
  } catch {
    return ''
  }
}

function equal(a: string, b: string): boolean {
  const [x, y] = [Buffer.from(a), Buffer.from(b)]
  return x.length === y.length && timingSafeEqual(x, y)
}
