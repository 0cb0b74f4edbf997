import type { FastifyInstance } from 'fastify'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import Type, { type Static, type TProperties, type TSchema } from 'typebox'
import { mayRead, type Staff } from '../../../schemas/access.ts'
import { notFound, unauthorized } from '../../../schemas/errors.ts'
import { ID_PATTERN } from '../../../schemas/fields.ts'
import type { Values } from '../../../schemas/merge.ts'
import { etag } from '../../../schemas/protocol.ts'
import { entityOf, type SyncedResource } from '../../../schemas/resources.ts'
import { STAFF } from '../../actor.ts'
import { pullPage } from '../../pull/pull-page.ts'
import { listRecords } from '../../repositories/list-records.ts'
import { showRecord } from '../../repositories/show-record.ts'
import { uuidv7 } from '../../uuidv7.ts'
import { applyMutation } from '../../writes/apply-mutation.ts'
import type { Mutation, StaffActor, Verdict, WriteDeps } from '../../writes/write-types.ts'
import { bodyOf, mutationOf, sendJson, sendVerdict, staffActor } from './staff-request.ts'

export const LIST_LIMIT = 1000

/** What a filter may look at besides the query. */
export interface FilterContext {
  staff: Staff
  /** The company's time zone. */
  zone: string
}

export interface ResourceSpec<Q extends TProperties> {
  resource: SyncedResource
  /** The contract's query filters of the index (API-02). */
  query?: Q
  filter?: (
    query: { [K in keyof Q]?: Q[K] extends TSchema ? Static<Q[K]> : never },
    context: FilterContext,
  ) => RawBuilder<SqlBool>[]
  order: RawBuilder<unknown>
  /** Adds to a shown record what is computed for people. */
  present?: (record: Values) => Values
}

const PAGING = {
  since: Type.Optional(Type.String({ maxLength: 200 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000_000 })),
}
interface Paging {
  since?: string
  limit?: number
  offset?: number
}

export const idParams = (name = 'id'): TSchema =>
  Type.Object({ [name]: Type.String({ pattern: ID_PATTERN, maxLength: 64 }) })

export const writeDeps = (app: FastifyInstance): WriteDeps => ({
  database: app.db,
  publish: (companyId, hints) => app.hints.publish(companyId, hints),
})

/** The one call of every write route. */
export const write = (app: FastifyInstance, actor: StaffActor, mutation: Mutation): Promise<Verdict> =>
  applyMutation(writeDeps(app), actor, mutation)

/** Throws 403 for somebody without any role. */
export function assertReads(actor: StaffActor, resource: SyncedResource): void {
  if (!mayRead(actor.staff, resource)) throw unauthorized()
}

/**
 * The five calls of a resource (API-02): index (a plain list with its filters, or, with `since`, a page of changes), show with its
 * relations, store, update, destroy.
 */
export function resourceRoutes<Q extends TProperties>(spec: ResourceSpec<Q>) {
  const { resource } = spec
  const { path } = entityOf(resource)
  return async (app: FastifyInstance): Promise<void> => {
    indexRoute(app, spec)

    app.get<{ Params: { id: string } }>(
      `${path}/:id`,
      { config: { access: STAFF }, schema: { params: idParams() } },
      async (request, reply) => {
        const actor = staffActor(request)
        assertReads(actor, resource)
        const record = await app.db.inTenant(actor.companyId, (tx) =>
          showRecord(tx, actor.staff, { resource, id: request.params.id }),
        )
        if (!record) throw notFound()
        return reply.header('etag', etag(record.VERSION)).send({ data: spec.present ? spec.present(record) : record })
      },
    )
    writeRoutes(app, resource)
  }
}

/** GET {path}: with `since` a page of changes (PULL-1), without it the plain list. */
function indexRoute<Q extends TProperties>(app: FastifyInstance, spec: ResourceSpec<Q>): void {
  const { resource, query = {}, filter, order } = spec
  const optional = Object.fromEntries(
    Object.entries(query as TProperties).map(([name, schema]) => [name, Type.Optional(schema)]),
  )
  app.get(
    entityOf(resource).path,
    { config: { access: STAFF }, schema: { querystring: Type.Object({ ...optional, ...PAGING }) } },
    async (request, reply) => {
      const actor = staffActor(request)
      assertReads(actor, resource)
      const { since, limit, offset = 0, ...filters } = request.query as Paging & Record<string, unknown>
      if (since !== undefined) {
        const page = await app.db.inTenant(actor.companyId, (tx) => pullPage(tx, actor, { resource, since, limit }))
        return sendJson(reply, page)
      }
      const context = { staff: actor.staff, zone: request.company?.FUSEAU ?? 'Europe/Paris' }
      const given = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''))
      const where = filter?.(given as never, context) ?? []
      const list = await app.db.inTenant(actor.companyId, (tx) =>
        listRecords(tx, actor.staff, {
          resource,
          where,
          order,
          offset,
          limit: Math.min(limit ?? LIST_LIMIT, LIST_LIMIT),
        }),
      )
      return sendJson(reply, `{"data":${list}}`)
    },
  )
}

/** POST, PUT and DELETE of a resource, through the one write path. */
export function writeRoutes(app: FastifyInstance, resource: SyncedResource): void {
  const { path, key } = entityOf(resource)
  const at = { config: { access: STAFF }, schema: { params: idParams() } }

  app.post(path, { config: { access: STAFF } }, async (request, reply) => {
    const body = bodyOf(request)
    const id = typeof body[key] === 'string' ? body[key] : uuidv7()
    const mutation = mutationOf(request, { action: 'create', resource, id, body: { [key]: id, ...body } })
    return sendVerdict(reply, await write(app, staffActor(request), mutation))
  })

  app.put<{ Params: { id: string } }>(`${path}/:id`, at, async (request, reply) => {
    const { id } = request.params
    const mutation = mutationOf(request, { action: 'update', resource, id, body: bodyOf(request) })
    return sendVerdict(reply, await write(app, staffActor(request), mutation))
  })

  app.delete<{ Params: { id: string } }>(`${path}/:id`, at, async (request, reply) => {
    const mutation = mutationOf(request, { action: 'delete', resource, id: request.params.id })
    return sendVerdict(reply, await write(app, staffActor(request), mutation))
  })
}

export const contains = (column: string, text: unknown): RawBuilder<SqlBool> =>
  sql<SqlBool>`search_key(${sql.ref(column)}) like ${`%${String(text)}%`}`

export const equals = (column: string, value: unknown): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(column)} = ${value}`
