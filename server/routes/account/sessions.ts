import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { EndedSessions, OwnSession } from '../../../schemas/account.ts'
import { notFound } from '../../../schemas/errors.ts'
import { endSessions } from '../../accounts/end-sessions.ts'
import { ownSessions } from '../../accounts/own-sessions.ts'
import { OFFICE_ACCOUNTS } from '../../actor.ts'
import { audit } from '../../audit/audit.ts'
import { idSchema } from '../admin/admin-request.ts'
import { many, nothing, one } from '../shared/answers.ts'
import { type Owner, ownerAloneOf, ownerOf, scopeOf } from './own-account.ts'

const PATH = '/account/sessions'
const acts = { access: OFFICE_ACCOUNTS, does: 'acts' } as const

/** My sessions, and how I end one of them, or all but this one. Somebody else's session answers as one that does not exist. */
export async function ownSessionRoutes(app: FastifyInstance): Promise<void> {
  const index = { summary: 'Mes sessions ouvertes', response: { 200: many(OwnSession) } }
  app.get(PATH, { config: { access: OFFICE_ACCOUNTS, does: 'reads' }, schema: index }, async (request) => {
    const owner = ownerOf(request)
    return { data: await app.db.transaction(scopeOf(owner), (tx) => ownSessions(tx, owner.account, owner.tokenHash)) }
  })

  const destroy = {
    summary: 'Termine une de mes sessions',
    params: Type.Object({ id: idSchema }),
    response: { 204: nothing },
  }
  app.delete<{ Params: { id: string } }>(`${PATH}/:id`, { config: acts, schema: destroy }, async (request, reply) => {
    const owner = ownerAloneOf(request)
    const ended = await app.db.transaction(scopeOf(owner), async (tx) => {
      const hashes = await endSessions(tx, owner.account, { id: request.params.id })
      if (hashes.length === 0) throw notFound()
      await audit(tx, request, { action: 'session.revoked', target: owner.account })
      return hashes
    })
    await forgetAll(app, owner, ended)
    return reply.status(204).send()
  })

  const others = { summary: 'Termine toutes mes autres sessions', response: { 200: one(EndedSessions) } }
  app.delete(PATH, { config: acts, schema: others }, async (request) => {
    const owner = ownerAloneOf(request)
    const ended = await app.db.transaction(scopeOf(owner), async (tx) => {
      const hashes = await endSessions(tx, owner.account, { except: owner.tokenHash })
      const details = { others: hashes.length }
      if (hashes.length > 0) await audit(tx, request, { action: 'session.revoked', target: owner.account, details })
      return hashes
    })
    await forgetAll(app, owner, ended)
    return { data: { ended: ended.length } }
  })
}

/** Here and in every other process: their calls are refused, their hint streams end. */
export async function forgetAll(app: FastifyInstance, owner: Owner, tokenHashes: readonly string[]): Promise<void> {
  for (const tokenHash of tokenHashes) await app.sessions.forget(tokenHash)
  // An impersonation depends on the administrator's session that began it.
  if (owner.kind === 'admin' && tokenHashes.length > 0) await app.sessions.forget(owner.account)
}
