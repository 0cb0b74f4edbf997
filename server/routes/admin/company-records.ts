import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { ContentDone } from '../../../schemas/audit.ts'
import type { Values } from '../../../schemas/merge.ts'
import { entityOf } from '../../../schemas/resources.ts'
import { uuidv7 } from '../../../schemas/uuid.ts'
import { ADMIN } from '../../actor.ts'
import { allArticleRows } from '../../articles/rows.ts'
import { audit } from '../../audit/audit.ts'
import type { Tx } from '../../plugins/database/database.ts'
import { allReferenceRows } from '../../repositories/references.ts'
import { applyMutation } from '../../writes/apply-mutation.ts'
import type { StaffActor, WriteDeps } from '../../writes/write-types.ts'
import { many } from '../shared/answers.ts'
import { creationOf, patchOf, recordOf, written } from '../shared/records.ts'
import { writeDeps } from '../shared/resource-routes.ts'
import { bodyOf, mutationOf, sendVerdict } from '../shared/staff-request.ts'
import { adminOf, companyNeeded, companyQuery, idSchema } from './admin-request.ts'

const querystring = Type.Object(companyQuery)
const acts = { access: ADMIN, does: 'acts' } as const

interface CompanyRecords {
  resource: 'reference' | 'article'
  path: string
  /** What the routes do, in the API document. */
  summaries: { list: string; create: string; update: string }
  /** Every row of the company, archived ones too. */
  rows: (tx: Tx) => Promise<Values[]>
}

/** Lists of any company (SET-03). */
export const adminReferenceRoutes = companyRecordRoutes({
  resource: 'reference',
  path: '/admin/references',
  summaries: {
    list: 'Listes d’une entreprise, entrées archivées comprises',
    create: 'Ajoute une entrée à une liste d’une entreprise',
    update: 'Modifie une entrée d’une liste d’une entreprise',
  },
  rows: (tx) => allReferenceRows(tx),
})

/** The price list of any company (SET-08). */
export const adminArticleRoutes = companyRecordRoutes({
  resource: 'article',
  path: '/admin/articles',
  summaries: {
    list: 'Tarifs d’une entreprise, articles archivés compris',
    create: 'Ajoute un article aux tarifs d’une entreprise',
    update: 'Modifie un article des tarifs d’une entreprise',
  },
  rows: allArticleRows,
})

/** What directors write of their company, for administrators of any: one write path, merged, with hints to the devices. Nothing deletes a record. */
function companyRecordRoutes({ resource, path, summaries, rows }: CompanyRecords) {
  const entity = entityOf(resource)
  const record = recordOf(resource)
  return async (app: FastifyInstance): Promise<void> => {
    const list = { summary: summaries.list, querystring, response: { 200: many(record) } }
    app.get(path, { config: { access: ADMIN, does: 'reads' }, schema: list }, async (request) => {
      const companyId = await companyNeeded(app, request)
      const found = await app.db.inTenant(companyId, rows)
      const names = [...Object.keys(entity.fields), 'VERSION']
      return { data: found.map((all) => Object.fromEntries(names.map((name) => [name, all[name]]))) }
    })

    const creation = {
      summary: summaries.create,
      querystring,
      body: creationOf(entity),
      response: { 201: written(record) },
    }
    app.post(path, { config: acts, schema: creation }, async (request, reply) => {
      const body = bodyOf(request)
      const id = typeof body.id === 'string' ? body.id : uuidv7()
      const mutation = mutationOf(request, { action: 'create', resource, id, body: { ...body, id } })
      const actor = await authorIn(app, request)
      const deps = told(app, request, { resource, done: 'created', id })
      return sendVerdict(reply, await applyMutation(deps, actor, mutation))
    })

    const edit = {
      summary: summaries.update,
      params: Type.Object({ id: idSchema }),
      querystring,
      body: patchOf(entity),
      response: { 200: written(record) },
    }
    app.put<{ Params: { id: string } }>(`${path}/:id`, { config: acts, schema: edit }, async (request, reply) => {
      const { id } = request.params
      const mutation = mutationOf(request, { action: 'update', resource, id, body: bodyOf(request) })
      const actor = await authorIn(app, request)
      const deps = told(app, request, { resource, done: 'updated', id })
      return sendVerdict(reply, await applyMutation(deps, actor, mutation))
    })
  }
}

/** The administrator, with the rights of a director of that company: the routes here write its lists and its price list, and nothing else. */
async function authorIn(app: FastifyInstance, request: FastifyRequest): Promise<StaffActor> {
  const { account } = adminOf(request)
  const staff = { id: account, roles: ['commercial_director'] as const, agences: [], toutesAgences: true }
  return { companyId: await companyNeeded(app, request), account, staff }
}

/** Notes the write in the trail, in its own transaction: both are committed, or none. */
function told(
  app: FastifyInstance,
  request: FastifyRequest,
  { resource, done, id }: { resource: CompanyRecords['resource']; done: ContentDone; id: string },
): WriteDeps {
  const entry = {
    action: `${resource}.${done}`,
    target: `${resource}:${id}`,
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
