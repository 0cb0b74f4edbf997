import { sql } from 'kysely'
import type { Tx } from '../plugins/database/database.ts'
import type { AccountKind } from '../plugins/database/tables.ts'

/**
 * Ends the sessions of an account of the transaction's company (or, for an administrator, of the platform). After the commit call `app.sessions.forget` for
 * each answered hash, or once for the account: without it a session may stay valid for the few seconds of the cache, and its hint stream until it ends by
 * itself. A login of the account that waits for its second factor ends too, unless one session alone is named.
 * @param account `personnel:<id>`, `client:<id>` or `admin:<id>`
 * @param only `id`: the one of that id; `except`: all but the one with this `tokenHash`
 * @returns `token_hash` of each that has ended now
 */
export async function endSessions(
  tx: Tx,
  account: string,
  only: { id?: string; except?: string } = {},
): Promise<string[]> {
  const [kind, id] = splitAccount(account)
  // First: a login that is just being completed is waited for here, and its session is among those that end.
  if (only.id === undefined)
    await sql`delete from factor_challenge where account = ${account} and purpose = 'login'`.execute(tx)
  const ended = await tx
    .updateTable('session')
    .set({ revoked_at: new Date() })
    .where('kind', '=', kind)
    .where('account_id', '=', id)
    .where('revoked_at', 'is', null)
    .$if(only.id !== undefined, (query) => query.where(sql<string>`id::text`, '=', only.id as string))
    .$if(only.except !== undefined, (query) => query.where('token_hash', '<>', only.except as string))
    .returning(['token_hash', 'expires_at'])
    .execute()
  return ended.filter(({ expires_at }) => Date.parse(expires_at) > Date.now()).map(({ token_hash }) => token_hash)
}

/** Ends the sessions that public links opened for a client, whose own logins stay. After the commit call `app.sessions.forget`. */
export async function endLinkSessions(tx: Tx, clientId: string): Promise<void> {
  await tx
    .updateTable('session')
    .set({ revoked_at: new Date() })
    .where('kind', '=', 'client')
    .where('account_id', '=', clientId)
    .where('limited_to', 'is not', null)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Sessions of a member of the staff that were left to send (server/handover) may do everything again. After the commit call `app.sessions.forget`. */
export async function openSessions(tx: Tx, id: string): Promise<void> {
  await sql`update session set sends_only = false
    where company_id = current_setting('app.company_id') and kind = 'personnel' and account_id = ${id}
      and sends_only and revoked_at is null`.execute(tx)
}

/** Ends every session of the transaction's company. After the commit call `app.sessions.forget('company:<id>')`. */
export async function endAllSessions(tx: Tx): Promise<void> {
  await tx.updateTable('session').set({ revoked_at: new Date() }).where('revoked_at', 'is', null).execute()
}

export function splitAccount(account: string): [kind: AccountKind, id: string] {
  const at = account.indexOf(':')
  return [account.slice(0, at) as AccountKind, account.slice(at + 1)]
}
