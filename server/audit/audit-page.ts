import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Tx } from '../plugins/database/database.ts'
import { lastFirst, type Page, type Paging, pageClause } from '../repositories/paging.ts'

export interface AuditFilters extends Paging {
  /** A whole action, or the part before its dot: `login` finds `login.refused`. */
  action?: string
  /** Who did it, or the account that an administrator impersonated. */
  actor?: string
  /** Instants: `from` included, `to` not. */
  from?: string
  to?: string
}

/** Lines of the trail of a company, or the platform's own (null); the newest first. */
export async function auditPage(tx: Tx, companyId: string | null, filters: AuditFilters): Promise<Page<unknown>> {
  const paging = lastFirst(filters, 'at')
  const where = sql`from audit where ${sql.join(conditions(companyId, filters), sql` and `)}`
  const { rows } = await sql`select id, at, actor, impersonator, action, target, ip, device, details
    ${where} ${pageClause(paging, { by: 'at', key: 'id' })}`.execute(tx)
  const { rows: all } = await sql<{ total: number }>`select count(*)::integer as total ${where}`.execute(tx)
  return { data: rows, total: all[0]?.total ?? 0 }
}

function conditions(companyId: string | null, { action, actor, from, to }: AuditFilters): RawBuilder<SqlBool>[] {
  return [
    sql<SqlBool>`company_id is not distinct from ${companyId}::text`,
    ...(action ? [sql<SqlBool>`(action = ${action} or split_part(action, '.', 1) = ${action})`] : []),
    ...(actor ? [sql<SqlBool>`(actor = ${actor} or impersonator = ${actor})`] : []),
    ...(from ? [sql<SqlBool>`at >= ${from}::timestamptz`] : []),
    ...(to ? [sql<SqlBool>`at < ${to}::timestamptz`] : []),
  ]
}
