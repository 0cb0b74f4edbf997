import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { audit } from './audit.ts'

/**
 * Notes each request of an impersonating administrator before it is carried out, so that the trail never misses one. A route's declaration says whether it
 * acts: some GETs of the contract do. Routes that only read are left out, because a device reads all the time.
 */
export const impersonationTrailPlugin = fp(
  async (app: FastifyInstance) => {
    app.addHook('preHandler', async (request) => {
      const { actor } = request
      if (actor?.kind !== 'personnel' && actor?.kind !== 'client') return
      if (actor.impersonator === null || request.routeOptions.config.does !== 'acts') return
      const details = { method: request.method, route: request.routeOptions.url, params: request.params }
      await app.db.inTenant(actor.companyId, (tx) =>
        audit(tx, request, { action: 'impersonation.request', target: actor.account, details }),
      )
    })
  },
  { name: 'impersonation-trail', dependencies: ['session'] },
)
