import { type RawBuilder, sql } from 'kysely'
import { AppError } from '../../schemas/errors.ts'
import type { Tx } from '../plugins/database/database.ts'

export type OtpPurpose = 'login' | 'sign'

/**
 * Codes that may be asked for, for known and unknown numbers alike: an SMS costs money (pumping), and each challenge gives tries. Counted in the database, so
 * that a restart or a second process does not forget them. Login and signing are counted apart, because anybody can ask for a login code and only the
 * customer for a signing one. One address may ask for fewer codes than one number may get: a stranger who knows the number does not use it up, and an address
 * that has logged in with the number is not limited by strangers, nor is whoever signs.
 */
export const OTP_LIMITS = {
  pair: { most: 3, minutes: 15 },
  pairDay: { most: 8, minutes: 24 * 60 },
  phone: { most: 6, minutes: 15 },
  phoneDay: { most: 20, minutes: 24 * 60 },
  ip: { most: 30, minutes: 15 },
  company: { most: 2000, minutes: 60 },
} as const

type Limit = keyof typeof OTP_LIMITS

const SAID: Record<Limit, string> = {
  pair: 'Trop de codes demandés pour ce numéro. Réessayez dans 15 minutes.',
  pairDay: 'Trop de codes demandés pour ce numéro. Réessayez demain.',
  phone: 'Trop de codes demandés pour ce numéro. Réessayez dans 15 minutes.',
  phoneDay: 'Trop de codes demandés pour ce numéro. Réessayez demain.',
  ip: 'Trop de codes demandés depuis cette connexion. Réessayez dans 15 minutes.',
  company: 'Trop de codes demandés en ce moment. Réessayez plus tard.',
}

export interface AskedCode {
  purpose: OtpPurpose
  phone: string
  /** As `addressOf` gives it. */
  ip: string
  /** The address has logged in with this number before. */
  known: boolean
}

/**
 * The limits that apply: the signer's own session asks for a signing code, so there are no strangers to tell apart. The company's hour, which made-up numbers use
 * up too, is not for an address that has logged in with the number.
 */
const limitsFor = ({ purpose, known }: AskedCode): Limit[] =>
  purpose === 'sign'
    ? ['phone', 'phoneDay', 'ip', 'company']
    : ['pair', 'pairDay', ...(known ? (['ip'] as const) : (['phone', 'phoneDay', 'ip', 'company'] as const))]

/** @throws AppError RATE_LIMITED. Requests of one company are checked one by one: two concurrent ones cannot both be the last one allowed. */
export async function assertWithinLimits(tx: Tx, asked: AskedCode): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('otp ' || current_setting('app.company_id'), 0))`.execute(tx)
  const phone = sql`purpose = ${asked.purpose} and phone = ${asked.phone}`
  const ip = sql`purpose = ${asked.purpose} and ip = ${asked.ip}`
  const pair = sql`${phone} and ip = ${asked.ip}`
  const of: Record<Limit, RawBuilder<unknown>> = {
    pair,
    pairDay: pair,
    phone,
    phoneDay: phone,
    ip,
    company: sql`purpose = ${asked.purpose}`,
  }
  const limits = limitsFor(asked)
  const { rows } = await sql<Partial<Record<Limit, number>>>`select ${sql.join(
    limits.map(
      (limit) => sql`(select count(*)::integer from otp_challenge
        where company_id = current_setting('app.company_id') and ${of[limit]}
        and created_at > now() - make_interval(mins => ${OTP_LIMITS[limit].minutes}::integer)) as ${sql.ref(limit)}`,
    ),
  )}`.execute(tx)
  for (const limit of limits) {
    if ((rows[0]?.[limit] ?? 0) >= OTP_LIMITS[limit].most) throw new AppError('RATE_LIMITED', SAID[limit])
  }
}
