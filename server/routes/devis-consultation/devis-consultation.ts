import type { FastifyInstance } from 'fastify'
import Type, { type Static } from 'typebox'
import { notFound } from '../../../schemas/errors.ts'
import { ID_PATTERN } from '../../../schemas/fields.ts'
import { orNull, textOrNull } from '../../../schemas/space/cards.ts'
import { type Access, STAFF } from '../../actor.ts'
import { seesRow } from '../../policies/visibility.ts'
import { readRow } from '../../repositories/rows.ts'
import { recordView } from '../../space/commands/record-view.ts'
import { readingsOf } from '../../space/repositories/readings.ts'
import { many, one } from '../shared/answers.ts'
import { assertReads } from '../shared/resource-routes.ts'
import { staffActor } from '../shared/staff-request.ts'

const Asked = Type.Object(
  { IDDEVIS: Type.String({ pattern: ID_PATTERN, maxLength: 64 }) },
  { additionalProperties: false },
)

const View = Type.Object(
  {
    id: Type.String(),
    IDDEVIS: Type.String(),
    IDCLIENT: Type.String(),
    origine: Type.Enum(['espace', 'lien']),
    user_agent: textOrNull,
    date: Type.String(),
  },
  { additionalProperties: false },
)

/** Customers of the quote, in their space or by its public link. A member of the staff may call it too, and does not count as a reader. */
const READERS: Access = { kinds: ['personnel', 'client'], limited: true }

/** Who read a quote and when (API-04). */
export async function devisConsultationRoutes(app: FastifyInstance): Promise<void> {
  app.post<{ Body: Static<typeof Asked> }>(
    '/devis_consultation',
    {
      config: { access: READERS, does: 'acts' },
      schema: {
        summary: 'Note la consultation d’un devis par son client',
        body: Asked,
        response: {
          200: one(Type.Object({ DATE_CONSULTATION: orNull(Type.String()) }, { additionalProperties: false })),
        },
      },
    },
    async (request) => {
      const { actor } = request
      const { IDDEVIS: id } = request.body
      if (actor.kind === 'client') return { data: { DATE_CONSULTATION: await recordView({ app, request, actor, id }) } }
      const { companyId, staff } = staffActor(request)
      const row = await app.db.inTenant(companyId, (tx) => readRow(tx, { resource: 'devis', id }))
      if (!row || row.deleted || !seesRow(staff, 'devis', row)) throw notFound()
      return { data: { DATE_CONSULTATION: row.record.DATE_CONSULTATION } }
    },
  )

  app.get<{ Querystring: Static<typeof Asked> }>(
    '/devis_consultation',
    {
      config: { access: STAFF, does: 'reads' },
      schema: { summary: 'Consultations d’un devis', querystring: Asked, response: { 200: many(View) } },
    },
    async (request) => {
      const actor = staffActor(request)
      assertReads(actor, 'devis')
      const { IDDEVIS: id } = request.query
      return {
        data: await app.db.inTenant(actor.companyId, async (tx) => {
          const row = await readRow(tx, { resource: 'devis', id })
          if (!row || row.deleted || !seesRow(actor.staff, 'devis', row)) throw notFound()
          return readingsOf(tx, id)
        }),
      }
    },
  )
}
