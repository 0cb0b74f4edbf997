import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type, { type TSchema } from 'typebox'
import type { ContentDone } from '../../../schemas/audit.ts'
import { TeamDevice } from '../../../schemas/device.ts'
import { ROLE_NAMES } from '../../../schemas/entities/personnel.ts'
import { createSchema, patchSchema, recordSchema } from '../../../schemas/entity.ts'
import { unauthorized } from '../../../schemas/errors.ts'
import { ID_PATTERN } from '../../../schemas/fields.ts'
import { HandoverCounts } from '../../../schemas/handover.ts'
import type { Values } from '../../../schemas/merge.ts'
import { etag, HEADER, type Hint, parseEtag } from '../../../schemas/protocol.ts'
import { entityOf } from '../../../schemas/resources.ts'
import { RIGHTS } from '../../../schemas/rules/direction.ts'
import { accountById } from '../../accounts/mailed-account.ts'
import { createPersonnel, type PersonnelWrite, updatePersonnel } from '../../accounts/personnels.ts'
import { tellMailChanged } from '../../accounts/security-notices.ts'
import { readStaffAccount } from '../../accounts/staff-accounts.ts'
import type { Access } from '../../actor.ts'
import { audit } from '../../audit/audit.ts'
import { teamDevices } from '../../devices/devices.ts'
import { readPortfolio } from '../../handover/plan.ts'
import type { Tx } from '../../plugins/database/database.ts'
import { hashPassword } from '../../plugins/session/passwords.ts'
import { assertProven } from '../../plugins/session/reauth-gate.ts'
import { newToken } from '../../plugins/session/tokens.ts'
import { once } from '../../writes/once.ts'
import { many, one } from './answers.ts'

const entity = entityOf('personnel')
const idSchema = Type.String({ pattern: ID_PATTERN, maxLength: 64 })
const params = Type.Object({ id: idSchema })

type Properties = { properties: Record<string, ReturnType<typeof Type.Unknown>> }
const propertiesOf = (schema: unknown): Properties['properties'] => (schema as Properties).properties

/** `disabled` belongs to the login, all else to the entity. A body may set neither a password nor another company. */
const login = { disabled: Type.Optional(Type.Boolean()) }
const NewPersonnel = Type.Object(
  { ...propertiesOf(createSchema(entity)), IDPERSONNEL: Type.Optional(idSchema), ...login },
  { additionalProperties: false },
)
const PersonnelPatch = Type.Object({ ...propertiesOf(patchSchema(entity)), ...login }, { additionalProperties: false })
const nullable = Type.Union([Type.String(), Type.Null()])
/** A member of the staff in a list of accounts. */
export const ListedAccount = Type.Object({
  IDPERSONNEL: Type.String(),
  PRENOM: nullable,
  NOM: Type.String(),
  NOM_COMPLET: nullable,
  INITIALES: nullable,
  MAIL: nullable,
  ROLES: Type.Array(Type.Enum([...ROLE_NAMES])),
  IDAGENCE: nullable,
  AGENCES: Type.Array(Type.String()),
  TOUTES_AGENCES: Type.Union([Type.Integer(), Type.Null()]),
  disabled: Type.Boolean(),
  has_account: Type.Boolean(),
})
const PersonnelAnswer = Type.Object({
  ...propertiesOf(recordSchema(entity)),
  disabled: Type.Boolean(),
  has_account: Type.Boolean(),
})

/** A write of somebody's account, for the check of who may do it. */
export interface AskedWrite {
  /** null for a creation. */
  id: string | null
  /** The person's present record; null for a creation. */
  before: Values | null
  patch: Values
  disabled: boolean | undefined
}

/** Where accounts of the staff are set up: the administrators' area, or their own company's. */
export interface AccountsDesk {
  path: string
  access: Access
  querystring?: TSchema
  companyOf: (request: FastifyRequest) => Promise<string>
  /** @throws AppError for a person or a right that is not this caller's to set */
  assertMay?: (request: FastifyRequest, asked: AskedWrite) => void
}

/** The author of a write. Only for routes that no anonymous caller reaches. */
export function accountOf({ actor }: FastifyRequest): string {
  if (actor.kind === 'anonymous') throw unauthorized()
  return actor.account
}

interface Done {
  data: Values
  hints: Hint[]
}

/** Show, devices, portfolio, store and update of members of the staff with their rights and logins. */
export function staffAccountRoutes(app: FastifyInstance, desk: AccountsDesk): void {
  const { path, access, companyOf } = desk
  const query = desk.querystring ? { querystring: desk.querystring } : {}
  const show = { summary: 'Un membre du personnel', params, ...query, response: { 200: one(PersonnelAnswer) } }
  app.get<{ Params: { id: string } }>(
    `${path}/:id`,
    { config: { access, does: 'reads' }, schema: show },
    async (request, reply) => {
      const data = await app.db.inTenant(await companyOf(request), (tx) => readStaffAccount(tx, request.params.id))
      return reply.header('etag', etag(data.VERSION as number)).send({ data })
    },
  )
  devicesRoute(app, desk)
  portfolioRoute(app, desk)
  storeRoute(app, desk)
  updateRoute(app, desk)
}

/** Closing an account ends its sessions: whoever closes it reads first what that person's devices still hold. */
function devicesRoute(app: FastifyInstance, { path, access, companyOf, querystring }: AccountsDesk): void {
  const schema = {
    summary: 'Les appareils d’un membre du personnel : dernière synchronisation et saisies en attente',
    params,
    ...(querystring ? { querystring } : {}),
    response: { 200: many(TeamDevice) },
  }
  const config = { access, does: 'reads' } as const
  app.get<{ Params: { id: string } }>(`${path}/:id/appareils`, { config, schema }, async (request) => {
    const { actor } = request
    const staff = actor.kind === 'personnel' ? actor.staff : null
    const { id } = request.params
    const data = await app.db.inTenant(await companyOf(request), async (tx) => {
      // Only somebody who is there.
      await readStaffAccount(tx, id)
      return teamDevices(tx, staff, id)
    })
    return { data }
  })
}

/** Closing an account moves nothing: whoever closes it reads first what its person still has, which a handover gives to colleagues. */
function portfolioRoute(app: FastifyInstance, { path, access, companyOf, querystring, assertMay }: AccountsDesk): void {
  const schema = {
    summary:
      'Ce qu’une passation de cette personne confierait : clients, projets, rendez-vous et interventions à venir, devis',
    params,
    ...(querystring ? { querystring } : {}),
    response: { 200: one(HandoverCounts) },
  }
  const config = { access, does: 'reads' } as const
  app.get<{ Params: { id: string } }>(`${path}/:id/portefeuille`, { config, schema }, async (request) => {
    const { id } = request.params
    const data = await app.db.inTenant(await companyOf(request), async (tx) => {
      const before = await readStaffAccount(tx, id)
      assertMay?.(request, { id, before, patch: {}, disabled: undefined })
      return readPortfolio(tx, id)
    })
    return { data }
  })
}

function storeRoute(app: FastifyInstance, { path, access, companyOf, querystring, assertMay }: AccountsDesk): void {
  const schema = {
    summary: 'Crée un membre du personnel',
    ...(querystring ? { querystring } : {}),
    body: NewPersonnel,
    response: { 201: one(PersonnelAnswer) },
  }
  app.post<{ Body: Values }>(path, { config: { access, does: 'acts' }, schema }, async (request, reply) => {
    const companyId = await companyOf(request)
    const write = await writeOf(request)
    assertMay?.(request, { id: null, before: null, patch: write.patch, disabled: write.disabled })
    // Whoever reads this mail chooses the password, as with another mail below.
    if (typeof write.patch.MAIL === 'string') assertProven(request)
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

function updateRoute(app: FastifyInstance, { path, access, companyOf, querystring, assertMay }: AccountsDesk): void {
  const schema = {
    summary: 'Modifie un membre du personnel',
    params,
    ...(querystring ? { querystring } : {}),
    body: PersonnelPatch,
    response: { 200: one(PersonnelAnswer) },
  }
  const config = { access, does: 'acts' } as const
  app.put<{ Params: { id: string }; Body: Values }>(`${path}/:id`, { config, schema }, async (request, reply) => {
    const companyId = await companyOf(request)
    const { id } = request.params
    const write = await writeOf(request)
    const header = request.headers[HEADER.seen]
    const seen = parseEtag(typeof header === 'string' ? header : undefined)
    const { data, hints } = await app.db.inTenant(companyId, (tx) =>
      once<Done>(tx, request, async () => {
        const before = await readStaffAccount(tx, id)
        assertMay?.(request, { id, before, patch: write.patch, disabled: write.disabled })
        // Whoever reads the new mail chooses the password.
        if (typeof write.patch.MAIL === 'string' && before.MAIL !== write.patch.MAIL) assertProven(request)
        // As a handover that is taken back: somebody who left has a password still.
        if (write.disabled === false && before.disabled === true) assertProven(request)
        const owner = 'MAIL' in write.patch ? await accountById(tx, `personnel:${id}`) : undefined
        const { hints } = await updatePersonnel(tx, { id, seen, ...write })
        await tellMailChanged(tx, app, request, owner)
        await told(tx, request, { done: 'updated', id })
        return { data: await readStaffAccount(tx, id), hints }
      }),
    )
    app.hints.publish(companyId, hints)
    app.messages.wake(companyId)
    await app.sessions.forget(`personnel:${id}`)
    return reply.header('etag', etag(data.VERSION as number)).send({ data })
  })
}

async function writeOf(request: FastifyRequest): Promise<PersonnelWrite> {
  const { disabled, ...patch } = request.body as Values & { disabled?: boolean }
  // Nobody knows this password: the person logs in by the installation mail.
  return { by: accountOf(request), patch, disabled, passwordHash: await hashPassword(newToken()) }
}

/** Notes in the trail which fields changed, and the rights as they are now: who gave what to whom. */
export function told(tx: Tx, request: FastifyRequest, { done, id }: { done: ContentDone; id: string }): Promise<void> {
  const given = (request.body ?? {}) as Values
  const rights = Object.fromEntries(Object.entries(given).filter(([name]) => name === 'disabled' || isRight(name)))
  return audit(tx, request, {
    action: `personnel.${done}`,
    target: `personnel:${id}`,
    details: { fields: Object.keys(given), rights },
  })
}
const isRight = (name: string): boolean => (RIGHTS as readonly string[]).includes(name)
