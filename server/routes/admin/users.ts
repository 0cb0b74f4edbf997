import type { FastifyInstance } from 'fastify'
import Type, { type Static } from 'typebox'
import { user } from '../../../schemas/entities/user.ts'
import { notFound, validationError } from '../../../schemas/errors.ts'
import type { Values } from '../../../schemas/merge.ts'
import { BASE } from '../../../schemas/protocol.ts'
import { uuidv7 } from '../../../schemas/uuid.ts'
import { assertPlatformMail } from '../../accounts/assert-mail.ts'
import { endSessions } from '../../accounts/end-sessions.ts'
import { accountById } from '../../accounts/mailed-account.ts'
import { endLinks, INSTALL_MINUTES, sendPasswordLink } from '../../accounts/password-links.ts'
import { tellMailChanged } from '../../accounts/security-notices.ts'
import { ADMIN } from '../../actor.ts'
import { audit } from '../../audit/audit.ts'
import { normalMail } from '../../mail-address.ts'
import { hashPassword } from '../../plugins/session/passwords.ts'
import { newToken } from '../../plugins/session/tokens.ts'
import {
  ADMIN_COLUMNS,
  adminPage,
  countAdmins,
  disableAdmin,
  insertAdmin,
  readAdmin,
  updateAdmin,
} from '../../repositories/admin-users.ts'
import { assertUnchanged, Seen } from '../../writes/changed-meanwhile.ts'
import { once } from '../../writes/once.ts'
import { nothing, one } from '../shared/answers.ts'
import { adminOf, duplicateAs, idSchema } from './admin-request.ts'
import { paged, pagingQuery, type Searched, searchedPage, searchQuery } from './paging.ts'

const { name, email } = user.fields
const UserAnswer = Type.Object(
  { id: Type.String(), name: Type.String(), email: Type.String(), disabled: Type.Boolean() },
  { additionalProperties: false },
)
const NewUser = Type.Object(
  { id: Type.Optional(idSchema), name: name.schema, email: email.schema },
  { additionalProperties: false },
)
const UserPatch = Type.Object(
  {
    name: Type.Optional(name.schema),
    email: Type.Optional(email.schema),
    disabled: Type.Optional(Type.Boolean()),
    [BASE]: Seen,
  },
  { additionalProperties: false },
)

const PATH = '/admin/users'
const params = Type.Object({ id: idSchema })
const reads = { access: ADMIN, does: 'reads' } as const
const acts = { access: ADMIN, does: 'acts' } as const
/**
 * A new administrator, or another address, gives the whole installation to whoever reads that mail; and once all others are disabled, nobody can end the
 * session of somebody who took one.
 */
const gives = { ...acts, reauth: true } as const
const TAKEN = { email: ['Cette adresse est déjà celle d’un administrateur'] }
const PLATFORM = { platform: true } as const

/** Administrators, managed by each other. Nobody chooses another one's password: a new one gets a link by mail. */
export async function adminUserRoutes(app: FastifyInstance): Promise<void> {
  readRoutes(app)
  storeRoute(app)
  changeRoutes(app)
}

function readRoutes(app: FastifyInstance): void {
  const index = {
    summary: 'Administrateurs',
    querystring: Type.Object({ ...pagingQuery(ADMIN_COLUMNS), ...searchQuery }),
    response: { 200: paged(UserAnswer) },
  }
  app.get(PATH, { config: reads, schema: index }, (request) =>
    app.db.transaction(PLATFORM, (tx) =>
      searchedPage(request.query as Searched, {
        rows: (paging) => adminPage(tx, paging),
        total: () => countAdmins(tx),
        wordsOf: ({ name, email }) => `${name} ${email}`,
      }),
    ),
  )

  const show = { summary: 'Un administrateur', params, response: { 200: one(UserAnswer) } }
  app.get<{ Params: { id: string } }>(`${PATH}/:id`, { config: reads, schema: show }, async (request) => {
    const row = await app.db.transaction(PLATFORM, (tx) => readAdmin(tx, request.params.id))
    if (!row) throw notFound()
    return { data: row }
  })
}

function storeRoute(app: FastifyInstance): void {
  const schema = { summary: 'Crée un administrateur', body: NewUser, response: { 201: one(UserAnswer) } }
  app.post<{ Body: Static<typeof NewUser> }>(PATH, { config: gives, schema }, async (request, reply) => {
    const by = adminOf(request).account
    // Nobody knows this password: the mailed link is the only way to log in.
    const password_hash = await hashPassword(newToken())
    const row = await app.db
      .transaction(PLATFORM, (tx) =>
        once(tx, request, async () => {
          assertPlatformMail(app)
          const { id = uuidv7(), name } = request.body
          const mail = normalMail(request.body.email)
          await insertAdmin(tx, { id, name, email: mail, password_hash })
          await sendPasswordLink(tx, app.secrets, {
            account: `admin:${id}`,
            mail,
            minutes: INSTALL_MINUTES,
            origin: app.originOf('admin'),
            code: 'invitation',
            name,
            by,
          })
          await audit(tx, request, { action: 'user.created', target: `admin:${id}` })
          return { id, name, email: mail, disabled: false }
        }),
      )
      .catch(duplicateAs(TAKEN))
    app.messages.wake(null)
    return reply.status(201).send({ data: row })
  })
}

function changeRoutes(app: FastifyInstance): void {
  const update = { summary: 'Modifie un administrateur', params, body: UserPatch, response: { 200: one(UserAnswer) } }
  app.put<{ Params: { id: string }; Body: Static<typeof UserPatch> }>(
    `${PATH}/:id`,
    { config: gives, schema: update },
    async (request) => {
      const { id } = request.params
      const { [BASE]: base, ...patch } = request.body
      if (patch.disabled === true) assertNotSelf(adminOf(request).id, id)
      const row = await app.db
        .transaction(PLATFORM, (tx) =>
          once(tx, request, async () => {
            const before = await readAdmin(tx, id, true)
            if (!before) throw notFound()
            assertUnchanged(before as unknown as Values, patch, base as Values | undefined)
            const after = { ...before, ...patch }
            if (patch.email !== undefined) after.email = normalMail(patch.email)
            const owner = await accountById(tx, `admin:${id}`)
            await updateAdmin(tx, after)
            if (after.email !== before.email || after.disabled) await endLinks(tx, `admin:${id}`)
            await tellMailChanged(tx, app, request, owner)
            if (after.disabled) await endSessions(tx, `admin:${id}`)
            const details = { fields: Object.keys(patch) }
            await audit(tx, request, { action: 'user.updated', target: `admin:${id}`, details })
            return after
          }),
        )
        .catch(duplicateAs(TAKEN))
      app.messages.wake(null)
      await app.sessions.forget(`admin:${id}`)
      return { data: row }
    },
  )

  const destroy = { summary: 'Désactive un administrateur', params, response: { 204: nothing } }
  app.delete<{ Params: { id: string } }>(`${PATH}/:id`, { config: gives, schema: destroy }, async (request, reply) => {
    const { id } = request.params
    assertNotSelf(adminOf(request).id, id)
    await app.db.transaction(PLATFORM, async (tx) => {
      if (!(await disableAdmin(tx, id))) throw notFound()
      await endLinks(tx, `admin:${id}`)
      await endSessions(tx, `admin:${id}`)
      await audit(tx, request, { action: 'user.disabled', target: `admin:${id}` })
    })
    await app.sessions.forget(`admin:${id}`)
    return reply.status(204).send()
  })
}

/** So one administrator is always left who can enable the others again. */
function assertNotSelf(me: string, id: string): void {
  if (me === id) throw validationError({ disabled: ['Vous ne pouvez pas désactiver votre propre compte'] })
}
