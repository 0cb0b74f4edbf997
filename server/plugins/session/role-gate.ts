import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { mayUse } from '../../../schemas/access.ts'
import { hasLeft, noRole, unauthorized } from '../../../schemas/errors.ts'
import { HEADER } from '../../../schemas/protocol.ts'

/**
 * A member of the staff whose roles were all removed may log out and learn what became of a write that had been accepted, and nothing else. Every other call
 * gets one answer: a code that their device knows, under the company's epoch (without it a device takes the answer for one of something else, PUSH-3). Whoever
 * has left may send what their device still holds, and nothing else (PUSH-11). The rights on services are enforced here too, by the route's declaration alone: a
 * handler cannot forget them. Runs after the tenant.
 */
export const roleGatePlugin = fp(
  async (app: FastifyInstance) => {
    app.addHook('onRequest', async ({ actor, routeOptions, headers }) => {
      const { access, right, replays, sends } = routeOptions.config
      if (access === undefined || access === 'public' || actor.kind !== 'personnel') return
      if (actor.staff.roles.length === 0) {
        if (access.withoutRole || (replays && headers[HEADER.mutation] !== undefined)) return
        throw noRole()
      }
      if (actor.sendsOnly && !access.withoutRole && !sends && !(replays && headers[HEADER.mutation] !== undefined))
        throw hasLeft({ device: headers[HEADER.account] !== undefined })
      if (right !== undefined && !mayUse(actor.staff, right)) throw unauthorized()
    })
  },
  { name: 'role-gate', dependencies: ['tenant'] },
)
