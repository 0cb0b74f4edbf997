import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { ADMIN } from '../../actor.ts'
import { type AuditFilters, auditPage } from '../../audit/audit-page.ts'
import type { Scope } from '../../plugins/database/database.ts'
import { companyGiven, companyNeeded, companyQuery } from './admin-request.ts'
import { paged, pagingQuery } from './paging.ts'

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

/** GET /admin/audit: the trail of a company, or the platform's own when none is named; the newest first. */
export async function adminAuditRoutes(app: FastifyInstance): Promise<void> {
  const instant = Type.Optional(Type.String({ format: 'lolapp-instant', maxLength: 30 }))
  const schema = {
    summary: "Journal d'audit",
    querystring: Type.Object({
      ...companyQuery,
      ...pagingQuery(['at', 'actor', 'action', 'target']),
      action: Type.Optional(Type.String({ maxLength: 60 })),
      actor: Type.Optional(Type.String({ maxLength: 90 })),
      from: instant,
      to: instant,
    }),
    response: { 200: paged(Line) },
  }
  app.get('/admin/audit', { config: { access: ADMIN, does: 'reads' }, schema }, async (request) => {
    const companyId = companyGiven(request) === null ? null : await companyNeeded(app, request)
    const scope: Scope = companyId === null ? { platform: true } : { companyId }
    return app.db.transaction(scope, (tx) => auditPage(tx, companyId, request.query as AuditFilters))
  })
}
