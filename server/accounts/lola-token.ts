import { createHmac, timingSafeEqual } from 'node:crypto'
import { normalMail } from '../mail-address.ts'

/** Content of a login token of the legacy system, once its signature and its time are right. */
export interface LolaClaims {
  /** Id of the token: it opens one session. */
  jti: string
  /** Seconds since 1970. */
  exp: number
  mail: string | null
  personnelId: string | null
}

const MAX_SECONDS = 300

/**
 * Reads a compact JWS signed with HMAC-SHA-256 (RFC 7515, `alg` HS256 and nothing else: RFC 8725 §3.1). Null for anything that is not
 * exactly that: another algorithm, another key, an end in the past or more than five minutes away, no `jti`, nobody named.
 * @param now milliseconds since 1970
 */
export function readLolaToken(token: string, key: string, now: number): LolaClaims | null {
  const [head = '', body = '', signature = '', ...more] = token.split('.')
  if (more.length > 0 || objectOf(head)?.alg !== 'HS256') return null
  const expected = createHmac('sha256', key).update(`${head}.${body}`).digest()
  const given = Buffer.from(signature, 'base64url')
  // The text is compared too: base64url has several spellings of the same bytes.
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  if (signature !== expected.toString('base64url')) return null
  const claims = objectOf(body)
  if (!claims) return null
  const { jti, exp, mail, sub } = claims
  const seconds = now / 1000
  if (typeof exp !== 'number' || exp <= seconds || exp > seconds + MAX_SECONDS) return null
  if (typeof jti !== 'string' || jti === '' || jti.length > 100) return null
  const [address, id] = [textOf(mail), textOf(sub)]
  return address === null && id === null ? null : { jti, exp, mail: address && normalMail(address), personnelId: id }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value.trim() : null)

function objectOf(part: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}
