import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits; given once, never stored. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** What the database keeps: a stolen copy of the database opens no session. A random token needs neither salt nor slow hash. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/** The token of an `Authorization: Bearer …` header; null for anything else. */
export function bearerOf(header: string | undefined): string | null {
  return /^Bearer ([\w-]{20,200})$/i.exec(header ?? '')?.[1] ?? null
}
