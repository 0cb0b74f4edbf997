import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { AppError } from '../../../schemas/errors.ts'
import { splitAccount } from '../../accounts/end-sessions.ts'
import { PUBLIC } from '../../actor.ts'
import { audit } from '../../audit/audit.ts'
import type { Tx } from '../../plugins/database/database.ts'
import { countWrong, endChallenge, findChallenge, noteWebauthn, stillStands } from '../../second-factor/challenges.ts'
import { type FactorAnswer, takeFactor } from '../../second-factor/factors.ts'
import { type Holder, scopeOf, siteOf } from '../../second-factor/holder.ts'
import { keysOf, requestOptions } from '../../second-factor/passkeys.ts'
import { countFactorTry } from '../../second-factor/tries.ts'
import { one } from '../shared/answers.ts'
import { openEntered } from './enter.ts'
import { ANSWER_NAMES, answerIn, answers, onlyOne, RequestOptions } from './factor-bodies.ts'
import { tokenAnswer } from './token-answer.ts'
import { TRIES_PER_ADDRESS } from './tries.ts'

const challenge = Type.String({ minLength: 1, maxLength: 100 })
const Answer = Type.Object({ challenge, ...answers }, { additionalProperties: false })
type Answered = FactorAnswer & { challenge: string }
const Named = Type.Object({ challenge }, { additionalProperties: false })
const config = { access: PUBLIC, does: 'acts', rateLimit: TRIES_PER_ADDRESS } as const

/** Unknown, used, expired, of another company or tried too often: all get the same answer. */
const dead = (): AppError => new AppError('GONE', 'Cette connexion a expiré. Recommencez avec votre mot de passe.')
const wrong = (): AppError => new AppError('UNAUTHENTICATED', 'Ce n’est pas le bon code, ou il a déjà servi.')

const companyIn = ({ company }: FastifyRequest): string | null => company?.id ?? null

/** The second step of a login: the login that waits since the password (enter.ts) becomes a session. */
export async function secondFactorRoutes(app: FastifyInstance): Promise<void> {
  const inScope = <T>(request: FastifyRequest, fn: (tx: Tx) => Promise<T>): Promise<T> =>
    app.db.transaction(scopeOf({ companyId: companyIn(request) }), fn)

  const asks = {
    summary: 'Ce qu’une clé d’accès doit signer pour ouvrir la session',
    body: Named,
    response: { 200: one(RequestOptions) },
  }
  app.post<{ Body: { challenge: string } }>('/auth/second-factor/passkey', { config, schema: asks }, (request) => {
    const name = request.body.challenge
    return inScope(request, async (tx) => {
      const found = await findChallenge(tx, app.secrets, { purpose: 'login', name })
      if (!found) throw dead()
      const options = await requestOptions(siteOf(app, request.company), await keysOf(tx, found.account))
      await noteWebauthn(tx, app.secrets, { name, webauthn: options.challenge })
      return { data: options }
    })
  })

  const schema = { summary: 'Second facteur de la connexion', body: Answer, response: { 200: tokenAnswer } }
  app.post<{ Body: Answered }>('/auth/second-factor', { config, schema }, async (request) => {
    const given = onlyOne(request.body, ANSWER_NAMES)
    const companyId = companyIn(request)
    const named = { purpose: 'login', name: request.body.challenge } as const
    const waiting = await inScope(request, (tx) => findChallenge(tx, app.secrets, named))
    if (!waiting) throw dead()
    const holder: Holder = { account: waiting.account, companyId, site: siteOf(app, request.company) }
    // A signature cannot be guessed, so its tries are not counted.
    if (given !== 'passkey') await countFactorTry(app, holder)
    const by = await inScope(request, async (tx) => {
      const found = await findChallenge(tx, app.secrets, named)
      if (!found) throw dead()
      const taken = await takeFactor(tx, app.secrets, {
        holder,
        webauthn: found.webauthn,
        answer: answerIn(request.body),
      })
      if (taken) await endChallenge(tx, app.secrets, named)
      else {
        await countWrong(tx, app.secrets, named)
        const details = { why: 'second factor', by: given }
        await audit(tx, request, { action: 'login.refused', target: holder.account, details })
      }
      return taken
    })
    if (by === null) throw wrong()
    const [kind, accountId] = splitAccount(holder.account)
    return openEntered(app, request, {
      session: { kind, accountId, companyId, proven: true },
      details: { by },
      // The account's sessions may have been ended since the answer was accepted.
      also: async (tx) => {
        if (!(await stillStands(tx, app.secrets, named))) throw dead()
      },
    })
  })
}
