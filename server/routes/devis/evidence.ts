import type { FastifyInstance } from 'fastify'
import { notFound } from '../../../schemas/errors.ts'
import { EvidenceAnswer } from '../../../schemas/space/decisions.ts'
import { STAFF } from '../../actor.ts'
import { evidenceOf } from '../../evidence/chain.ts'
import { verifyQuote } from '../../evidence/verify.ts'
import { seesRow } from '../../policies/visibility.ts'
import { readRow } from '../../repositories/rows.ts'
import { evidenceView } from '../../space/presenters/evidence.ts'
import { one } from '../shared/answers.ts'
import { assertReads, idParams } from '../shared/resource-routes.ts'
import { staffActor } from '../shared/staff-request.ts'

/** The evidence of a quote, for staff who may see the quote. */
export async function devisEvidenceRoutes(app: FastifyInstance): Promise<void> {
  app.get<{ Params: { id: string } }>(
    '/devis/:id/evidence',
    {
      config: { access: STAFF, does: 'reads' },
      schema: {
        summary: 'Preuves de signature, de refus et de rétractation',
        params: idParams(),
        response: { 200: one(EvidenceAnswer) },
      },
    },
    async (request) => {
      const actor = staffActor(request)
      assertReads(actor, 'devis')
      const { id } = request.params
      return {
        data: await app.db.inTenant(actor.companyId, async (tx) => {
          const row = await readRow(tx, { resource: 'devis', id })
          if (!row || row.deleted || !seesRow(actor.staff, 'devis', row)) throw notFound()
          const records = await evidenceOf(tx, id)
          return { verifie: await verifyQuote(tx, app.secrets.evidence, records), preuves: records.map(evidenceView) }
        }),
      }
    },
  )
}
