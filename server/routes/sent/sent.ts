import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { notFound } from '../../../schemas/errors.ts'
import { entityOf } from '../../../schemas/resources.ts'
import { MOST_SENT, SENT_ABOUT, SENT_FIRST, SentPage } from '../../../schemas/sent.ts'
import { STAFF } from '../../actor.ts'
import { sentPage } from '../../messages/sent.ts'
import { seesRow } from '../../policies/visibility.ts'
import { readRow } from '../../repositories/rows.ts'
import { one } from '../shared/answers.ts'
import { assertReads, idParams } from '../shared/resource-routes.ts'
import { staffActor } from '../shared/staff-request.ts'

const query = Type.Object({ limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_SENT })) })

/** What was sent to a customer, with its state (DAY-15), for whoever sees the client, the project or the quote. */
export async function sentRoutes(app: FastifyInstance): Promise<void> {
  for (const resource of SENT_ABOUT) {
    app.get<{ Params: { id: string }; Querystring: { limit?: number } }>(
      `${entityOf(resource).path}/:id/envois`,
      {
        config: { access: STAFF, does: 'reads' },
        schema: {
          summary: 'Mails et SMS envoyés au client à ce sujet, et où ils en sont',
          params: idParams(),
          querystring: query,
          response: { 200: one(SentPage) },
        },
      },
      async (request) => {
        const actor = staffActor(request)
        assertReads(actor, resource)
        const { id } = request.params
        const data = await app.db.inTenant(actor.companyId, async (tx) => {
          const row = await readRow(tx, { resource, id })
          if (!row || row.deleted || !seesRow(actor.staff, resource, row)) throw notFound()
          const { limit = SENT_FIRST } = request.query
          return sentPage(tx, { staff: actor.staff, about: { resource, id }, limit })
        })
        return { data }
      },
    )
  }
}
