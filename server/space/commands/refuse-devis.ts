import type { FastifyInstance, FastifyRequest } from 'fastify'
import { wallClock } from '../../../schemas/dates.ts'
import { notFound } from '../../../schemas/errors.ts'
import { uuidv7 } from '../../../schemas/uuid.ts'
import type { ClientActor } from '../../actor.ts'
import { audit } from '../../audit/audit.ts'
import { contactFacts } from '../../contacts/contact-facts.ts'
import { appendEvidence } from '../../evidence/chain.ts'
import { readDocument } from '../../evidence/document.ts'
import { noteByService } from '../../writes/note-in-journal.ts'
import { once } from '../../writes/once.ts'
import { serviceWrite } from '../../writes/service-write.ts'
import { assertWaiting } from '../devis-state.ts'
import type { Devis } from '../presenters/devis.ts'
import { fullName, readCustomer } from '../repositories/client.ts'
import { readQuote } from '../repositories/devis.ts'
import { requestFacts } from '../request-facts.ts'

interface Refusal {
  app: FastifyInstance
  request: FastifyRequest
  actor: ClientActor
  zone: string
  id: string
  MOTIF: string | null
}

/** The customer refuses a quote that waits for their answer. @throws AppError NOT_FOUND, CONFLICT */
export async function refuseQuote({ app, request, actor, zone, id, MOTIF }: Refusal): Promise<Devis> {
  return serviceWrite(app, actor.companyId, (write) =>
    once(write.tx, request, async () => {
      const { tx } = write
      const row = await write.lock('devis', id)
      if (!row) throw notFound()
      await readQuote(tx, actor, id)
      const quote = row.record as unknown as Devis
      const now = new Date()
      assertWaiting(quote, zone, now, 'expired may')
      const customer = await readCustomer(tx, actor.id)
      const DATE_REFUSE = now.toISOString()
      const { text: document } = await readDocument(tx, quote)
      const contact = await contactFacts(tx, app.secrets.evidence, customer)
      const facts = { ...requestFacts(request, actor, customer), ...contact, motif: MOTIF }
      await appendEvidence(tx, app.secrets.evidence, { devisId: id, kind: 'refusal', document, at: DATE_REFUSE, facts })
      write.set('devis', row, { REFUSE: 1, DATE_REFUSE })
      // The project's journal keeps why: the evidence has it too, but no rep opens that.
      await noteByService(write, quote.IDPROJET, {
        id: uuidv7(),
        GENRE: 'evenement',
        LE: wallClock(now, zone),
        AUTEUR: fullName(customer),
        RESULTAT: `Devis ${quote.NUMERO_DEVIS ?? ''} refusé par le client`,
        ...(MOTIF ? { TEXTE: MOTIF } : {}),
      })
      await audit(tx, request, { action: 'quote.refused', target: `devis:${id}` })
      const answered: Devis = { ...quote, REFUSE: 1, DATE_REFUSE }
      return answered
    }),
  )
}
