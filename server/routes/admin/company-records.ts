import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { ContentDone } from '../../../schemas/audit.ts'
import type { Values } from '../../../schemas/merge.ts'
import { entityOf } from '../../../schemas/resources.ts'
import { uuidv7 } from '../../../schemas/uuid.ts'
import { ADMIN } from '../../actor.ts'
import { audit } from '../../audit/audit.ts'
import type { Tx } from '../../plugins/database/database.ts'
import { allReferenceRows, reportFormRows } from '../../repositories/references.ts'
import { applyMutation } from '../../writes/apply-mutation.ts'
import type { StaffActor, WriteDeps } from '../../writes/write-types.ts'
import { many } from '../shared/answers.ts'
import { creationOf, patchOf, recordOf, written } from '../shared/records.ts'
import { writeDeps } from '../shared/resource-routes.ts'
import { bodyOf, mutationOf, sendVerdict } from '../shared/staff-request.ts'
import { adminOf, companyNeeded, companyQuery, idSchema } from './admin-request.ts'

const querystring = Type.Object(companyQuery)
const acts = { access: ADMIN, does: 'acts' } as const

/** What directors of a company set up, and administrators for any company. */
interface CompanyRecords {
  resource: 'reference' | 'rapport'
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
    const actor = await authorIn(app, request)
    return sendVerdict(
      reply,
      await applyMutation(told(app, request, { resource, done: 'created', id }), actor, mutation),
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
    const actor = await authorIn(app, request)
    return sendVerdict(
      reply,
      await applyMutation(told(app, request, { resource, done: 'updated', id }), actor, mutation),
    )
  })
}

/** The administrator, with the rights of a director of that company: the routes here write its lists and report forms, and nothing else. */
async function authorIn(app: FastifyInstance, request: FastifyRequest): Promise<StaffActor> {
  const { account } = adminOf(request)
  const staff = { id: account, roles: ['commercial_director'] as const, agences: [], toutesAgences: true }
  return { companyId: await companyNeeded(app, request), account, staff }
}

/** Notes the write in the trail, in its own transaction: both are committed, or none. */
function told(
  app: FastifyInstance,
  request: FastifyRequest,
  { resource, done, id }: Pick<CompanyRecords, 'resource'> & { done: ContentDone; id: string },
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
