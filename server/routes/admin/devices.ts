import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { notFound } from '../../../schemas/errors.ts'
import { ADMIN } from '../../actor.ts'
import { audit } from '../../audit/audit.ts'
import { endOpenSession, openSessions } from '../../devices/open-sessions.ts'
import type { Scope } from '../../plugins/database/database.ts'
import type { Paging } from '../../repositories/paging.ts'
import { nothing } from '../shared/answers.ts'
import { companyGiven, companyNeeded, companyQuery, idSchema } from './admin-request.ts'
import { paged, pagingQuery } from './paging.ts'

const nullable = Type.Union([Type.String(), Type.Null()])
const count = Type.Union([Type.Integer(), Type.Null()])
const Device = Type.Object(
  {
    id: Type.String(),
    account: Type.String(),
    device_id: nullable,
    impersonator: nullable,
    created_at: Type.String({ format: 'lolapp-instant' }),
    last_seen_at: Type.String({ format: 'lolapp-instant' }),
    expires_at: Type.String({ format: 'lolapp-instant' }),
    /** This and the next fields as the device last reported in this session (WORK-7); null: it has reported nothing. « iPhone · Safari » */
    agent: nullable,
    synced_at: Type.Union([Type.String({ format: 'lolapp-instant' }), Type.Null()]),
    /** Outbox entries, files and mails that are pending there. */
    pending: count,
    refused: count,
  },
  { additionalProperties: false },
)
const reads = { access: ADMIN, does: 'reads' } as const
const acts = { access: ADMIN, does: 'acts' } as const

/** Sessions of a company, or the administrators' when none is named; each may be ended. */
export async function adminDeviceRoutes(app: FastifyInstance): Promise<void> {
  const index = {
    summary: 'Sessions ouvertes',
    querystring: Type.Object({
      ...companyQuery,
      ...pagingQuery([
        'account',
        'device_id',
        'created_at',
        'last_seen_at',
        'expires_at',
        'synced_at',
        'pending',
        'refused',
      ]),
    }),
    response: { 200: paged(Device) },
  }
  app.get('/admin/devices', { config: reads, schema: index }, async (request) => {
    const companyId = companyGiven(request) === null ? null : await companyNeeded(app, request)
    return app.db.transaction(scopeOf(companyId), (tx) => openSessions(tx, companyId, request.query as Paging))
  })

  const destroy = {
    summary: 'Ferme une session',
    params: Type.Object({ id: idSchema }),
    querystring: Type.Object(companyQuery),
    response: { 204: nothing },
  }
  app.delete<{ Params: { id: string } }>(
    '/admin/devices/:id',
    { config: acts, schema: destroy },
    async (request, reply) => {
      const companyId = companyGiven(request) === null ? null : await companyNeeded(app, request)
      const ended = await app.db.transaction(scopeOf(companyId), async (tx) => {
        const session = await endOpenSession(tx, companyId, request.params.id)
        if (!session) throw notFound()
        await audit(tx, request, { action: 'session.revoked', target: session.account })
        return session
      })
      await app.sessions.forget(ended.token_hash)
      // An impersonation depends on the administrator's session.
      if (companyId === null) await app.sessions.forget(ended.account)
      return reply.status(204).send()
    },
  )
}

const scopeOf = (companyId: string | null): Scope => (companyId === null ? { platform: true } : { companyId })
