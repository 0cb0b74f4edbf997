import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { type AppError, validationError } from '../../../schemas/errors.ts'
import { assertLinksLeave } from '../../accounts/assert-mail.ts'
import { endSessions } from '../../accounts/end-sessions.ts'
import { accountByMail, setPassword } from '../../accounts/mailed-account.ts'
import { accountOfLink, RESET_MINUTES, sendPasswordLink, takeLink } from '../../accounts/password-links.ts'
import { assertPassword, assertSame, newPassword } from '../../accounts/password-rules.ts'
import { tellPasswordChanged } from '../../accounts/security-notices.ts'
import { PUBLIC } from '../../actor.ts'
import { audit } from '../../audit/audit.ts'
import { addressOf } from '../../limits/address.ts'
import { normalMail } from '../../mail-address.ts'
import type { Scope } from '../../plugins/database/database.ts'
import { hashPassword } from '../../plugins/session/passwords.ts'
import { limiter, mailTries, maskedMail, TRIES_PER_ADDRESS } from '../auth/tries.ts'
import { nothing, one } from '../shared/answers.ts'

const mail = Type.String({ minLength: 1, maxLength: 254 })
const AskBody = Type.Object({ email: mail }, { additionalProperties: false })
const ResetBody = Type.Object(
  {
    token: Type.String({ minLength: 1, maxLength: 200 }),
    email: mail,
    password: newPassword,
    password_confirmation: Type.String({ maxLength: 200 }),
  },
  { additionalProperties: false },
)

const HOUR_MS = 3_600_000
const ASKED = 'Si un compte existe à cette adresse, un lien vient de lui être envoyé.'

/** Where accounts are looked up: in the request's company, or among administrators when there is none. */
const scopeOf = ({ company }: FastifyRequest): Scope => (company ? { companyId: company.id } : { platform: true })

/** « Mot de passe oublié » of staff and administrators. */
export const passwordRoutes =
  ({ demo }: { demo: boolean }) =>
  async (app: FastifyInstance): Promise<void> => {
    askRoute(app)
    resetRoute(app, demo)
  }

function askRoute(app: FastifyInstance): void {
  const emailOf = ({ body }: FastifyRequest): string => normalMail((body as Static<typeof AskBody>).email)
  const limits = [
    // By address, then for all addresses: a stranger at one address does not use up the owner's tries.
    limiter(app, {
      max: 3,
      timeWindow: HOUR_MS,
      keyOf: (r) => `reset mail ${addressOf(r.ip)} ${r.company?.id ?? ''} ${emailOf(r)}`,
    }),
    limiter(app, { max: 10, timeWindow: HOUR_MS, keyOf: (r) => `reset mail ${r.company?.id ?? ''} ${emailOf(r)}` }),
    limiter(app, { max: 300, timeWindow: HOUR_MS, keyOf: (r) => `reset company ${r.company?.id ?? ''}` }),
  ]
  const config = { access: PUBLIC, does: 'acts', rateLimit: { max: 20, timeWindow: HOUR_MS } } as const
  const schema = {
    summary: 'Demande un lien pour changer de mot de passe',
    body: AskBody,
    response: { 200: one(Type.Object({ message: Type.String() })) },
  }
  app.post<{ Body: Static<typeof AskBody> }>('/password/email', { config, schema }, async (request) => {
    for (const limit of limits) await limit(request)
    const email = emailOf(request)
    const { company } = request
    // A known and an unknown mail get the same answer, after a transaction that writes in both cases.
    await app.db.transaction(scopeOf(request), async (tx) => {
      await assertLinksLeave(app, tx, !company)
      const account = await accountByMail(tx, { email, admin: !company })
      await audit(tx, request, {
        action: 'password.asked',
        ...(account ? { target: account.id } : {}),
        details: { mail: maskedMail(email) },
      })
      if (!account) return
      const origin = app.originOf(company?.key ?? 'admin')
      await sendPasswordLink(tx, app.secrets, {
        account: account.id,
        mail: email,
        minutes: RESET_MINUTES,
        origin,
        code: 'password_reset',
        name: account.name,
      })
    })
    app.messages.wake(company?.id ?? null)
    return { data: { message: ASKED } }
  })
}

const deadLink = (): AppError => validationError({ token: ["Ce lien n'est plus valable. Demandez-en un nouveau."] })

function resetRoute(app: FastifyInstance, demo: boolean): void {
  const schema = { summary: 'Choisit un nouveau mot de passe', body: ResetBody, response: { 204: nothing } }
  const config = { access: PUBLIC, does: 'acts', rateLimit: TRIES_PER_ADDRESS } as const
  const tries = mailTries(app, ({ body }) => (body as Static<typeof ResetBody>).email)
  app.post<{ Body: Static<typeof ResetBody> }>('/password/reset', { config, schema }, async (request, reply) => {
    const { token, password, password_confirmation } = request.body
    const email = normalMail(request.body.email)
    const scope = scopeOf(request)
    const admin = !request.company
    // The link is checked first: a caller without one learns nothing about passwords or mails. The right mail only counts with the right link.
    const asked = await app.db.transaction(scope, async (tx) => {
      const owner = await accountOfLink(tx, app.secrets, token)
      return owner !== null && owner === (await accountByMail(tx, { email, admin }))?.id ? owner : null
    })
    if (asked === null) throw deadLink()
    assertSame(password, password_confirmation)
    assertPassword({ password, about: [email], demo })
    // Outside the transaction: hashing is slow on purpose.
    const hash = await hashPassword(password)
    const account = await app.db.transaction(scope, async (tx) => {
      const taken = await takeLink(tx, app.secrets, token)
      if (taken === null) return null
      await setPassword(tx, { account: taken, hash })
      await endSessions(tx, taken)
      await tries.accept(request, tx)
      await audit(tx, request, { action: 'password.reset', target: taken })
      await tellPasswordChanged(tx, app, request, taken)
      return taken
    })
    if (account === null) throw deadLink()
    await app.sessions.forget(account)
    app.messages.wake(request.company?.id ?? null)
    return reply.status(204).send()
  })
}
