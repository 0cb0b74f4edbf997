import { sql } from 'kysely'
import type { Tx } from '../plugins/database/database.ts'
import { tooMany } from '../plugins/security.ts'

/** SMS that staff may send: more means that somebody earns money with our SMS, or that a program of theirs has a defect. */
const LIMITS = { numberAnHour: 5, personAnHour: 60, companyADay: 1000 } as const

interface Sending {
  companyId: string
  account: string
  recipient: string
}

/** Call it before a member of the staff sends an SMS. @throws AppError RATE_LIMITED */
export async function holdToSmsLimits(trx: Tx, { companyId, account, recipient }: Sending): Promise<void> {
  // One sender of the company at a time: of two concurrent ones, the second counts the first one's.
  await sql`select pg_advisory_xact_lock(7406514, hashtext(${companyId}))`.execute(trx)
  const { rows } = await sql<{ number: number; person: number; company: number }>`
    select count(*) filter (where recipient = ${recipient} and created_at > now() - interval '1 hour')::int as number,
      count(*) filter (where created_by = ${account} and created_at > now() - interval '1 hour')::int as person,
      count(*)::int as company
    from message where company_id = ${companyId} and channel = 'sms' and created_at > now() - interval '1 day'
      and created_by like 'personnel:%'`.execute(trx)
  const { number = 0, person = 0, company = 0 } = rows[0] ?? {}
  if (number >= LIMITS.numberAnHour || person >= LIMITS.personAnHour) throw tooMany(3600)
  if (company >= LIMITS.companyADay) throw tooMany(86_400)
}
