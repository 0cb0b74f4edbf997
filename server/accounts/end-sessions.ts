import type { Tx } from '../plugins/database/database.ts'
import type { AccountKind } from '../plugins/database/tables.ts'

/**
 * Ends every session of an account of the transaction's company (or, for an administrator, of the platform). After the commit call
 * `app.sessions.forget(account)`: without it a session may live on for the few seconds of the cache.
 * @param account `personnel:<id>`, `client:<id>` or `admin:<id>`
 */
export async function endSessions(tx: Tx, account: string): Promise<void> {
  const [kind, id] = splitAccount(account)
  await tx
    .updateTable('session')
    .set({ revoked_at: new Date() })
    .where('kind', '=', kind)
    .where('account_id', '=', id)
    .where('revoked_at', 'is', null)
    .execute()
}

export function splitAccount(account: string): [kind: AccountKind, id: string] {
  const at = account.indexOf(':')
  return [account.slice(0, at) as AccountKind, account.slice(at + 1)]
}
