import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import type { Values } from '../../../schemas/merge.ts'
import { entityOf } from '../../../schemas/resources.ts'
import { uuidv7 } from '../../../schemas/uuid.ts'
import { ADMIN } from '../../actor.ts'
import { allArticleRows } from '../../articles/rows.ts'
import type { Tx } from '../../plugins/database/database.ts'
import { allReferenceRows, reportFormRows } from '../../repositories/references.ts'
import { applyMutation } from '../../writes/apply-mutation.ts'
import { many } from '../shared/answers.ts'
import { creationOf, patchOf, recordOf, written } from '../shared/records.ts'
import { bodyOf, mutationOf, sendVerdict } from '../shared/staff-request.ts'
import { companyNeeded, companyQuery, idSchema } from './admin-request.ts'
import { listAuthor, toldWrites } from './list-writes.ts'

const querystring = Type.Object(companyQuery)
const acts = { access: ADMIN, does: 'acts' } as const

/** What directors of a company set up, and administrators for any company. */
interface CompanyRecords {
  resource: 'reference' | 'rapport' | 'article'
  path: string
  rows: (tx: Tx) => Promise<Values[]>
  summaries: { list: string; create: string; update: string }
}

/** Lists of any company (SET-03). */
export const adminReferenceRoutes = companyRecordRoutes({
  resource: 'reference',
  path: '/admin/references',
  rows: (tx) => allReferenceRows(tx),
  summaries: {
    list: 'Listes d’une entreprise, entrées archivées comprises',
    create: 'Ajoute une entrée à une liste d’une entreprise',
    update: 'Modifie une entrée d’une liste d’une entreprise',
  },
})

/** Report forms of any company (SET-04). */
export const adminReportRoutes = companyRecordRoutes({
  resource: 'rapport',
  path: '/admin/reports',
  rows: reportFormRows,
  summaries: {
    list: 'Formulaires de compte rendu d’une entreprise, archivés compris',
    create: 'Crée un formulaire de compte rendu pour une entreprise',
    update: 'Modifie un formulaire de compte rendu d’une entreprise',
  },
})

/** The price list of any company (SET-08). */
export const adminArticleRoutes = companyRecordRoutes({
  resource: 'article',
  path: '/admin/articles',
  rows: allArticleRows,
  summaries: {
    list: 'Tarifs d’une entreprise, articles archivés compris',
    create: 'Ajoute un article aux tarifs d’une entreprise',
    update: 'Modifie un article des tarifs d’une entreprise',
  },
})

/** Written like a director's: one write path, merged, with hints to the devices. Nothing deletes here: what is used is archived. */
function companyRecordRoutes(spec: CompanyRecords) {
  return async (app: FastifyInstance): Promise<void> => {
    listRoute(app, spec)
    writeRoutes(app, spec)
  }
}

function listRoute(app: FastifyInstance, { resource, path, rows, summaries }: CompanyRecords): void {
  app.get(
    path,
    {
      config: { access: ADMIN, does: 'reads' },
      schema: { summary: summaries.list, querystring, response: { 200: many(recordOf(resource)) } },
    },
    async (request) => {
      const companyId = await companyNeeded(app, request)
      const found = await app.db.inTenant(companyId, rows)
      const names = [...Object.keys(entityOf(resource).fields), 'VERSION']
      return { data: found.map((all) => Object.fromEntries(names.map((name) => [name, all[name]]))) }
    },
  )
}

function writeRoutes(app: FastifyInstance, { resource, path, summaries }: CompanyRecords): void {
  const entity = entityOf(resource)
  const row = recordOf(resource)

  const creation = {
    summary: summaries.create,
    querystring,
    body: creationOf(entity),
    response: { 201: written(row) },
  }
  app.post(path, { config: acts, schema: creation }, async (request, reply) => {
    const body = bodyOf(request)
    const id = typeof body.id === 'string' ? body.id : uuidv7()
    const mutation = mutationOf(request, { action: 'create', resource, id, body: { ...body, id } })
    const actor = await listAuthor(app, request)
    return sendVerdict(
      reply,
      await applyMutation(toldWrites(app, request, { name: resource, done: 'created', id }), actor, mutation),
    )
  })

  const edit = {
    summary: summaries.update,
    params: Type.Object({ id: idSchema }),
    querystring,
    body: patchOf(entity),
    response: { 200: written(row) },
  }
  app.put<{ Params: { id: string } }>(`${path}/:id`, { config: acts, schema: edit }, async (request, reply) => {
    const { id } = request.params
    const mutation = mutationOf(request, { action: 'update', resource, id, body: bodyOf(request) })
    const actor = await listAuthor(app, request)
    return sendVerdict(
      reply,
      await applyMutation(toldWrites(app, request, { name: resource, done: 'updated', id }), actor, mutation),
    )
  })
}
