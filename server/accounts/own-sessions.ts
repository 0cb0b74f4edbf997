import { sql } from 'kysely'
import type { OwnSession } from '../../schemas/account.ts'
import type { Tx } from '../plugins/database/database.ts'
import { splitAccount } from './end-sessions.ts'

/**
 * The open sessions of an account of the transaction's company (or, for an administrator, of the platform): the caller's first, then the last used.
 * @param account `personnel:<id>` or `admin:<id>`
 * @param current `tokenHash` of the caller
 */
export async function ownSessions(tx: Tx, account: string, current: string): Promise<OwnSession[]> {
  const [kind, id] = splitAccount(account)
  const { rows } = await sql<OwnSession>`
    select s.id, coalesce(s.agent, d.agent) as agent, s.address, s.created_at, s.last_seen_at, s.expires_at,
      s.token_hash = ${current} as current, s.impersonator is not null as by_admin
    from session s left join device d on d.company_id = s.company_id and d.token_hash = s.token_hash
    where s.company_id is not distinct from nullif(current_setting('app.company_id', true), '')
      and s.kind = ${kind} and s.account_id = ${id} and s.revoked_at is null and s.expires_at > now()
    order by s.token_hash = ${current} desc, s.last_seen_at desc, s.id`.execute(tx)
  return rows
}
