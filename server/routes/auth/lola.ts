import type { FastifyInstance } from 'fastify'
import Type, { type Static } from 'typebox'
import { AppError, notFound } from '../../../schemas/errors.ts'
import { personOf, spendToken, wasUsed } from '../../accounts/lola-logins.ts'
import { type LolaClaims, readLolaToken } from '../../accounts/lola-token.ts'
import { ADMIN, PUBLIC } from '../../actor.ts'
import { audit } from '../../audit/audit.ts'
import type { Tx } from '../../plugins/database/database.ts'
import { companyOf } from '../../plugins/tenant/tenant.ts'
import { readLolaKey } from '../../repositories/company-services.ts'
import { one } from '../shared/answers.ts'
import { companyNamed, companyQuery } from '../shared/named-company.ts'
import { enter, entryAnswer } from './enter.ts'
import { TRIES_PER_ADDRESS } from './tries.ts'

const Body = Type.Object({ token: Type.String({ minLength: 1, maxLength: 4096 }) }, { additionalProperties: false })

const Checked = Type.Object({
  accepted: Type.Boolean(),
  /** Why it is refused. */
  reason: Type.Union([Type.String(), Type.Null()]),
  /** Whom it would log in. */
  IDPERSONNEL: Type.Union([Type.String(), Type.Null()]),
})

const LOLA_REFUSED =
  'Jeton refusé : une autre clé, un autre algorithme que HS256, une fin passée ou à plus de cinq minutes, ou pas de jti.'

/** One answer for every wrong token: it does not show which part was wrong. */
const refused = (): AppError => new AppError('UNAUTHENTICATED', "Ce jeton de connexion n'est pas valable.")

/**
 * POST /auth/token/lola: logs in a person who is logged in to the company's legacy system. Their token is signed with the company's key, lives five minutes
 * at most and works once. In a company without a key the call does not exist.
 */
export async function lolaTokenRoutes(app: FastifyInstance): Promise<void> {
  const schema = { summary: "Connexion par l'ancien système", body: Body, response: { 200: entryAnswer } }
  const config = { access: PUBLIC, does: 'acts', rateLimit: TRIES_PER_ADDRESS } as const
  app.post<{ Body: Static<typeof Body> }>('/auth/token/lola', { config, schema }, async (request) => {
    const company = companyOf(request)
    const sealed = await app.db.inTenant(company.id, (tx) => readLolaKey(tx, company.id))
    if (sealed === null) throw notFound()
    const claims = readLolaToken(request.body.token, app.secrets.unseal(sealed), Date.now())
    const id = claims && (await app.db.inTenant(company.id, (tx) => personOf(tx, claims)))
    if (!id) {
      const line = { action: 'login.refused' as const, details: { by: 'lola' } }
      await app.db.inTenant(company.id, (tx) => audit(tx, request, line))
      throw refused()
    }
    return enter(app, request, {
      kind: 'personnel',
      accountId: id,
      companyId: company.id,
      // The legacy system says who it is; neither password nor second factor was given here.
      proven: false,
      details: { by: 'lola' },
      // In the session's own transaction: when one token is sent twice, only one send opens a session.
      also: (tx) => use(tx, claims),
    })
  })

  app.post<{ Body: Static<typeof Body> }>(
    '/admin/lola/test',
    {
      config: { access: ADMIN, rateLimit: { max: 20, timeWindow: 60_000 }, does: 'acts' },
      schema: {
        summary: "Essaie un jeton de l'ancien système, sans l'utiliser",
        querystring: Type.Object(companyQuery),
        body: Body,
        response: { 200: one(Checked) },
      },
    },
    async (request) => {
      const companyId = await companyNamed(app, request)
      const data = await app.db.inTenant(companyId, async (tx) => {
        const checked = await check(app, tx, companyId, request.body.token)
        await audit(tx, request, {
          action: 'lola.tested',
          target: `company:${companyId}`,
          details: { accepted: checked.accepted },
        })
        return checked
      })
      return { data }
    },
  )
}

/** What a login with this token would answer now, with the reason: an administrator may know it, a caller without session may not. */
async function check(app: FastifyInstance, tx: Tx, companyId: string, token: string): Promise<Static<typeof Checked>> {
  const refuse = (reason: string): Static<typeof Checked> => ({ accepted: false, reason, IDPERSONNEL: null })
  const sealed = await readLolaKey(tx, companyId)
  if (sealed === null) return refuse('Cette entreprise n’a pas de clé.')
  const claims = readLolaToken(token, app.secrets.unseal(sealed), Date.now())
  if (!claims) return refuse(LOLA_REFUSED)
  if (await wasUsed(tx, claims)) return refuse('Ce jeton a déjà servi.')
  const id = await personOf(tx, claims)
  return id === null
    ? refuse('Le jeton est juste, mais il ne nomme aucun compte ouvert de cette entreprise.')
    : { accepted: true, reason: null, IDPERSONNEL: id }
}

async function use(tx: Tx, claims: LolaClaims): Promise<void> {
  if (!(await spendToken(tx, claims))) throw refused()
}
