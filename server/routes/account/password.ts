import type { FastifyInstance } from 'fastify'
import Type, { type Static } from 'typebox'
import { validationError } from '../../../schemas/errors.ts'
import { endSessions } from '../../accounts/end-sessions.ts'
import { accountById, passwordHashOf, setPassword } from '../../accounts/mailed-account.ts'
import { assertPassword, assertSame, newPassword } from '../../accounts/password-rules.ts'
import { tellLockedOut, tellPasswordChanged } from '../../accounts/security-notices.ts'
import { OFFICE_ACCOUNTS } from '../../actor.ts'
import { audit } from '../../audit/audit.ts'
import { tooMany } from '../../plugins/security.ts'
import { checkPassword, hashPassword, MAX_PASSWORD } from '../../plugins/session/passwords.ts'
import { nothing } from '../shared/answers.ts'
import { companyIdOf, ownerAloneOf, scopeOf } from './own-account.ts'
import { forgetAll } from './sessions.ts'

const Body = Type.Object(
  {
    current: Type.String({ minLength: 1, maxLength: MAX_PASSWORD }),
    password: newPassword,
    password_confirmation: Type.String({ maxLength: MAX_PASSWORD }),
  },
  { additionalProperties: false },
)

/** Tries of the present password of one account: whoever finds an open session must not guess the password there. */
export const CURRENT_TRIES = { max: 5, timeWindow: 15 * 60_000 }

const wrong = () => validationError({ current: ['Ce n’est pas votre mot de passe actuel'] })

/** POST /account/password: a new password for a signed-in person who knows the present one. All their other sessions end. */
export const ownPasswordRoutes =
  ({ demo }: { demo: boolean }) =>
  async (app: FastifyInstance): Promise<void> => {
    const schema = { summary: 'Change mon mot de passe', body: Body, response: { 204: nothing } }
    const config = { access: OFFICE_ACCOUNTS, does: 'acts' } as const
    app.post<{ Body: Static<typeof Body> }>('/account/password', { config, schema }, async (request, reply) => {
      const owner = ownerAloneOf(request)
      const [scope, { account }] = [scopeOf(owner), owner]
      const { current, password, password_confirmation } = request.body
      const { mail, stored } = await app.db.transaction(scope, async (tx) => ({
        mail: (await accountById(tx, account))?.mail,
        stored: await passwordHashOf(tx, account),
      }))
      // Before the present one is checked: a typing error in the new one costs no try.
      assertSame(password, password_confirmation)
      assertPassword({ password, about: mail === undefined ? [] : [mail], demo })
      if (password === current) throw validationError({ password: ['Choisissez un autre mot de passe que l’actuel'] })
      const key = `own password ${companyIdOf(owner) ?? ''} ${account}`
      const wait = await app.attempts.count(key, CURRENT_TRIES)
      if (wait !== null) {
        await app.db.transaction(scope, (tx) => tellLockedOut(tx, app, request, account))
        app.messages.wake(companyIdOf(owner))
        throw tooMany(wait)
      }
      if (stored === null || !(await checkPassword(stored, current))) {
        await app.db.transaction(scope, (tx) => audit(tx, request, { action: 'password.refused', target: account }))
        throw wrong()
      }
      // Outside the transaction: hashing is slow on purpose.
      const hash = await hashPassword(password)
      const ended = await app.db.transaction(scope, async (tx) => {
        if (!(await setPassword(tx, { account, hash, from: stored }))) return null
        await audit(tx, request, { action: 'password.changed', target: account })
        await tellPasswordChanged(tx, app, request, account)
        return endSessions(tx, account, { except: owner.tokenHash })
      })
      if (ended === null) throw wrong()
      await forgetAll(app, owner, ended)
      app.messages.wake(companyIdOf(owner))
      return reply.status(204).send()
    })
  }
