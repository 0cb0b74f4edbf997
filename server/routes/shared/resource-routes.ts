import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Type, { type Static, type TProperties, type TSchema } from 'typebox'
import { mayRead, type Staff } from '../../../schemas/access.ts'
import { type CommandName, commandOf, commandsOf } from '../../../schemas/commands.ts'
import { DEFAULT_ZONE } from '../../../schemas/dates.ts'
import { notFound, unauthorized } from '../../../schemas/errors.ts'
import { ID_PATTERN } from '../../../schemas/fields.ts'
import type { Values } from '../../../schemas/merge.ts'
import { etag } from '../../../schemas/protocol.ts'
import { entityOf, type ResourceName, type SyncedResource } from '../../../schemas/resources.ts'
import { type Access, type Policy, STAFF } from '../../actor.ts'
import { contactUrl } from '../../contacts/contact-link.ts'
import { forApp } from '../../plugins/versions.ts'
import { canauxOf } from '../../ports/canaux.ts'
import { pull } from '../../pull/pull.ts'
import type { Condition } from '../../repositories/filters.ts'
import { type ListedResource, listRecords } from '../../repositories/list-records.ts'
import { showRecord } from '../../repositories/show-record.ts'
import { publicUrl } from '../../space/public-link.ts'
import { applyMutation } from '../../writes/apply-mutation.ts'
import { effectOf } from '../../writes/commands.ts'
import type { Mutation, StaffActor, Verdict, WriteDeps } from '../../writes/write-types.ts'
import { nothing } from './answers.ts'
import { commandSummary } from './command-summaries.ts'
import { commandBodyOf, creationOf, listOrPage, patchOf, recordOf, shown, written } from './records.ts'
import { bodyOf, deletionBody, madeId, mutationOf, sendJson, sendVerdict, staffActor } from './staff-request.ts'

export const LIST_LIMIT = 1000

/** What a filter may use besides the query. */
export interface FilterContext {
  staff: Staff
  /** The company's time zone. */
  zone: string
}

type After = (app: FastifyInstance, companyId: string, id: string) => Promise<void>

export interface ResourceSpec<Q extends TProperties> {
  resource: ListedResource
  /** The contract's query filters of the index (API-02). */
  query?: Q
  filter?: (
    query: { [K in keyof Q]?: Q[K] extends TSchema ? Static<Q[K]> : never },
    context: FilterContext,
  ) => Condition[]
  /** False for a resource that nobody may delete: it has no DELETE. */
  deletes?: false
  /** What follows the commit of a command, for the record of this id. A command that is sent again runs it again: it must be safe to repeat. */
  after?: Partial<Record<CommandName, After>>
  /** Adds computed fields to a shown record. */
  present?: { fields: TProperties; of: (record: Values) => Values }
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
  publicUrl: (company, quote) => publicUrl(app, company, quote),
  contactUrl: (company, changeId) => contactUrl(app, company, changeId),
  canaux: (services) => canauxOf(app.ports, services),
  forget: (account) => app.sessions.forget(account),
  wake: (companyId, seconds) => app.messages.wake(companyId, seconds),
})

/** Access of a staff route that a line of `schemas/access.ts` rules. */
export const at = (resource: ResourceName, action: Policy['action']): { access: Access; policy: Policy } => ({
  access: STAFF,
  policy: { resource, action },
})

/** The same, of a route that only calls `write`. */
export const atWrite = (resource: ResourceName, action: Policy['action']) =>
  ({ ...at(resource, action), does: 'acts', replays: true }) as const

/** Every write route calls it. */
export const write = (app: FastifyInstance, actor: StaffActor, mutation: Mutation): Promise<Verdict> =>
  applyMutation(writeDeps(app), actor, mutation)

/** Throws 403 for somebody without any role. */
export function assertReads(actor: StaffActor, resource: SyncedResource): void {
  if (!mayRead(actor.staff, resource)) throw unauthorized()
}

/**
 * The five calls of a resource (API-02): index (a plain list with its filters, or, with `since`, a page of changes), show with its
 * relations, store, update, destroy; and its commands.
 */
export function resourceRoutes<Q extends TProperties>(spec: ResourceSpec<Q>) {
  const { resource } = spec
  const { path } = entityOf(resource)
  return async (app: FastifyInstance): Promise<void> => {
    indexRoute(app, spec)

    app.get<{ Params: { id: string } }>(
      `${path}/:id`,
      {
        config: { ...at(resource, 'read'), does: 'reads' },
        schema: {
          summary: `${entityOf(resource).title} et ce qui s’y rattache`,
          params: idParams(),
          response: { 200: shown(resource, spec.present?.fields) },
        },
      },
      async (request, reply) => {
        const actor = staffActor(request)
        assertReads(actor, resource)
        const record = await app.db.inTenant(actor.companyId, (tx) =>
          showRecord(tx, actor.staff, { resource, id: request.params.id }),
        )
        if (!record) throw notFound()
        return reply
          .header('etag', etag(record.VERSION))
          .send({ data: forApp(request, resource, spec.present ? spec.present.of(record) : record) })
      },
    )
    writeRoutes(app, resource, { deletes: spec.deletes ?? true })
    for (const name of commandsOf(resource)) commandRoutes(app, name, spec.after?.[name])
  }
}

/** GET {path}: with `since` a page of changes (PULL-1), without it the plain list. */
function indexRoute<Q extends TProperties>(app: FastifyInstance, spec: ResourceSpec<Q>): void {
  const { resource, query = {}, filter } = spec
  const optional = Object.fromEntries(
    Object.entries(query as TProperties).map(([name, schema]) => [name, Type.Optional(schema)]),
  )
  app.get(
    entityOf(resource).path,
    {
      config: { ...at(resource, 'read'), does: 'reads' },
      schema: {
        summary: `Liste : ${entityOf(resource).plural} ; avec since, une page de changements`,
        querystring: Type.Object({ ...optional, ...PAGING }),
        response: { 200: listOrPage(resource) },
      },
    },
    async (request, reply) => {
      const actor = staffActor(request)
      assertReads(actor, resource)
      const { since, limit, offset = 0, ...filters } = request.query as Paging & Record<string, unknown>
      if (since !== undefined) {
        return sendJson(reply, await pull(app, actor, { resource, since, limit }), resource)
      }
      const context = { staff: actor.staff, zone: request.company?.FUSEAU ?? DEFAULT_ZONE }
      const given = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''))
      const where = filter?.(given as never, context) ?? []
      const size = Math.min(limit ?? LIST_LIMIT, LIST_LIMIT)
      const { json, more } = await app.db.inTenant(actor.companyId, (tx) =>
        listRecords(tx, actor.staff, {
          resource,
          where,
          offset,
          limit: size,
        }),
      )
      if (more) reply.header('link', nextPage(request.query as Record<string, unknown>, offset + size))
      return sendJson(reply, `{"data":${json}}`, resource)
    },
  )
}

/** Where a list goes on that has more records than one answer (RFC 8288). */
function nextPage(query: Record<string, unknown>, offset: number): string {
  const given = Object.entries({ ...query, offset }).map(([name, value]): [string, string] => [name, String(value)])
  return `<?${new URLSearchParams(given)}>; rel="next"`
}

/** A creation may be refused as a duplicate; the person may insist (RES-10). */
const CREATION_QUERY = Type.Object({ skip_duplicate_check: Type.Optional(Type.String({ maxLength: 10 })) })

/** POST, PUT and DELETE of a resource, through the one write path. A resource that nobody may delete by this path has no DELETE. */
export function writeRoutes(
  app: FastifyInstance,
  resource: SyncedResource,
  { deletes = true }: { deletes?: boolean } = {},
): void {
  const entity = entityOf(resource)
  const { path, key, title } = entity
  const answer = written(recordOf(resource))
  const creation = {
    summary: `Création : ${title}`,
    body: creationOf(entity),
    response: { 201: answer, 200: answer },
    ...(resource === 'client' ? { querystring: CREATION_QUERY } : {}),
  }

  app.post(path, { config: atWrite(resource, 'create'), schema: creation }, async (request, reply) => {
    const body = bodyOf(request)
    const id = typeof body[key] === 'string' ? body[key] : madeId(request)
    const mutation = mutationOf(request, { action: 'create', resource, id, body: { [key]: id, ...body } })
    return sendVerdict(reply, await write(app, staffActor(request), mutation))
  })

  const edit = {
    summary: `Modification : ${title}`,
    params: idParams(),
    body: patchOf(entity),
    response: { 200: answer },
  }
  app.put<{ Params: { id: string } }>(
    `${path}/:id`,
    { config: atWrite(resource, 'update'), schema: edit },
    async (request, reply) => {
      const { id } = request.params
      const mutation = mutationOf(request, { action: 'update', resource, id, body: bodyOf(request) })
      return sendVerdict(reply, await write(app, staffActor(request), mutation))
    },
  )

  if (!deletes) return
  // 200: somebody else's newer edit kept the record (MERGE-4).
  const removal = {
    summary: `Suppression : ${title}`,
    params: idParams(),
    body: deletionBody,
    response: { 204: nothing, 200: answer },
  }
  app.delete<{ Params: { id: string } }>(
    `${path}/:id`,
    { config: atWrite(resource, 'delete'), schema: removal },
    async (request, reply) => {
      const mutation = mutationOf(request, { action: 'delete', resource, id: request.params.id })
      return sendVerdict(reply, await write(app, staffActor(request), mutation))
    },
  )
}

/** The routes of a command, through the one write path. */
function commandRoutes(app: FastifyInstance, name: CommandName, after?: After): void {
  const { resource, method, routes } = commandOf(name)
  for (const { path, says } of routes) {
    app.route({
      method,
      url: path,
      config: atWrite(resource, name),
      schema: {
        summary: commandSummary(path),
        params: idParams(/:(\w+)/.exec(path)?.[1]),
        body: commandBodyOf(name, says),
        response: { 200: written(recordOf(resource)) },
      },
      handler: commandHandler(app, name, says, after),
    })
  }
}

/** @param says fields whose value the route's path says */
export const commandHandler =
  (app: FastifyInstance, name: CommandName, says?: Values, after?: After) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const [id = ''] = Object.values(request.params as Record<string, string>)
    const actor = staffActor(request)
    const asked = { action: name, resource: commandOf(name).resource, id, body: { ...bodyOf(request), ...says } }
    const verdict = await write(app, actor, mutationOf(request, asked))
    await after?.(app, actor.companyId, id)
    if (effectOf(name).tell) app.messages.wake(actor.companyId)
    return sendVerdict(reply, verdict)
  }
