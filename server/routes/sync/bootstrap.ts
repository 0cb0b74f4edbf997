import type { FastifyInstance } from 'fastify'
import { STAFF } from '../../actor.ts'
import { bootstrap } from '../../pull/bootstrap.ts'
import { sendJson, staffActor } from '../shared/staff-request.ts'

/** GET /sync/bootstrap: what the first screen needs, before the first pull (PULL-8). */
export async function syncBootstrapRoutes(app: FastifyInstance): Promise<void> {
  app.get('/sync/bootstrap', { config: { access: STAFF } }, async (request, reply) => {
    const actor = staffActor(request)
    return sendJson(reply, await app.db.inTenant(actor.companyId, (tx) => bootstrap(tx, actor, new Date())))
  })
}
