import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { notFound } from '../../../schemas/errors.ts'
import { tellSecondFactorChanged } from '../../accounts/security-notices.ts'
import { worksThere } from '../../accounts/staff-accounts.ts'
import { ADMIN } from '../../actor.ts'
import { audit } from '../../audit/audit.ts'
import { removeFactors } from '../../second-factor/factors.ts'
import { nothing } from '../shared/answers.ts'
import { companyNeeded, companyQuery, idSchema } from './admin-request.ts'

/** For a member of the staff who has lost their second factor, recovery codes included. Their password stays. */
export async function staffFactorRoutes(app: FastifyInstance): Promise<void> {
  const schema = {
    summary: 'Remet à zéro le second facteur d’un membre du personnel',
    params: Type.Object({ id: idSchema }),
    querystring: Type.Object(companyQuery),
    response: { 204: nothing },
  }
  const config = { access: ADMIN, does: 'acts', reauth: true } as const
  app.delete<{ Params: { id: string } }>(
    '/admin/personnels/:id/second_factor',
    { config, schema },
    async (request, reply) => {
      const companyId = await companyNeeded(app, request)
      const { id } = request.params
      await app.db.inTenant(companyId, async (tx) => {
        if (!(await worksThere(tx, id))) throw notFound()
        await removeFactors(tx, `personnel:${id}`)
        const change = 'Un administrateur l’a remise à zéro : elle n’est plus demandée avec votre mot de passe.'
        await tellSecondFactorChanged(tx, app, request, { account: `personnel:${id}`, change })
        await audit(tx, request, { action: 'second_factor.reset', target: `personnel:${id}` })
      })
      app.messages.wake(companyId)
      return reply.status(204).send()
    },
  )
}
