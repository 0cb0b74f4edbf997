import { createHmac, timingSafeEqual } from 'node:crypto'

/** A lead may arrive this many seconds after it was signed, or this many before, by our clock. */
export const WINDOW_SECONDS = 300

export interface SignedLead {
  /** `Lolapp-Timestamp`: seconds since 1970. */
  timestamp: unknown
  /** `Lolapp-Signature`: hex of HMAC-SHA256 over `<timestamp>.<body>`. */
  signature: unknown
  /** The body's bytes as they arrived. */
  body: string
}

export const leadSignature = (secret: string, { timestamp, body }: { timestamp: string; body: string }): string =>
  createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')

/** Whether it was signed with this key, within WINDOW_SECONDS of `now` (seconds). */
export function isSigned(secret: string, { timestamp, signature, body }: SignedLead, now: number): boolean {
  if (typeof timestamp !== 'string' || !/^\d{1,12}$/.test(timestamp)) return false
  if (typeof signature !== 'string' || !/^[0-9a-f]{64}$/.test(signature)) return false
  const right = timingSafeEqual(
    Buffer.from(signature, 'hex'),
    Buffer.from(leadSignature(secret, { timestamp, body }), 'hex'),
  )
  return right && Math.abs(now - Number(timestamp)) <= WINDOW_SECONDS
}
