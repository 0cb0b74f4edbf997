import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../../schemas/errors.ts'
import { addressOf } from '../../limits/address.ts'
import { normalMail } from '../../mail-address.ts'
import type { Tx } from '../../plugins/database/database.ts'
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
 * A limit that is counted in the database, besides the route's own, which counts one address in one process only. The answer throws RATE_LIMITED when a
 * request is one too many.
 */
export function limiter(
  app: FastifyInstance,
  { max, timeWindow, keyOf }: Limit,
): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    const wait = await app.attempts.count(keyOf(request), { max, timeWindow })
    if (wait !== null) throw tooMany(wait)
  }
}

/** Ten tries a minute for one mail from one address in one company. */
const TRIES_PER_MAIL = { max: 10, timeWindow: MINUTE_MS }
/** Tries an hour for one mail in one company, of all addresses that never logged in with it: guesses from many addresses are counted together. */
export const STRANGERS_PER_MAIL = { max: 50, timeWindow: 60 * MINUTE_MS }

export interface MailTries {
  /** @throws AppError RATE_LIMITED. The same whether somebody has that mail or not. */
  count(request: FastifyRequest): Promise<void>
  /** Whether `count` has refused this request. */
  refused(request: FastifyRequest): boolean
  /** Call it in the transaction of the session: at this address, strangers' guesses no longer keep the owner out. */
  accept(request: FastifyRequest, tx: Tx): Promise<void>
}

/** Counts tries of a password by mail and address, and by mail alone for strangers. */
export function mailTries(app: FastifyInstance, mailOf: (request: FastifyRequest) => string): MailTries {
  const whoOf = (request: FastifyRequest): string => `${request.company?.id ?? ''} ${normalMail(mailOf(request))}`
  const here = limiter(app, {
    ...TRIES_PER_MAIL,
    keyOf: (request) => `login ${addressOf(request.ip)} ${whoOf(request)}`,
  })
  const strangers = limiter(app, { ...STRANGERS_PER_MAIL, keyOf: (request) => `login strangers ${whoOf(request)}` })
  const refused = new WeakSet<FastifyRequest>()
  const count = async (request: FastifyRequest): Promise<void> => {
    await here(request)
    const known = await app.db.transaction({ platform: true }, (tx) =>
      app.attempts.knows(tx, whoOf(request), addressOf(request.ip)),
    )
    if (!known) await strangers(request)
  }
  return {
    count: (request) =>
      count(request).catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'RATE_LIMITED') refused.add(request)
        throw error
      }),
    refused: (request) => refused.has(request),
    accept: (request, tx) => app.attempts.remember(tx, whoOf(request), addressOf(request.ip)),
  }
}

/** For the audit trail: a mail field may hold anything that people typed, even a password. */
export function maskedMail(mail: string): string {
  const [name = '', domain] = normalMail(mail).split('@')
  return domain === undefined ? '…' : `${name.slice(0, 1)}…@${domain.slice(0, 100)}`
}
