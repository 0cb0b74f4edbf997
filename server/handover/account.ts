import { sql } from 'kysely'
import { HANDOVER_DAYS } from '../../schemas/handover.ts'
import { closeLogin, openLogin } from '../accounts/credentials.ts'
import { endSessions, openSessions } from '../accounts/end-sessions.ts'
import { endLinks } from '../accounts/password-links.ts'
import type { Tx } from '../plugins/database/database.ts'

/**
 * Closes the account of somebody who leaves. With `sends` their open sessions may still send what their devices hold, and read nothing; without it they end.
 * After the commit call `app.sessions.forget` for the account.
 * @returns whether the login was disabled already
 */
export async function closeAccount(tx: Tx, id: string, { sends }: { sends: boolean }): Promise<boolean> {
  const account = `personnel:${id}`
  const { rows } = await sql<{ disabled: boolean }>`select disabled from credential
    where company_id = current_setting('app.company_id') and personnel_id = ${id} for update`.execute(tx)
  await closeLogin(tx, id)
  await endLinks(tx, account)
  if (sends) {
    // Their browsers stay subscribed: a session that only sends is pushed nothing (`mayHear`), and has its notifications again when the account is.
    await sql`update session set sends_only = true,
        expires_at = least(expires_at, now() + make_interval(days => ${HANDOVER_DAYS}::integer))
      where company_id = current_setting('app.company_id') and kind = 'personnel' and account_id = ${id}
        and revoked_at is null and impersonator is null`.execute(tx)
    await sql`update session set revoked_at = now()
      where company_id = current_setting('app.company_id') and kind = 'personnel' and account_id = ${id}
        and revoked_at is null and impersonator is not null`.execute(tx)
  } else await endSessions(tx, account)
  return rows[0]?.disabled ?? false
}

/** Opens it again: sessions that were left to send may do everything again. */
export async function reopenAccount(tx: Tx, id: string): Promise<void> {
  await openLogin(tx, id)
  await openSessions(tx, id)
}
