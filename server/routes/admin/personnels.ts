import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { ContentDone } from '../../../schemas/audit.ts'
import { createSchema, patchSchema, recordSchema } from '../../../schemas/entity.ts'
import type { Values } from '../../../schemas/merge.ts'
import { etag, HEADER, type Hint, parseEtag } from '../../../schemas/protocol.ts'
import { entityOf } from '../../../schemas/resources.ts'
import { createPersonnel, type PersonnelWrite, removePersonnel, updatePersonnel } from '../../accounts/personnels.ts'
import { readStaffAccount } from '../../accounts/staff-accounts.ts'
import { ADMIN } from '../../actor.ts'
import { audit } from '../../audit/audit.ts'
import type { Tx } from '../../plugins/database/database.ts'
import { hashPassword } from '../../plugins/session/passwords.ts'
import { assertProven } from '../../plugins/session/reauth-gate.ts'
import { newToken } from '../../plugins/session/tokens.ts'
import { once } from '../../writes/once.ts'
import { nothing, one } from '../shared/answers.ts'
import { adminOf, companyNeeded, companyQuery, idSchema } from './admin-request.ts'
import { personnelIndexRoute } from './personnels-index.ts'

const PATH = '/admin/personnels'
const entity = entityOf('personnel')
const params = Type.Object({ id: idSchema })
const querystring = Type.Object(companyQuery)
const reads = { access: ADMIN, does: 'reads' } as const
const acts = { access: ADMIN, does: 'acts' } as const

type Properties = { properties: Record<string, ReturnType<typeof Type.Unknown>> }
const propertiesOf = (schema: unknown): Properties['properties'] => (schema as Properties).properties

/** `disabled` belongs to the login, all else to the entity. A body may set neither a password nor another company. */
const login = { disabled: Type.Optional(Type.Boolean()) }
const NewPersonnel = Type.Object(
  { ...propertiesOf(createSchema(entity)), IDPERSONNEL: Type.Optional(idSchema), ...login },
  { additionalProperties: false },
)
const PersonnelPatch = Type.Object({ ...propertiesOf(patchSchema(entity)), ...login }, { additionalProperties: false })
export const PersonnelAnswer = Type.Object({
  ...propertiesOf(recordSchema(entity)),
  disabled: Type.Boolean(),
  has_account: Type.Boolean(),
})

/** Staff of a company with their rights and logins, for administrators. */
export async function adminPersonnelRoutes(app: FastifyInstance): Promise<void> {
  personnelIndexRoute(app)
  const show = { summary: 'Un membre du personnel', params, querystring, response: { 200: one(PersonnelAnswer) } }
  app.get<{ Params: { id: string } }>(`${PATH}/:id`, { config: reads, schema: show }, async (request, reply) => {
    const companyId = await companyNeeded(app, request)
    const data = await app.db.inTenant(companyId, (tx) => readStaffAccount(tx, request.params.id))
    return reply.header('etag', etag(data.VERSION as number)).send({ data })
  })
  storeRoute(app)
  updateRoute(app)
  destroyRoute(app)
}

interface Done {
  data: Values
  hints: Hint[]
}

function storeRoute(app: FastifyInstance): void {
  const schema = {
    summary: 'Crée un membre du personnel',
    querystring,
    body: NewPersonnel,
    response: { 201: one(PersonnelAnswer) },
  }
  app.post<{ Body: Values }>(PATH, { config: acts, schema }, async (request, reply) => {
    const companyId = await companyNeeded(app, request)
    const write = await writeOf(request)
    const { data, hints } = await app.db.inTenant(companyId, (tx) =>
      once<Done>(tx, request, async () => {
        const { row, hints } = await createPersonnel(tx, companyId, write)
        await told(tx, request, { done: 'created', id: row.id })
        return { data: await readStaffAccount(tx, row.id), hints }
      }),
    )
    app.hints.publish(companyId, hints)
    return reply
      .status(201)
      .header('etag', etag(data.VERSION as number))
      .send({ data })
  })
}

function updateRoute(app: FastifyInstance): void {
  const schema = {
    summary: 'Modifie un membre du personnel',
    params,
    querystring,
    body: PersonnelPatch,
    response: { 200: one(PersonnelAnswer) },
  }
  app.put<{ Params: { id: string }; Body: Values }>(`${PATH}/:id`, { config: acts, schema }, async (request, reply) => {
    const companyId = await companyNeeded(app, request)
    const { id } = request.params
    const write = await writeOf(request)
    const header = request.headers[HEADER.seen]
    const seen = parseEtag(typeof header === 'string' ? header : undefined)
    const { data, hints } = await app.db.inTenant(companyId, (tx) =>
      once<Done>(tx, request, async () => {
        // Whoever reads the new mail chooses the password.
        if (typeof write.patch.MAIL === 'string' && (await readStaffAccount(tx, id)).MAIL !== write.patch.MAIL)
          assertProven(request)
        const { hints } = await updatePersonnel(tx, { id, seen, ...write })
        await told(tx, request, { done: 'updated', id })
        return { data: await readStaffAccount(tx, id), hints }
      }),
    )
    app.hints.publish(companyId, hints)
    await app.sessions.forget(`personnel:${id}`)
    return reply.header('etag', etag(data.VERSION as number)).send({ data })
  })
}

function destroyRoute(app: FastifyInstance): void {
  const schema = { summary: 'Retire un membre du personnel', params, querystring, response: { 204: nothing } }
  app.delete<{ Params: { id: string } }>(`${PATH}/:id`, { config: acts, schema }, async (request, reply) => {
    const companyId = await companyNeeded(app, request)
    const { id } = request.params
    const hints = await app.db.inTenant(companyId, (tx) =>
      once(tx, request, async () => {
        const removed = await removePersonnel(tx, { id, by: adminOf(request).account })
        await told(tx, request, { done: 'deleted', id })
        return removed
      }),
    )
    app.hints.publish(companyId, hints)
    await app.sessions.forget(`personnel:${id}`)
    return reply.status(204).send()
  })
}

async function writeOf(request: FastifyRequest): Promise<PersonnelWrite> {
  const { disabled, ...patch } = request.body as Values & { disabled?: boolean }
  // Nobody knows this password: the person logs in by the installation mail.
  return { by: adminOf(request).account, patch, disabled, passwordHash: await hashPassword(newToken()) }
}

/** Notes in the trail which fields changed, and the rights as they are now: who gave what to whom. */
const told = (tx: Tx, request: FastifyRequest, { done, id }: { done: ContentDone; id: string }) => {
  const given = (request.body ?? {}) as Values
  const rights = Object.fromEntries(Object.entries(given).filter(([name]) => name === 'disabled' || isRight(name)))
  return audit(tx, request, {
    action: `personnel.${done}`,
    target: `personnel:${id}`,
    details: { fields: Object.keys(given), rights },
  })
}
const RIGHTS = ['ROLES', 'IDAGENCE', 'AGENCES', 'TOUTES_AGENCES']
const isRight = (name: string): boolean => RIGHTS.includes(name)
