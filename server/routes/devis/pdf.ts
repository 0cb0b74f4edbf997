import type { FastifyInstance } from 'fastify'
import { notFound } from '../../../schemas/errors.ts'
import { quoteFileName, readQuotePdf, renderQuotePdf } from '../../documents/render-devis-pdf.ts'
import { FileAnswer, sendFile } from '../../files/presenters/send-file.ts'
import { seesRow } from '../../policies/visibility.ts'
import { readRow } from '../../repositories/rows.ts'
import { readQuote } from '../../space/repositories/devis.ts'
import { CUSTOMER_OR_LINK, customerOf } from '../../space/routes/client.ts'
import { assertReads, at, idParams } from '../shared/resource-routes.ts'
import { staffActor } from '../shared/staff-request.ts'

type At = { Params: { id: string } }
const schema = { summary: 'Le devis en PDF', params: idParams(), response: { 200: FileAnswer } }

/** A quote as a PDF, for the staff who see it and for its customer. */
export async function quotePdfRoutes(app: FastifyInstance): Promise<void> {
  app.get<At>(
    '/devis/:id/pdf',
    { config: { ...at('devis', 'read'), does: 'reads' }, schema },
    async (request, reply) => {
      const actor = staffActor(request)
      assertReads(actor, 'devis')
      const document = await app.db.inTenant(actor.companyId, async (tx) => {
        const row = await readRow(tx, { resource: 'devis', id: request.params.id })
        if (!row || row.deleted || !seesRow(actor.staff, 'devis', row)) throw notFound()
        return readQuotePdf(tx, row)
      })
      const bytes = await renderQuotePdf(document)
      return sendFile(reply, { bytes, type: 'application/pdf', name: quoteFileName(document) })
    },
  )

  app.get<At>(
    '/space/devis/:id/pdf',
    { config: { access: CUSTOMER_OR_LINK, does: 'reads' }, schema },
    async (request, reply) => {
      const actor = customerOf(request)
      const document = await app.db.inTenant(actor.companyId, async (tx) => {
        const quote = await readQuote(tx, actor, request.params.id)
        return readQuotePdf(tx, { record: { ...quote } })
      })
      const bytes = await renderQuotePdf(document)
      return sendFile(reply, { bytes, type: 'application/pdf', name: quoteFileName(document) })
    },
  )
}
