import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { audit } from './audit.ts'

/**
 * What an administrator does as somebody else is told, request by request, before it is done: the trail never misses one. What a route
 * does is what it declares: some GETs of the contract act. Routes that only read are left out: a device reads all the time.
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
