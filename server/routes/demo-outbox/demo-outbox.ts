import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { notFound } from '../../../schemas/errors.ts'
import { PUBLIC } from '../../actor.ts'
import { isLocal } from '../../limits/this-machine.ts'
import { scopeOf } from '../../messages/claim.ts'
import { writtenMessages } from '../../messages/message-rows.ts'
import { many } from '../shared/answers.ts'

const nullable = Type.Union([Type.String(), Type.Null()])
const Sent = Type.Object({
  id: Type.String(),
  channel: Type.Union([Type.Literal('mail'), Type.Literal('sms'), Type.Literal('push')]),
  recipient: Type.String(),
  /** The message as it would have been sent, codes included. */
  payload: Type.Record(Type.String(), Type.Unknown()),
  status: Type.String(),
  created_at: Type.String({ format: 'lolapp-instant' }),
  sent_at: nullable,
})

/** GET /api/demo/outbox: what the host's company would have sent, newest first. Registered in demo mode only, and answers only to this machine (SET-01). */
export async function demoOutboxRoutes(app: FastifyInstance): Promise<void> {
  app.get<{ Querystring: { limit?: number } }>(
    '/demo/outbox',
    {
      config: { access: PUBLIC, does: 'reads' },
      schema: {
        summary: 'Messages de la démonstration',
        querystring: Type.Object({ limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })) }),
        response: { 200: many(Sent) },
      },
    },
    async (request) => {
      if (!isLocal(request)) throw notFound()
      const { company, query } = request
      return {
        // Without a company, the platform's own messages: an administrator's password link.
        data: await app.db.transaction(scopeOf(company?.id ?? null), (trx) =>
          writtenMessages(trx, { companyId: company?.id ?? null, limit: query.limit ?? 50 }),
        ),
      }
    },
  )
}
