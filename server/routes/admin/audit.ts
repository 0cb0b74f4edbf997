import type { FastifyInstance } from 'fastify'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import Type from 'typebox'
import { ADMIN } from '../../actor.ts'
import type { Scope } from '../../plugins/database/database.ts'
import { companyGiven, companyNeeded, companyQuery } from './admin-request.ts'
import { type Paging, pageClause, paged, pagingQuery } from './paging.ts'

const nullable = Type.Union([Type.String(), Type.Null()])
const Line = Type.Object({
  id: Type.String(),
  at: Type.String({ format: 'lolapp-instant' }),
  actor: Type.String(),
  impersonator: nullable,
  action: Type.String(),
  target: nullable,
  ip: nullable,
  device: nullable,
  details: Type.Record(Type.String(), Type.Unknown()),
})

interface Filters extends Paging {
  action?: string
  actor?: string
  from?: string
  to?: string
}

/** GET /admin/audit: the trail of a company, or the platform's own when none is named; the newest first. */
export async function adminAuditRoutes(app: FastifyInstance): Promise<void> {
  const instant = Type.Optional(Type.String({ format: 'lolapp-instant', maxLength: 30 }))
  const schema = {
    summary: "Journal d'audit",
    querystring: Type.Object({
      ...companyQuery,
      ...pagingQuery(['at', 'actor', 'action', 'target']),
      /** A whole action, or the part before its dot: `login` finds `login.refused`. */
      action: Type.Optional(Type.String({ maxLength: 60 })),
      /** Who did it, or the account that an administrator impersonated. */
      actor: Type.Optional(Type.String({ maxLength: 90 })),
      from: instant,
      to: instant,
    }),
    response: { 200: paged(Line) },
  }
  app.get('/admin/audit', { config: { access: ADMIN, does: 'reads' }, schema }, async (request) => {
    const companyId = companyGiven(request) === null ? null : await companyNeeded(app, request)
    const filters = request.query as Filters
    const scope: Scope = companyId === null ? { platform: true } : { companyId }
    const paging = filters.sortBy === undefined ? { ...filters, sortBy: 'at', sortDesc: true } : filters
    return app.db.transaction(scope, async (tx) => {
      const where = sql`from audit where ${sql.join(conditions(companyId, filters), sql` and `)}`
      const { rows } = await sql`select id, at, actor, impersonator, action, target, ip, device, details
        ${where} ${pageClause(paging, { by: 'at', key: 'id' })}`.execute(tx)
      const { rows: all } = await sql<{ total: number }>`select count(*)::integer as total ${where}`.execute(tx)
      return { data: rows, total: all[0]?.total ?? 0 }
    })
  })
}

function conditions(companyId: string | null, { action, actor, from, to }: Filters): RawBuilder<SqlBool>[] {
  return [
    sql<SqlBool>`company_id is not distinct from ${companyId}::text`,
    ...(action ? [sql<SqlBool>`(action = ${action} or split_part(action, '.', 1) = ${action})`] : []),
    ...(actor ? [sql<SqlBool>`(actor = ${actor} or impersonator = ${actor})`] : []),
    ...(from ? [sql<SqlBool>`at >= ${from}::timestamptz`] : []),
    ...(to ? [sql<SqlBool>`at < ${to}::timestamptz`] : []),
  ]
}
