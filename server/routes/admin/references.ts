import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { reference } from '../../../schemas/entities/reference.ts'
import { uuidv7 } from '../../../schemas/uuid.ts'
import { ADMIN } from '../../actor.ts'
import { allReferenceRows } from '../../repositories/references.ts'
import { applyMutation } from '../../writes/apply-mutation.ts'
import { many } from '../shared/answers.ts'
import { creationOf, patchOf, recordOf, written } from '../shared/records.ts'
import { bodyOf, mutationOf, sendVerdict } from '../shared/staff-request.ts'
import { companyNeeded, companyQuery, idSchema } from './admin-request.ts'
import { listAuthor, toldWrites } from './list-writes.ts'

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
    const actor = await listAuthor(app, request)
    return sendVerdict(
      reply,
      await applyMutation(toldWrites(app, request, { name: 'reference', done: 'created', id }), actor, mutation),
    )
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
    const actor = await listAuthor(app, request)
    return sendVerdict(
      reply,
      await applyMutation(toldWrites(app, request, { name: 'reference', done: 'updated', id }), actor, mutation),
    )
  })
}
