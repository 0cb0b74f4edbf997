import type { FastifyInstance } from 'fastify'
import { tooMany } from '../plugins/security.ts'
import type { Holder } from './holder.ts'

const MINUTE_MS = 60_000
/**
 * Codes and passwords that may be tried for one account after it was named by its password or its session, from all addresses together. Of a million codes
 * three are right at a time: forty tries a day find one in some twenty years.
 */
const LIMITS = [
  { max: 10, timeWindow: 15 * MINUTE_MS },
  { max: 40, timeWindow: 24 * 60 * MINUTE_MS },
]

/** @throws AppError RATE_LIMITED */
export async function countFactorTry(
  app: FastifyInstance,
  { companyId, account }: Pick<Holder, 'companyId' | 'account'>,
): Promise<void> {
  for (const limit of LIMITS) {
    const wait = await app.attempts.count(`factor ${limit.max} ${companyId ?? ''} ${account}`, limit)
    if (wait !== null) throw tooMany(wait)
  }
}
