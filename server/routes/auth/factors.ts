import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { AppError, notFound, validationError } from '../../../schemas/errors.ts'
import { Factors, isProtected, NewCodes, TotpSecret } from '../../../schemas/second-factor.ts'
import { accountById } from '../../accounts/mailed-account.ts'
import { tellSecondFactorChanged } from '../../accounts/security-notices.ts'
import type { Access } from '../../actor.ts'
import { audit } from '../../audit/audit.ts'
import type { Tx } from '../../plugins/database/database.ts'
import { askInSession, countWrong, findChallenge } from '../../second-factor/challenges.ts'
import { factorsOf, lockFactors } from '../../second-factor/factors.ts'
import { type Holder, holderOf, scopeOf } from '../../second-factor/holder.ts'
import { addPasskey, creationOptions, keysOf, MAX_PASSKEYS, removePasskey } from '../../second-factor/passkeys.ts'
import { removeRecoveryCodes, renewRecoveryCodes } from '../../second-factor/recovery-codes.ts'
import { isRequired } from '../../second-factor/required.ts'
import { beginTotp, confirmTotp, removeTotp } from '../../second-factor/totp.ts'
import { countFactorTry } from '../../second-factor/tries.ts'
import { nothing, one } from '../shared/answers.ts'
import { CreatedKey, CreationOptions, code, createdKey } from './factor-bodies.ts'

/** Their names in mails. */
const FACTOR_WORDS = { totp: 'Une application de codes', passkey: 'Une clé d’accès' } as const

/** Also for sessions that must set one up before anything else. */
const SETTING_UP: Access = { kinds: ['personnel', 'admin'], own: true, settingUp: true }
const OWN: Access = { kinds: ['personnel', 'admin'], own: true }
const adds = { access: SETTING_UP, does: 'acts', reauth: true } as const
const acts = { access: OWN, does: 'acts', reauth: true } as const

/** The codes are answered when an account gets its first factor; the session may have got its full rights. */
const Added = Type.Object({ ...NewCodes.properties, expires_at: Type.String({ format: 'lolapp-instant' }) })

/** The caller's second factors: their list, and adding or removing one. */
export async function factorRoutes(app: FastifyInstance): Promise<void> {
  const index = { summary: 'Mon second facteur', response: { 200: one(Factors) } }
  app.get('/auth/factors', { config: { access: SETTING_UP, does: 'reads' }, schema: index }, async (request) => {
    const holder = holderOf(app, request)
    return app.db.transaction(scopeOf(holder), async (tx) => {
      const [factors, required] = [await factorsOf(tx, holder.account), await isRequired(app, tx, holder)]
      return { data: { ...factors, required } }
    })
  })
  totpRoutes(app)
  passkeyRoutes(app)

  const codes = { summary: 'Nouveaux codes de secours', response: { 200: one(NewCodes) } }
  app.post('/auth/recovery-codes', { config: acts, schema: codes }, async (request) => {
    const recovery_codes = await changing(app, request, async (tx, { account }) => {
      if (!isProtected(await factorsOf(tx, account)))
        throw new AppError('CONFLICT', 'Ajoutez d’abord un second facteur : les codes de secours le remplacent.')
      await audit(tx, request, { action: 'second_factor.codes_renewed', target: account })
      const change = 'De nouveaux codes de secours ont été donnés ; les anciens ne servent plus.'
      await tellSecondFactorChanged(tx, app, request, { account, change })
      return renewRecoveryCodes(tx, app.secrets, account)
    })
    app.messages.wake(holderOf(app, request).companyId)
    return { data: { recovery_codes } }
  })
}

function totpRoutes(app: FastifyInstance): void {
  const begin = { summary: 'Secret pour une application de codes', response: { 200: one(TotpSecret) } }
  app.post('/auth/totp', { config: adds, schema: begin }, async (request) => {
    const data = await changing(app, request, async (tx, { account, site }) =>
      beginTotp(tx, app.secrets, { account, issuer: site.name, label: await mailOf(tx, account) }),
    )
    return { data }
  })

  const confirm = {
    summary: 'Met en service l’application de codes',
    body: Type.Object({ code }, { additionalProperties: false }),
    response: { 200: one(Added) },
  }
  app.post<{ Body: { code: string } }>('/auth/totp/confirm', { config: adds, schema: confirm }, async (request) => {
    await countFactorTry(app, holderOf(app, request))
    return added(app, request, async (tx, { account }) => {
      if (!(await confirmTotp(tx, app.secrets, { account, code: request.body.code })))
        throw validationError({ code: ['Ce n’est pas le bon code. Vérifiez l’heure de votre téléphone.'] })
      return { method: 'totp' }
    })
  })

  const destroy = { summary: 'Retire l’application de codes', response: { 204: nothing } }
  app.delete('/auth/totp', { config: acts, schema: destroy }, async (request, reply) => {
    await removed(app, request, async (tx, { account }) => {
      if (!(await removeTotp(tx, account))) throw notFound()
      return { method: 'totp' }
    })
    return reply.status(204).send()
  })
}

function passkeyRoutes(app: FastifyInstance): void {
  const options = { summary: 'Ce qu’il faut pour créer une clé d’accès', response: { 200: one(CreationOptions) } }
  app.post('/auth/passkeys/options', { config: adds, schema: options }, async (request) => {
    const data = await changing(app, request, async (tx, holder) => {
      const { account } = holder
      const known = await keysOf(tx, account)
      if (known.length >= MAX_PASSKEYS) throw new AppError('CONFLICT', `${MAX_PASSKEYS} clés d’accès au plus.`)
      const made = await creationOptions({ ...holder, label: await mailOf(tx, account) }, known)
      const { tokenHash } = holder.actor
      await askInSession(tx, app.secrets, { purpose: 'add', tokenHash, account, webauthn: made.challenge })
      return made
    })
    return { data }
  })

  const store = {
    summary: 'Ajoute une clé d’accès',
    body: Type.Object(
      { name: Type.String({ minLength: 1, maxLength: 60, pattern: '\\S' }), credential: CreatedKey },
      { additionalProperties: false },
    ),
    response: { 201: one(Added) },
  }
  app.post<{ Body: { name: string; credential: unknown } }>(
    '/auth/passkeys',
    { config: adds, schema: store },
    async (request, reply) => {
      const { name, credential } = request.body
      const answer = await added(app, request, async (tx, holder) => {
        const named = { purpose: 'add', name: holder.actor.tokenHash } as const
        const asked = await findChallenge(tx, app.secrets, named)
        const challenge = asked?.webauthn ?? null
        const response = createdKey(credential)
        const id = challenge && (await addPasskey(tx, { holder, challenge, name: name.trim(), response }))
        if (!id) throw validationError({ credential: ['Cette clé d’accès n’a pas été acceptée. Recommencez.'] })
        await countWrong(tx, app.secrets, named)
        return { method: 'passkey', id }
      })
      return reply.status(201).send(answer)
    },
  )

  const destroy = {
    summary: 'Retire une clé d’accès',
    params: Type.Object({ id: Type.String({ pattern: '^[\\w-]{1,64}$', maxLength: 64 }) }),
    response: { 204: nothing },
  }
  app.delete<{ Params: { id: string } }>(
    '/auth/passkeys/:id',
    { config: acts, schema: destroy },
    async (request, reply) => {
      const { id } = request.params
      await removed(app, request, async (tx, { account }) => {
        if (!UUID.test(id) || !(await removePasskey(tx, { account, id }))) throw notFound()
        return { method: 'passkey', id }
      })
      return reply.status(204).send()
    },
  )
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

type Owner = ReturnType<typeof holderOf>
type Changed = { method: keyof typeof FACTOR_WORDS; id?: string }
type Change<T> = (tx: Tx, holder: Owner) => Promise<T>

/** One change of an account's factors at a time: of two concurrent removals, the second sees what the first has left. */
function changing<T>(app: FastifyInstance, request: FastifyRequest, change: Change<T>): Promise<T> {
  const holder = holderOf(app, request)
  return app.db.transaction(scopeOf(holder), async (tx) => {
    await lockFactors(tx, holder)
    return change(tx, holder)
  })
}

/** After a factor was added: the first one brings recovery codes, and gives the session its full rights. */
async function added(
  app: FastifyInstance,
  request: FastifyRequest,
  change: Change<Changed>,
): Promise<{ data: { recovery_codes: string[]; expires_at: string } }> {
  const data = await changing(app, request, async (tx, holder) => {
    const { account, actor } = holder
    const before = await factorsOf(tx, account)
    // This session was opened by the password alone, before another session set a factor up: that factor is now asked for.
    if (actor.settingUp && isProtected(before))
      throw new AppError('CONFLICT', 'Ce compte a déjà un second facteur. Reconnectez-vous.')
    const details = await change(tx, holder)
    const recovery_codes = isProtected(before) ? [] : await renewRecoveryCodes(tx, app.secrets, account)
    const expires_at = actor.settingUp ? await app.sessions.complete(actor, tx) : actor.expiresAt
    await audit(tx, request, { action: 'second_factor.added', target: account, details })
    const told = `${FACTOR_WORDS[details.method]} a été ajoutée.`
    await tellSecondFactorChanged(tx, app, request, { account, change: told })
    return { recovery_codes, expires_at }
  })
  const { actor, companyId } = holderOf(app, request)
  app.messages.wake(companyId)
  await app.sessions.forget(actor.tokenHash)
  return { data }
}

async function removed(app: FastifyInstance, request: FastifyRequest, change: Change<Changed>): Promise<void> {
  await changing(app, request, async (tx, holder: Holder) => {
    const details = await change(tx, holder as Owner)
    const { account } = holder
    if (!isProtected(await factorsOf(tx, account))) {
      if (await isRequired(app, tx, holder))
        throw new AppError('CONFLICT', 'Votre compte doit garder un second facteur : ajoutez-en d’abord un autre.')
      await removeRecoveryCodes(tx, account)
    }
    await audit(tx, request, { action: 'second_factor.removed', target: account, details })
    const told = `${FACTOR_WORDS[details.method]} a été retirée.`
    await tellSecondFactorChanged(tx, app, request, { account, change: told })
  })
  app.messages.wake(holderOf(app, request).companyId)
}

/** The account's name in an authenticator app. */
const mailOf = async (tx: Tx, account: string): Promise<string> => (await accountById(tx, account))?.mail ?? account
