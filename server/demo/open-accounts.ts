import type { NotNull } from 'kysely'
import { eachCompany } from '../accounts/each-company.ts'
import { endSessions } from '../accounts/end-sessions.ts'
import { auditCommand } from '../audit/audit.ts'
import type { Database } from '../plugins/database/database.ts'
import { checkPassword, hashPassword } from '../plugins/session/passwords.ts'
import { newToken } from '../plugins/session/tokens.ts'
import { DEMO_PASSWORD } from './plans.ts'

/** An account of the demonstration whose password is still the published one. */
export interface OpenAccount {
  /** Null: an administrator. */
  companyId: string | null
  id: string
  mail: string
}

/** Domain of the demonstration's accounts: nobody has one there (RFC 2606). */
const DEMO_MAIL = '%example.com'

/**
 * SET-01: accounts into which any reader of our documentation can log in. A disabled one counts, and those of a suspended company: whoever opens it again does
 * not choose another password.
 */
export async function openDemoAccounts(db: Database): Promise<OpenAccount[]> {
  const platform = await db.transaction({ platform: true }, (tx) =>
    tx
      .selectFrom('admin_user')
      .select(['id', 'email as mail', 'password_hash'])
      .where('email', 'like', DEMO_MAIL)
      .execute(),
  )
  const staff = await eachCompany(db, {
    suspended: true,
    fn: async (tx, { id: companyId }) => {
      const rows = await tx
        .selectFrom('credential')
        .select(['personnel_id as id', 'mail', 'password_hash'])
        .where('mail', 'like', DEMO_MAIL)
        .$narrowType<{ mail: NotNull }>()
        .execute()
      return rows.map((row) => ({ ...row, companyId }))
    },
  })
  const open: OpenAccount[] = []
  // They share one hash, and checking one is slow on purpose.
  const checked = new Map<string, Promise<boolean>>()
  for (const { password_hash, ...account } of [...platform.map((row) => ({ ...row, companyId: null })), ...staff]) {
    const isOpen = checked.get(password_hash) ?? checkPassword(password_hash, DEMO_PASSWORD)
    checked.set(password_hash, isOpen)
    if (await isOpen) open.push(account)
  }
  return open
}

/** Gives each of them a password that nobody knows, and ends their sessions. @returns their mails */
export async function closeDemoAccounts(db: Database): Promise<string[]> {
  const open = await openDemoAccounts(db)
  const password_hash = await hashPassword(newToken())
  for (const { companyId, id } of open) {
    await db.transaction(companyId === null ? { platform: true } : { companyId }, async (tx) => {
      const account = companyId === null ? `admin:${id}` : `personnel:${id}`
      if (companyId === null) await tx.updateTable('admin_user').set({ password_hash }).where('id', '=', id).execute()
      else await tx.updateTable('credential').set({ password_hash }).where('personnel_id', '=', id).execute()
      await endSessions(tx, account)
      await auditCommand(tx, { action: 'password.reset', target: account, details: { demonstration: true } })
    })
  }
  return open.map(({ mail }) => mail)
}
