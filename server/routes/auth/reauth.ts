import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { validationError } from '../../../schemas/errors.ts'
import { isProtected, Proven } from '../../../schemas/second-factor.ts'
import { passwordHashOf } from '../../accounts/mailed-account.ts'
import type { Access } from '../../actor.ts'
import { audit } from '../../audit/audit.ts'
import { checkPassword, MAX_PASSWORD } from '../../plugins/session/passwords.ts'
import { askInSession, countWrong, findChallenge } from '../../second-factor/challenges.ts'
import { type FactorAnswer, factorsOf, takeFactor } from '../../second-factor/factors.ts'
import { type Holder, holderOf, scopeOf } from '../../second-factor/holder.ts'
import { keysOf, requestOptions } from '../../second-factor/passkeys.ts'
import { countFactorTry } from '../../second-factor/tries.ts'
import { one } from '../shared/answers.ts'
import { ANSWER_NAMES, answerIn, answers, onlyOne, RequestOptions } from './factor-bodies.ts'
import { TRIES_PER_ADDRESS } from './tries.ts'

const OWN: Access = { kinds: ['personnel', 'admin'], own: true }
const config = { access: OWN, does: 'acts', rateLimit: TRIES_PER_ADDRESS } as const
const PROOFS = [...ANSWER_NAMES, 'password'] as const
const Proof = Type.Object(
  { ...answers, password: Type.Optional(Type.String({ minLength: 1, maxLength: MAX_PASSWORD })) },
  { additionalProperties: false },
)
type Given = FactorAnswer & { password?: string }

const WRONG: Record<(typeof PROOFS)[number], string> = {
  code: 'Ce n’est pas le bon code, ou il a déjà servi.',
  recovery_code: 'Ce n’est pas un de vos codes de secours, ou il a déjà servi.',
  passkey: 'Cette clé d’accès n’a pas été reconnue.',
  password: 'Mot de passe incorrect.',
}

/**
 * The holder of a session proves again who they are, for some minutes and for this session alone: with the second factor where the account has one, else with
 * the password. A wrong answer is a 422: the session itself stays valid.
 */
export async function reauthRoutes(app: FastifyInstance): Promise<void> {
  const asks = {
    summary: 'Ce qu’une clé d’accès doit signer pour confirmer qui l’on est',
    response: { 200: one(RequestOptions) },
  }
  app.post('/auth/reauth/passkey', { config, schema: asks }, async (request) => {
    const holder = holderOf(app, request)
    const { account, actor } = holder
    const data = await app.db.transaction(scopeOf(holder), async (tx) => {
      const options = await requestOptions(holder.site, await keysOf(tx, account))
      const { tokenHash } = actor
      await askInSession(tx, app.secrets, { purpose: 'prove', tokenHash, account, webauthn: options.challenge })
      return options
    })
    return { data }
  })

  const schema = { summary: 'Confirme qui l’on est', body: Proof, response: { 200: one(Proven) } }
  app.post<{ Body: Given }>('/auth/reauth', { config, schema }, async (request) => {
    const holder = holderOf(app, request)
    const given = onlyOne(request.body, PROOFS)
    if (given !== 'passkey') await countFactorTry(app, holder)
    const right =
      given === 'password' ? await provePassword(app, request, holder) : await proveFactor(app, request, holder)
    const line = { target: holder.account, details: { by: given } }
    if (!right) {
      await app.db.transaction(scopeOf(holder), (tx) => audit(tx, request, { action: 'reauth.refused', ...line }))
      throw validationError({ [given]: [WRONG[given]] })
    }
    await app.sessions.prove(holder.actor, (tx) => audit(tx, request, { action: 'reauth.accepted', ...line }))
    return { data: { until: new Date(Date.now() + app.reauthMs).toISOString() } }
  })
}

function proveFactor(app: FastifyInstance, request: FastifyRequest, holder: Holder & { actor: { tokenHash: string } }) {
  const named = { purpose: 'prove', name: holder.actor.tokenHash } as const
  return app.db.transaction(scopeOf(holder), async (tx) => {
    const asked = await findChallenge(tx, app.secrets, named)
    const answer = answerIn(request.body as Given)
    const by = await takeFactor(tx, app.secrets, { holder, webauthn: asked?.webauthn ?? null, answer })
    // Right or wrong, the same question is not accepted twice.
    if (asked && answer.passkey) await countWrong(tx, app.secrets, named)
    return by !== null
  })
}

/** A password alone is no proof for an account with a second factor. */
async function provePassword(app: FastifyInstance, request: FastifyRequest, holder: Holder): Promise<boolean> {
  const { password = '' } = request.body as Given
  const [factors, hash] = await app.db.transaction(scopeOf(holder), async (tx) => [
    await factorsOf(tx, holder.account),
    await passwordHashOf(tx, holder.account),
  ])
  if (isProtected(factors)) throw validationError({ password: ['Utilisez votre second facteur.'] })
  return checkPassword(hash, password)
}
