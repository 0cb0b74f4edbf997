import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type, { type TProperties, type TSchema } from 'typebox'
import type { ContentDone, ContentName } from '../../../schemas/audit.ts'
import { type FieldErrors, notFound, validationError } from '../../../schemas/errors.ts'
import { ID_PATTERN } from '../../../schemas/fields.ts'
import type { Values } from '../../../schemas/merge.ts'
import { BASE } from '../../../schemas/protocol.ts'
import { uuidv7 } from '../../../schemas/uuid.ts'
import type { Access } from '../../actor.ts'
import { audit } from '../../audit/audit.ts'
import type { Scope, Tx } from '../../plugins/database/database.ts'
import { type ContentTable, contentRows } from '../../repositories/content-rows.ts'
import { assertUnchanged, Seen } from '../../writes/changed-meanwhile.ts'
import { once } from '../../writes/once.ts'
import { many, nothing, one } from './answers.ts'
import { companyNamed, companyQuery } from './named-company.ts'
import { idParams } from './resource-routes.ts'

interface ContentField {
  schema: TSchema
  /** Value when a body leaves it out; without one a creation must give it. */
  initial?: unknown
  /** Set at creation only. */
  fixed?: true
  /** Stored in a JSON column. */
  json?: true
}

/** A small list that people edit online: no synchronisation, no versions. */
export interface ContentSpec extends Omit<ContentTable, 'fields' | 'shown'> {
  path: string
  /** French, for the documentation: « Étiquettes ». */
  title: string
  /** For the audit trail: `label.created`. */
  name: ContentName
  read: Access
  write: Access
  /** Writing it needs a recent proof, as `config.reauth` of a route. */
  reauth?: true
  fields: Record<string, ContentField>
  /** Columns that bodies never set. */
  shown?: TProperties
  order: string
  /** Errors of a whole row about to be written; may also complete the row. `before` is null for a new one. */
  check?: (trx: Tx, row: Values, before: Values | null) => Promise<FieldErrors>
  /** Errors that forbid deleting it. */
  checkRemoval?: (trx: Tx, row: Values) => Promise<FieldErrors>
  /** Field and message for each constraint of the table that a write can break. */
  broken?: Record<string, { field: string; message: string }>
}

/** Index (with `sortBy` and `sortDesc`), show, store, update and destroy of a content list. Administrators name a company in the query. */
export function crudRoutes(spec: ContentSpec) {
  const { path, title, fields, owner } = spec
  const rows = contentRows(spec)
  const row = Type.Object({
    id: Type.String(),
    ...Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema])),
    ...spec.shown,
  })
  const find = async (trx: Tx, id: string, lock = false): Promise<Values> => {
    const found = await rows.find(trx, id, lock)
    if (!found) throw notFound()
    return found
  }
  const query = { ...(owner === 'company' ? companyQuery : {}) }
  const acts = { access: spec.write, does: 'acts', ...(spec.reauth ? { reauth: spec.reauth } : {}) } as const

  return async (app: FastifyInstance): Promise<void> => {
    const scopeOf = async (request: FastifyRequest): Promise<Scope> =>
      owner === 'platform' ? { platform: true } : { companyId: await companyNamed(app, request) }
    const run = async <T>(request: FastifyRequest, fn: (trx: Tx) => Promise<T>): Promise<T> => {
      try {
        return await app.db.transaction(await scopeOf(request), fn)
      } catch (error) {
        throw asBroken(spec, error)
      }
    }
    const told = (trx: Tx, request: FastifyRequest, done: ContentDone, id: string): Promise<void> =>
      audit(trx, request, { action: `${spec.name}.${done}`, target: `${spec.name}:${id}` })
    const checked = async (trx: Tx, values: Values, before: Values | null): Promise<Values> => {
      const errors = (await spec.check?.(trx, values, before)) ?? {}
      if (Object.keys(errors).length > 0) throw validationError(errors)
      return values
    }

    const sorted = Type.Object({
      ...query,
      sortBy: Type.Optional(Type.Enum([...rows.columns])),
      sortDesc: Type.Optional(Type.Boolean()),
    })
    app.get<{ Querystring: { sortBy?: string; sortDesc?: boolean } }>(
      path,
      {
        config: { access: spec.read, does: 'reads' },
        schema: { summary: `${title} : liste`, querystring: sorted, response: { 200: many(row) } },
      },
      async (request) => {
        const { sortBy = spec.order, sortDesc = false } = request.query
        return { data: await run(request, (trx) => rows.list(trx, { by: sortBy, desc: sortDesc })) }
      },
    )

    const at = { params: idParams(), querystring: Type.Object(query) }
    app.get<{ Params: { id: string } }>(
      `${path}/:id`,
      {
        config: { access: spec.read, does: 'reads' },
        schema: { summary: `${title} : un`, ...at, response: { 200: one(row) } },
      },
      async (request) => ({ data: await run(request, (trx) => find(trx, request.params.id)) }),
    )

    app.post<{ Body: Values }>(
      path,
      {
        config: acts,
        schema: {
          summary: `${title} : créer`,
          body: bodySchema(spec, 'create'),
          querystring: Type.Object(query),
          response: { 201: one(row) },
        },
      },
      async (request, reply) => {
        const data = await run(request, (trx) =>
          once(trx, request, async () => {
            const { id = uuidv7(), ...body } = request.body
            const defaults = Object.entries(fields).map(([name, { initial }]) => [name, initial ?? null])
            const values = await checked(trx, { ...Object.fromEntries(defaults), ...body }, null)
            await rows.insert(trx, id, values)
            await told(trx, request, 'created', String(id))
            return find(trx, String(id))
          }),
        )
        return reply.status(201).send({ data })
      },
    )

    app.put<{ Params: { id: string }; Body: Values }>(
      `${path}/:id`,
      {
        config: acts,
        schema: {
          summary: `${title} : modifier`,
          ...at,
          body: bodySchema(spec, 'update'),
          response: { 200: one(row) },
        },
      },
      async (request) => {
        const { id } = request.params
        const data = await run(request, (trx) =>
          once(trx, request, async () => {
            const { [BASE]: base, ...patch } = request.body
            const before = await find(trx, id, true)
            assertUnchanged(before, patch, base as Values | undefined)
            const values = await checked(trx, { ...before, ...patch }, before)
            await rows.update(trx, id, values)
            await told(trx, request, 'updated', id)
            return find(trx, id)
          }),
        )
        return { data }
      },
    )

    app.delete<{ Params: { id: string } }>(
      `${path}/:id`,
      {
        config: acts,
        schema: { summary: `${title} : supprimer`, ...at, response: { 204: nothing } },
      },
      async (request, reply) => {
        const { id } = request.params
        await run(request, (trx) =>
          once(trx, request, async () => {
            const row = await find(trx, id)
            const errors = (await spec.checkRemoval?.(trx, row)) ?? {}
            if (Object.keys(errors).length > 0) throw validationError(errors)
            await rows.remove(trx, id)
            await told(trx, request, 'deleted', id)
          }),
        )
        return reply.status(204).send()
      },
    )
  }
}

function bodySchema({ fields }: ContentSpec, action: 'create' | 'update'): TSchema {
  const properties: TProperties = {}
  if (action === 'update') properties[BASE] = Seen
  if (action === 'create') properties.id = Type.Optional(Type.String({ pattern: ID_PATTERN, maxLength: 64 }))
  for (const [name, { schema, initial, fixed }] of Object.entries(fields)) {
    if (action === 'create') properties[name] = initial === undefined ? schema : Type.Optional(schema)
    else if (!fixed) properties[name] = Type.Optional(schema)
  }
  return Type.Object(properties, { additionalProperties: false })
}

/** Turns a broken constraint into a 422 of its field. */
function asBroken({ broken = {} }: ContentSpec, error: unknown): unknown {
  const { code, constraint = '' } = error as { code?: string; constraint?: string }
  if (code !== '23505' && code !== '23503') return error
  const known = broken[constraint]
  if (known) return validationError({ [known.field]: [known.message] })
  return code === '23505' ? validationError({ id: ['Cet identifiant existe déjà'] }) : error
}
