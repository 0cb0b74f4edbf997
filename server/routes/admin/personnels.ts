import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { removePersonnel } from '../../accounts/personnels.ts'
import { ADMIN } from '../../actor.ts'
import { once } from '../../writes/once.ts'
import { nothing } from '../shared/answers.ts'
import { staffAccountRoutes, told } from '../shared/staff-account-routes.ts'
import { adminOf, companyNeeded, companyQuery, idSchema } from './admin-request.ts'
import { personnelIndexRoute } from './personnels-index.ts'

const path = '/admin/personnels'
const params = Type.Object({ id: idSchema })
const querystring = Type.Object(companyQuery)

/** Staff of a company with their rights and logins, for administrators. */
export async function adminPersonnelRoutes(app: FastifyInstance): Promise<void> {
  personnelIndexRoute(app)
  staffAccountRoutes(app, {
    path,
    access: ADMIN,
    querystring,
    companyOf: (request) => companyNeeded(app, request),
  })
  destroyRoute(app)
}

function destroyRoute(app: FastifyInstance): void {
  const schema = { summary: 'Retire un membre du personnel', params, querystring, response: { 204: nothing } }
  const config = { access: ADMIN, does: 'acts' } as const
  app.delete<{ Params: { id: string } }>(`${path}/:id`, { config, schema }, async (request, reply) => {
    const companyId = await companyNeeded(app, request)
    const { id } = request.params
    const hints = await app.db.inTenant(companyId, (tx) =>
      once(tx, request, async () => {
        const removed = await removePersonnel(tx, { id, by: adminOf(request).account })
        await told(tx, request, { done: 'deleted', id })
        return removed
      }),
    )
    app.hints.publish(companyId, hints)
    await app.sessions.forget(`personnel:${id}`)
    return reply.status(204).send()
  })
}
