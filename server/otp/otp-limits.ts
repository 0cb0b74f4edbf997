import { sql } from 'kysely'
import { AppError } from '../../schemas/errors.ts'
import type { Tx } from '../plugins/database/database.ts'

/**
 * Codes that may be asked for, known and unknown numbers alike: an SMS costs money (pumping), and each challenge gives tries. Counted in
 * the database, so that no restart and no second process forgets.
 */
export const OTP_LIMITS = {
  phone: { most: 5, minutes: 15 },
  phoneDay: { most: 20, minutes: 24 * 60 },
  ip: { most: 30, minutes: 15 },
  company: { most: 2000, minutes: 60 },
} as const

type Limit = keyof typeof OTP_LIMITS

const SAID: Record<Limit, string> = {
  phone: 'Trop de codes demandés pour ce numéro. Réessayez dans 15 minutes.',
  phoneDay: 'Trop de codes demandés pour ce numéro. Réessayez demain.',
  ip: 'Trop de codes demandés depuis cette connexion. Réessayez dans 15 minutes.',
  company: 'Trop de codes demandés en ce moment. Réessayez plus tard.',
}

/** @throws AppError RATE_LIMITED. Requests of one company pass one by one: two at once cannot both be the last one allowed. */
export async function assertWithinLimits(tx: Tx, { phone, ip }: { phone: string; ip: string }): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('otp ' || current_setting('app.company_id'), 0))`.execute(tx)
  const count = (
    limit: Limit,
    column?: 'phone' | 'ip',
    value?: string,
  ) => sql`(select count(*)::integer from otp_challenge
    where company_id = current_setting('app.company_id')
    and ${column === undefined ? sql`true` : sql`${sql.ref(column)} = ${value}`}
    and created_at > now() - make_interval(mins => ${OTP_LIMITS[limit].minutes}::integer)) as ${sql.ref(limit)}`
  const { rows } = await sql<Record<Limit, number>>`select ${sql.join([
    count('phone', 'phone', phone),
    count('phoneDay', 'phone', phone),
    count('ip', 'ip', ip),
    count('company'),
  ])}`.execute(tx)
  for (const limit of Object.keys(OTP_LIMITS) as Limit[]) {
    if ((rows[0]?.[limit] ?? 0) >= OTP_LIMITS[limit].most) throw new AppError('RATE_LIMITED', SAID[limit])
  }
}
