import type { FastifyInstance, FastifyRequest } from 'fastify'
import { tooMany } from '../../plugins/security.ts'

const MINUTE_MS = 60_000

/** Tries a minute of one address, whatever the account: `config.rateLimit` of a route that takes a password or a token. */
export const TRIES_PER_ADDRESS = { max: 60, timeWindow: MINUTE_MS }

interface Limit {
  max: number
  /** Milliseconds. */
  timeWindow: number
  keyOf: (request: FastifyRequest) => string
}

/**
 * A limit besides the route's own, which knows the address only (a request passes app.rateLimit() once). The answer throws
 * RATE_LIMITED when a request is one too many.
 */
export function limiter(
  app: FastifyInstance,
  { max, timeWindow, keyOf }: Limit,
): (request: FastifyRequest) => Promise<void> {
  const count = app.createRateLimit({ max, timeWindow, keyGenerator: keyOf })
  return async (request) => {
    const tries = await count(request)
    if (!tries.isAllowed && tries.isExceeded) throw tooMany(tries.ttlInSeconds)
  }
}

/** Ten tries a minute for one mail from one address in one company. */
export const triesPerMail = (app: FastifyInstance, mailOf: (request: FastifyRequest) => string) =>
  limiter(app, {
    max: 10,
    timeWindow: MINUTE_MS,
    keyOf: (request) => `login ${request.ip} ${request.company?.id ?? ''} ${normalMail(mailOf(request))}`,
  })

/** A mail as the tables hold it. */
export const normalMail = (mail: string): string => mail.trim().toLowerCase()

/** For the audit trail: what people type into a mail field may be anything. */
export function maskedMail(mail: string): string {
  const [name = '', domain] = normalMail(mail).split('@')
  return domain === undefined ? '…' : `${name.slice(0, 1)}…@${domain.slice(0, 100)}`
}
