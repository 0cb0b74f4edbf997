import { sql } from 'kysely'
import type { Tx } from '../plugins/database/database.ts'
import { lastFirst, type Page, type Paging, pageClause } from '../repositories/paging.ts'

const LIVE = sql`revoked_at is null and expires_at > now()`

/** Open sessions of a company, or the administrators' (null), each with what its device last reported (WORK-7); the last seen first. */
export async function openSessions(tx: Tx, companyId: string | null, paging: Paging): Promise<Page<unknown>> {
  const sorted = lastFirst(paging, 'last_seen_at')
  const mine = sql`from session where company_id is not distinct from ${companyId}::text and ${LIVE}`
  const { rows } = await sql`select s.id, s.kind || ':' || s.account_id as account, s.device_id, s.impersonator,
    s.created_at, s.last_seen_at, s.expires_at, d.agent, d.synced_at, d.pending + d.files as pending, d.refused
    from (select * ${mine}) as s
    left join device d on d.company_id = s.company_id and d.token_hash = s.token_hash
    ${pageClause(sorted, { by: 'last_seen_at', key: 'id' })}`.execute(tx)
  const { rows: all } = await sql<{ total: number }>`select count(*)::integer as total ${mine}`.execute(tx)
  return { data: rows, total: all[0]?.total ?? 0 }
}

/** Ends one open session of the company, or of the platform (null); undefined when there is none of this id. */
export async function endOpenSession(
  tx: Tx,
  companyId: string | null,
  id: string,
): Promise<{ token_hash: string; account: string } | undefined> {
  const { rows } = await sql<{ token_hash: string; account: string }>`update session set revoked_at = now()
    where id::text = ${id} and company_id is not distinct from ${companyId}::text and ${LIVE}
    returning token_hash, kind || ':' || account_id as account`.execute(tx)
  return rows[0]
}
