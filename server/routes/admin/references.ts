import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { ContentDone } from '../../../schemas/audit.ts'
import { reference } from '../../../schemas/entities/reference.ts'
import { uuidv7 } from '../../../schemas/uuid.ts'
import { ADMIN } from '../../actor.ts'
import { audit } from '../../audit/audit.ts'
import { allReferenceRows } from '../../repositories/references.ts'
import { applyMutation } from '../../writes/apply-mutation.ts'
import type { StaffActor, WriteDeps } from '../../writes/write-types.ts'
import { many } from '../shared/answers.ts'
import { creationOf, patchOf, recordOf, written } from '../shared/records.ts'
import { writeDeps } from '../shared/resource-routes.ts'
import { bodyOf, mutationOf, sendVerdict } from '../shared/staff-request.ts'
import { adminOf, companyNeeded, companyQuery, idSchema } from './admin-request.ts'

const PATH = '/admin/references'
const row = recordOf('reference')
const querystring = Type.Object(companyQuery)
const acts = { access: ADMIN, does: 'acts' } as const

/** Lists of any company (SET-03), written like a director's: one write path, merged, with hints to the devices. Nothing deletes an entry. */
export async function adminReferenceRoutes(app: FastifyInstance): Promise<void> {
  app.get(
    PATH,
    {
      config: { access: ADMIN, does: 'reads' },
      schema: {
        summary: 'Listes d’une entreprise, entrées archivées comprises',
        querystring,
        response: { 200: many(row) },
      },
    },
    async (request) => {
      const companyId = await companyNeeded(app, request)
      const rows = await app.db.inTenant(companyId, (tx) => allReferenceRows(tx))
      const names = [...Object.keys(reference.fields), 'VERSION']
      return { data: rows.map((all) => Object.fromEntries(names.map((name) => [name, all[name]]))) }
    },
  )

  const creation = {
    summary: 'Ajoute une entrée à une liste d’une entreprise',
    querystring,
    body: creationOf(reference as never),
    response: { 201: written(row) },
  }
  app.post(PATH, { config: acts, schema: creation }, async (request, reply) => {
    const body = bodyOf(request)
    const id = typeof body.id === 'string' ? body.id : uuidv7()
    const mutation = mutationOf(request, { action: 'create', resource: 'reference', id, body: { ...body, id } })
    const actor = await authorIn(app, request)
    return sendVerdict(reply, await applyMutation(told(app, request, { done: 'created', id }), actor, mutation))
  })

  const edit = {
    summary: 'Modifie une entrée d’une liste d’une entreprise',
    params: Type.Object({ id: idSchema }),
    querystring,
    body: patchOf(reference as never),
    response: { 200: written(row) },
  }
  app.put<{ Params: { id: string } }>(`${PATH}/:id`, { config: acts, schema: edit }, async (request, reply) => {
    const { id } = request.params
    const mutation = mutationOf(request, { action: 'update', resource: 'reference', id, body: bodyOf(request) })
    const actor = await authorIn(app, request)
    return sendVerdict(reply, await applyMutation(told(app, request, { done: 'updated', id }), actor, mutation))
  })
}

/** The administrator, with the rights of a director of that company: the routes here write its lists and nothing else. */
async function authorIn(app: FastifyInstance, request: FastifyRequest): Promise<StaffActor> {
  const { account } = adminOf(request)
  const staff = { id: account, roles: ['commercial_director'] as const, agences: [], toutesAgences: true }
  return { companyId: await companyNeeded(app, request), account, staff }
}

/** Notes the write in the trail, in its own transaction: both are committed, or none. */
function told(
  app: FastifyInstance,
  request: FastifyRequest,
  { done, id }: { done: ContentDone; id: string },
): WriteDeps {
  const entry = {
    action: `reference.${done}`,
    target: `reference:${id}`,
    details: { fields: Object.keys(bodyOf(request)) },
  } as const
  return {
    ...writeDeps(app),
    database: {
      inTenant: (companyId, fn) =>
        app.db.inTenant(companyId, async (tx) => {
          const result = await fn(tx)
          await audit(tx, request, entry)
          return result
        }),
    },
  }
}
