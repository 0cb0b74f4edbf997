import type { FastifyInstance } from 'fastify'
import { EVERY_SESSION } from '../../actor.ts'
import { audit } from '../../audit/audit.ts'
import { nothing } from '../shared/answers.ts'

/** Everybody's logout. */
export async function logoutRoutes(app: FastifyInstance): Promise<void> {
  const schema = { summary: 'Déconnexion', response: { 204: nothing } }
  app.post('/logout', { config: { access: EVERY_SESSION, does: 'acts' }, schema }, async (request, reply) => {
    const { actor } = request
    if (actor.kind !== 'anonymous') {
      const action = actor.impersonator === null ? 'logout' : 'impersonation.ended'
      await app.sessions.revoke(actor, (trx) => audit(trx, request, { action, target: actor.account }))
    }
    return reply.status(204).send()
  })
}
