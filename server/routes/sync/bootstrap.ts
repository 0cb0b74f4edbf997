import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { STAFF } from '../../actor.ts'
import { bootstrap, totalRows } from '../../pull/bootstrap.ts'
import { one } from '../shared/answers.ts'
import { rowsOf } from '../shared/records.ts'
import { sendJson, staffActor } from '../shared/staff-request.ts'

const FIRST = ['reference', 'rapport', 'personnel', 'adresse', 'client', 'projet', 'rdv'] as const
const schema = {
  summary: 'De quoi afficher le premier écran, avant la première synchronisation',
  response: {
    200: Type.Object(
      {
        data: Type.Object(Object.fromEntries(FIRST.map((resource) => [resource, rowsOf(resource)])), {
          additionalProperties: false,
        }),
      },
      { additionalProperties: false },
    ),
  },
}
const totalSchema = {
  summary: 'Lignes que la première synchronisation apportera',
  response: { 200: one(Type.Object({ total: Type.Integer() }, { additionalProperties: false })) },
}

/** GET /sync/bootstrap: what the first screen needs, before the first pull; GET /sync/total: for the progress of that pull (PULL-8). */
export async function syncBootstrapRoutes(app: FastifyInstance): Promise<void> {
  app.get('/sync/bootstrap', { config: { access: STAFF, does: 'reads' }, schema }, async (request, reply) => {
    const actor = staffActor(request)
    return sendJson(reply, await app.db.inTenant(actor.companyId, (tx) => bootstrap(tx, actor, new Date())))
  })
  app.get('/sync/total', { config: { access: STAFF, does: 'reads' }, schema: totalSchema }, async (request) => {
    const actor = staffActor(request)
    return { data: { total: await app.db.inTenant(actor.companyId, (tx) => totalRows(tx, actor)) } }
  })
}
