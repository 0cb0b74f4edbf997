import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { AppError } from '../../../schemas/errors.ts'

/**
 * A member of the staff whose roles were all removed may log out, and nothing else: one answer to every other call, by a code that their device
 * knows, under the company's epoch (without it a device takes an answer for somebody else's, PUSH-3). Runs after the tenant.
 */
export const roleGatePlugin = fp(
  async (app: FastifyInstance) => {
    app.addHook('onRequest', async ({ actor, routeOptions }) => {
      const { access } = routeOptions.config
      if (access === undefined || access === 'public' || access.withoutRole) return
      if (actor.kind !== 'personnel' || actor.staff.roles.length > 0) return
      throw new AppError('NO_ROLE', "Votre compte n'a plus aucun rôle : adressez-vous à votre responsable.")
    })
  },
  { name: 'role-gate', dependencies: ['tenant'] },
)
