import type { FastifyInstance } from 'fastify'
import Type, { type Static } from 'typebox'
import { AppError } from '../../../schemas/errors.ts'
import { HEADER } from '../../../schemas/protocol.ts'
import { ANY_ACCOUNT, PUBLIC } from '../../actor.ts'
import { tooMany } from '../../plugins/security.ts'
import { checkPassword, MAX_PASSWORD } from '../../plugins/session/passwords.ts'
import { companyOf } from '../../plugins/tenant/tenant.ts'
import { nothing, one } from '../shared/answers.ts'

const LoginBody = Type.Object(
  {
    MAIL: Type.String({ minLength: 1, maxLength: 254 }),
    password: Type.String({ minLength: 1, maxLength: MAX_PASSWORD }),
  },
  { additionalProperties: false },
)

/** A session as the contract gives it; the token is told here and never again. */
const TokenAnswer = Type.Object({
  token: Type.String(),
  tokenable_type: Type.Union([Type.Literal('personnel'), Type.Literal('client'), Type.Literal('admin')]),
  tokenable_id: Type.String(),
  company_id: Type.Union([Type.String(), Type.Null()]),
  expires_at: Type.String({ format: 'lolapp-instant' }),
})

/** Tries a minute for one mail from one address, and for one address whatever the mail. */
const TRIES_PER_MAIL = 10
const TRIES_PER_ADDRESS = 60

const refused = (): AppError => new AppError('UNAUTHENTICATED', 'Adresse email ou mot de passe incorrect.')

const deviceOf = (header: string | string[] | undefined): string | null =>
  typeof header === 'string' && /^[\w.:-]{1,64}$/.test(header) ? header : null

/** Login and logout of staff. */
export async function authRoutes(app: FastifyInstance): Promise<void> {
  // Besides the route's own limit, which knows the address only: a request passes app.rateLimit() once.
  const triesOf = app.createRateLimit({
    max: TRIES_PER_MAIL,
    timeWindow: 60_000,
    keyGenerator: (request) => {
      const { MAIL } = request.body as Static<typeof LoginBody>
      return `login ${request.ip} ${request.company?.id ?? ''} ${MAIL.trim().toLowerCase()}`
    },
  })

  app.post<{ Body: Static<typeof LoginBody> }>(
    '/lolapp/login',
    {
      config: { access: PUBLIC, rateLimit: { max: TRIES_PER_ADDRESS, timeWindow: 60_000 } },
      schema: { summary: 'Connexion du personnel', body: LoginBody, response: { 200: one(TokenAnswer) } },
    },
    async (request) => {
      const tries = await triesOf(request)
      if (!tries.isAllowed && tries.isExceeded) throw tooMany(tries.ttlInSeconds)
      const company = companyOf(request)
      const mail = request.body.MAIL.trim().toLowerCase()
      const credential = await app.db.inTenant(company.id, (trx) =>
        trx
          .selectFrom('credential')
          .select(['personnel_id', 'password_hash', 'disabled'])
          .where('mail', '=', mail)
          .executeTakeFirst(),
      )
      const stored = credential && !credential.disabled ? credential.password_hash : null
      if (!(await checkPassword(stored, request.body.password)) || !credential) throw refused()
      const { token, expiresAt } = await app.sessions.open({
        kind: 'personnel',
        accountId: credential.personnel_id,
        companyId: company.id,
        deviceId: deviceOf(request.headers[HEADER.device]),
      })
      return {
        data: {
          token,
          tokenable_type: 'personnel',
          tokenable_id: credential.personnel_id,
          company_id: company.id,
          expires_at: expiresAt,
        },
      }
    },
  )

  const logout = { summary: 'Déconnexion', response: { 204: nothing } }
  app.post('/logout', { config: { access: ANY_ACCOUNT }, schema: logout }, async (request, reply) => {
    if (request.actor.kind !== 'anonymous') await app.sessions.revoke(request.actor.tokenHash)
    return reply.status(204).send()
  })
}
