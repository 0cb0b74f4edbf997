import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { RETENTION_KINDS, retentionRule } from '../../../schemas/retention.ts'
import { ADMIN } from '../../actor.ts'
import type { Scope } from '../../plugins/database/database.ts'
import { lastRuns } from '../../retention/last-runs.ts'
import { many } from '../shared/answers.ts'
import { companyGiven, companyNeeded, companyQuery } from './admin-request.ts'

const Line = Type.Object(
  {
    kind: Type.String(),
    title: Type.String(),
    /** Null: no period of its own. */
    days: Type.Union([Type.Integer(), Type.Null()]),
    from: Type.String(),
    action: Type.Enum(['supprime', 'vide', 'propose', 'garde']),
    why: Type.String(),
    source: Type.String(),
    sure: Type.Enum(['texte', 'seconde main', 'choix']),
    /** The job's last run for this kind; null: it has not run, or no job does this kind. */
    ran_at: Type.Union([Type.String({ format: 'lolapp-instant' }), Type.Null()]),
    removed: Type.Union([Type.Integer(), Type.Null()]),
    total: Type.Union([Type.Integer(), Type.Null()]),
  },
  { additionalProperties: false },
)

/** GET /admin/retention: how long each kind is kept and why, and what the daily job removed of it, in a company or of the platform's own. */
export async function adminRetentionRoutes(app: FastifyInstance): Promise<void> {
  const schema = {
    summary: 'Durées de conservation, et ce que la tâche quotidienne a retiré',
    querystring: Type.Object(companyQuery),
    response: { 200: many(Line) },
  }
  app.get('/admin/retention', { config: { access: ADMIN, does: 'reads' }, schema }, async (request) => {
    const companyId = companyGiven(request) === null ? null : await companyNeeded(app, request)
    const scope: Scope = companyId === null ? { platform: true } : { companyId }
    const runs = await app.db.transaction(scope, (tx) => lastRuns(tx, companyId))
    return {
      data: RETENTION_KINDS.map((kind) => {
        const { title, days, from, action, why, source, sure } = retentionRule(kind)
        const run = runs.get(kind)
        return {
          kind,
          title,
          days,
          from,
          action,
          why,
          source,
          sure,
          ran_at: run?.ran_at ?? null,
          removed: run ? Number(run.removed) : null,
          total: run ? Number(run.total) : null,
        }
      }),
    }
  })
}
