import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { FactorAsked, isProtected, methodsOf } from '../../../schemas/second-factor.ts'
import type { IssuedToken } from '../../../schemas/space/login.ts'
import { tellNewDevice } from '../../accounts/security-notices.ts'
import { audit } from '../../audit/audit.ts'
import type { Tx } from '../../plugins/database/database.ts'
import type { NewSession, Opening } from '../../plugins/session/sessions.ts'
import { askFactor } from '../../second-factor/challenges.ts'
import { factorsOf } from '../../second-factor/factors.ts'
import { scopeOf } from '../../second-factor/holder.ts'
import { isRequired } from '../../second-factor/required.ts'
import { one } from '../shared/answers.ts'
import { openedBy, openSession, tokenAnswer } from './token-answer.ts'

export const entryAnswer = Type.Union([tokenAnswer, one(FactorAsked)])

interface Entry {
  kind: 'personnel' | 'admin'
  accountId: string
  /** Null for an administrator. */
  companyId: string | null
  /** The password was given, which also counts as a proof for routes with `config.reauth`. */
  proven: boolean
  /** Details for the line in the trail. */
  details?: Record<string, unknown>
  /** Writes of the same transaction: what the first step uses up or remembers. */
  also: (tx: Tx) => Promise<unknown>
}

/**
 * After a right password (or its equivalent): a session, or the question for the second factor. An account that must have one and has none gets a session
 * that may only set one up.
 */
export async function enter(
  app: FastifyInstance,
  request: FastifyRequest,
  { kind, accountId, companyId, proven, details, also }: Entry,
): Promise<{ data: IssuedToken | FactorAsked }> {
  const account = `${kind}:${accountId}`
  const next = await app.db.transaction(scopeOf({ companyId }), async (tx) => {
    const factors = await factorsOf(tx, account)
    if (!isProtected(factors)) return (await isRequired(app, tx, { companyId })) ? 'setting up' : 'whole'
    await also(tx)
    await audit(tx, request, { action: 'second_factor.asked', target: account, ...(details ? { details } : {}) })
    const { challenge, expiresAt } = await askFactor(tx, app.secrets, account)
    return { challenge, methods: methodsOf(factors), expires_at: expiresAt }
  })
  if (typeof next === 'object') return { data: next }
  const settingUp = next === 'setting up'
  const told = settingUp ? { ...details, second_factor: 'missing' } : details
  const expiresAt = new Date(Date.now() + app.reauthMs).toISOString()
  return openEntered(app, request, {
    session: {
      kind,
      accountId,
      companyId,
      proven: proven || settingUp,
      ...(settingUp ? { settingUp, expiresAt } : {}),
    },
    ...(told ? { details: told } : {}),
    also,
  })
}

interface Entered {
  session: Omit<NewSession, keyof Opening>
  /** Details for the line in the trail. */
  details?: Record<string, unknown>
  also?: (tx: Tx) => Promise<unknown>
}

/** The session of a person who has proved who they are; a device that is new to the account is reported to its owner. */
export async function openEntered(
  app: FastifyInstance,
  request: FastifyRequest,
  { session, details, also }: Entered,
): Promise<{ data: IssuedToken }> {
  const account = `${session.kind}:${session.accountId}`
  const opening = openedBy(request)
  const opened = await openSession(app.sessions, { ...session, ...opening }, async (tx) => {
    await also?.(tx)
    await audit(tx, request, { action: 'login.accepted', target: account, ...(details ? { details } : {}) })
    await tellNewDevice(tx, app, request, { account, opening })
  })
  app.messages.wake(session.companyId)
  return opened
}
