import type { FastifyInstance } from 'fastify'
import Type, { type Static } from 'typebox'
import { role } from '../../../schemas/entities/role.ts'
import { notFound } from '../../../schemas/errors.ts'
import type { Values } from '../../../schemas/merge.ts'
import { BASE } from '../../../schemas/protocol.ts'
import { beginsWithCapital } from '../../../schemas/rules/text-rules.ts'
import { uuidv7 } from '../../../schemas/uuid.ts'
import { assertNoIssues } from '../../../schemas/validate.ts'
import { ADMIN } from '../../actor.ts'
import { audit } from '../../audit/audit.ts'
import { lockCompany } from '../../repositories/companies.ts'
import type { Paging } from '../../repositories/paging.ts'
import {
  deleteRole,
  insertRole,
  ROLE_COLUMNS,
  readRole,
  roleNamed,
  rolePage,
  updateRole,
} from '../../repositories/roles.ts'
import { assertUnchanged, Seen } from '../../writes/changed-meanwhile.ts'
import { once } from '../../writes/once.ts'
import { nothing, one } from '../shared/answers.ts'
import { companyNeeded, companyQuery, duplicateAs, idSchema } from './admin-request.ts'
import { paged, pagingQuery } from './paging.ts'

const { name, common_name } = role.fields
const color = Type.Union([role.fields.color.schema, Type.Null()])
const RoleAnswer = Type.Object({ id: Type.String(), name: name.schema, common_name: Type.String(), color })
const NewRole = Type.Object(
  { id: Type.Optional(idSchema), name: name.schema, common_name: common_name.schema, color: Type.Optional(color) },
  { additionalProperties: false },
)
const RolePatch = Type.Object(
  { common_name: Type.Optional(common_name.schema), color: Type.Optional(color), [BASE]: Seen },
  { additionalProperties: false },
)

const PATH = '/admin/roles'
const params = Type.Object({ id: idSchema })
const querystring = Type.Object(companyQuery)
const reads = { access: ADMIN, does: 'reads' } as const
const acts = { access: ADMIN, does: 'acts' } as const
const TAKEN = { name: ['Ce rôle existe déjà dans cette entreprise'] }

/** How a company names and colours its roles; what a role may do is the same in every company (schemas/access.ts). */
export async function adminRoleRoutes(app: FastifyInstance): Promise<void> {
  readRoutes(app)
  writeRoutes(app)
}

function readRoutes(app: FastifyInstance): void {
  const index = {
    summary: 'Rôles d’une entreprise',
    querystring: Type.Object({ ...companyQuery, ...pagingQuery(ROLE_COLUMNS) }),
    response: { 200: paged(RoleAnswer) },
  }
  app.get(PATH, { config: reads, schema: index }, async (request) => {
    const companyId = await companyNeeded(app, request)
    return app.db.inTenant(companyId, (tx) => rolePage(tx, request.query as Paging))
  })

  const show = { summary: 'Un rôle', params, querystring, response: { 200: one(RoleAnswer) } }
  app.get<{ Params: { id: string } }>(`${PATH}/:id`, { config: reads, schema: show }, async (request) => {
    const companyId = await companyNeeded(app, request)
    const row = await app.db.inTenant(companyId, (tx) => readRole(tx, request.params.id))
    if (!row) throw notFound()
    return { data: row }
  })
}

function writeRoutes(app: FastifyInstance): void {
  const store = { summary: 'Crée un rôle', querystring, body: NewRole, response: { 201: one(RoleAnswer) } }
  app.post<{ Body: Static<typeof NewRole> }>(PATH, { config: acts, schema: store }, async (request, reply) => {
    assertNoIssues(beginsWithCapital('common_name', request.body.common_name))
    const companyId = await companyNeeded(app, request)
    const row = await app.db
      .inTenant(companyId, (tx) =>
        once(tx, request, async () => {
          const { id = uuidv7(), color = null, ...words } = request.body
          // Two at once: the lock on the company's row lets one wait, because the name has no unique key.
          await lockCompany(tx, companyId)
          if (await roleNamed(tx, words.name)) throw Object.assign(new Error('role exists'), { code: '23505' })
          const made = { id, ...words, color }
          await insertRole(tx, companyId, made)
          await audit(tx, request, { action: 'role.created', target: `role:${id}` })
          return made
        }),
      )
      .catch(duplicateAs(TAKEN))
    return reply.status(201).send({ data: row })
  })

  const update = {
    summary: 'Modifie un rôle',
    params,
    querystring,
    body: RolePatch,
    response: { 200: one(RoleAnswer) },
  }
  app.put<{ Params: { id: string }; Body: Static<typeof RolePatch> }>(
    `${PATH}/:id`,
    { config: acts, schema: update },
    async (request) => {
      assertNoIssues(beginsWithCapital('common_name', request.body.common_name ?? ''))
      const companyId = await companyNeeded(app, request)
      const { id } = request.params
      const { [BASE]: base, ...patch } = request.body
      const row = await app.db.inTenant(companyId, (tx) =>
        once(tx, request, async () => {
          const before = await readRole(tx, id, true)
          if (!before) throw notFound()
          assertUnchanged(before as unknown as Values, patch, base as Values | undefined)
          const after = { ...before, ...patch }
          await updateRole(tx, after)
          await audit(tx, request, { action: 'role.updated', target: `role:${id}` })
          return after
        }),
      )
      return { data: row }
    },
  )

  const destroy = { summary: 'Supprime un rôle', params, querystring, response: { 204: nothing } }
  app.delete<{ Params: { id: string } }>(`${PATH}/:id`, { config: acts, schema: destroy }, async (request, reply) => {
    const companyId = await companyNeeded(app, request)
    const { id } = request.params
    await app.db.inTenant(companyId, async (tx) => {
      if (!(await deleteRole(tx, id))) throw notFound()
      await audit(tx, request, { action: 'role.deleted', target: `role:${id}` })
    })
    return reply.status(204).send()
  })
}
