import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { CancelledOrder, OrderCancellation } from '../../../schemas/cancelled-order.ts'
import { frenchDate, wallClock } from '../../../schemas/dates.ts'
import { AppError, notFound, validationError } from '../../../schemas/errors.ts'
import { inEuros } from '../../../schemas/rules/payment-kinds.ts'
import { keptRefusal, letterRefusal } from '../../../schemas/rules/withdrawal.ts'
import type { PersonnelActor } from '../../actor.ts'
import { audit } from '../../audit/audit.ts'
import { contactFacts } from '../../contacts/contact-facts.ts'
import { appendEvidence, type QuoteEvidence } from '../../evidence/chain.ts'
import { readDocument } from '../../evidence/document.ts'
import { enqueueMessage } from '../../messages/enqueue.ts'
import { seesRow } from '../../policies/visibility.ts'
import { actEntry, authorName, noteByService } from '../../writes/note-in-journal.ts'
import { once } from '../../writes/once.ts'
import { type ServiceWrite, serviceWrite } from '../../writes/service-write.ts'
import { frenchDayOf } from '../devis-state.ts'
import { companyMail, mailCustomer } from '../notices.ts'
import type { Devis } from '../presenters/devis.ts'
import { type Customer, readCustomer } from '../repositories/client.ts'
import { requestFacts } from '../request-facts.ts'

interface Cancelling {
  app: FastifyInstance
  request: FastifyRequest
  actor: PersonnelActor
  zone: string
  id: string
  ended: OrderCancellation
}

/**
 * The staff record that an order ended outside of the customer's space, by a letter of withdrawal or by an agreement: what a withdrawal in the space does,
 * with evidence that says who recorded it. A letter sent after the deadline is refused: only an agreement then ends the order.
 * @throws AppError NOT_FOUND, CONFLICT (not signed, ended already), VALIDATION_ERROR (day of the letter)
 */
export async function cancelOrder(cancelling: Cancelling): Promise<CancelledOrder> {
  const { app, request, actor } = cancelling
  const done = await serviceWrite(app, actor.companyId, (write) =>
    once(write.tx, request, () => cancel(write, cancelling)),
  )
  app.messages.wake(actor.companyId)
  return done
}

async function cancel(
  write: ServiceWrite,
  { app, request, actor, zone, id, ended }: Cancelling,
): Promise<CancelledOrder> {
  const { tx } = write
  const row = await write.lock('devis', id)
  if (!row || !seesRow(actor.staff, 'devis', row)) throw notFound()
  const quote = row.record as unknown as Devis
  const now = new Date()
  assertMayEnd(quote, ended, { zone, now })
  const customer = await readCustomer(tx, quote.IDCLIENT)
  const DATE_REFUSE = now.toISOString()
  const isLetter = ended.GENRE === 'retractation'
  const kept = keptOf(ended)
  const { text: document } = await readDocument(tx, quote)
  const evidence = await appendEvidence(tx, app.secrets.evidence, {
    devisId: id,
    kind: isLetter ? 'withdrawal_letter' : 'cancellation',
    document,
    at: DATE_REFUSE,
    facts: {
      ...requestFacts(request, actor, customer),
      ...(await contactFacts(tx, app.secrets.evidence, customer)),
      par: { id: actor.id, nom: await authorName(tx, actor.id), administrateur: actor.impersonator },
      fin: isLetter ? { courrier: ended.DATE_COURRIER } : { motif: ended.MOTIF.trim(), conserve: kept },
    },
  })
  write.by(actor.id)
  write.set('devis', row, { REFUSE: 1, DATE_REFUSE, MONTANT_CONSERVE: kept })
  const number = quote.NUMERO_DEVIS ?? ''
  const said = isLetter
    ? { RESULTAT: `Devis ${number} rétracté par un courrier du ${frenchDate(ended.DATE_COURRIER)}` }
    : {
        RESULTAT: `Commande ${number} annulée${kept ? `, montant conservé : ${inEuros(kept)}` : ''}`,
        TEXTE: ended.MOTIF.trim(),
      }
  await noteByService(write, quote.IDPROJET, await actEntry({ tx, actor, zone, now }, { GENRE: 'evenement', ...said }))
  const texte = receipt(quote, ended, { evidence, zone, now })
  const mail = await tell(write, { app, quote, customer, ended, texte })
  await audit(tx, request, {
    action: 'quote.cancelled',
    target: `devis:${id}`,
    details: { GENRE: ended.GENRE, conserve: kept, preuve: evidence.number, hash: evidence.hash },
  })
  return { IDDEVIS: id, DATE_REFUSE, preuve: { numero: evidence.number, empreinte: evidence.hash }, texte, mail }
}

/** Cents that the company keeps; null of a withdrawal, which gives everything back. */
const keptOf = (ended: OrderCancellation): number | null =>
  ended.GENRE === 'annulation' ? (ended.MONTANT_CONSERVE ?? 0) : null

function assertMayEnd(quote: Devis, ended: OrderCancellation, { zone, now }: { zone: string; now: Date }): void {
  if (quote.DEVIS_SIGNE !== 1 || quote.DATE_SIGNATURE === null)
    throw new AppError('CONFLICT', 'Ce devis n’est pas signé : il n’y a pas de commande à annuler.')
  if (quote.REFUSE === 1) {
    const day = frenchDayOf(quote.DATE_REFUSE, zone)
    throw new AppError('CONFLICT', `Cette commande est déjà rétractée ou annulée depuis le ${day}.`)
  }
  if (ended.GENRE === 'annulation') {
    const order = { PRIX_TTC: quote.PRIX_TTC, DATE_SIGNATURE: quote.DATE_SIGNATURE }
    const refusal = keptRefusal(order, keptOf(ended) ?? 0, { zone, now })
    if (refusal !== null) throw validationError({ MONTANT_CONSERVE: [refusal] }, refusal)
    return
  }
  const refusal = letterRefusal(quote.DATE_SIGNATURE, ended.DATE_COURRIER, { zone, now })
  if (refusal !== null) throw validationError({ DATE_COURRIER: [refusal] }, refusal)
}

interface Recorded {
  evidence: QuoteEvidence
  zone: string
  now: Date
}

const keptSentence = (kept: number | null): string =>
  kept ? ` L’entreprise conserve ${inEuros(kept)}, comme convenu.` : ''

/** What the customer gets in writing. It names nobody: a second send of the same request answers it again. */
function receipt(quote: Devis, ended: OrderCancellation, { evidence, zone, now }: Recorded): string {
  const number = quote.NUMERO_DEVIS ?? ''
  const [day, time] = wallClock(now, zone).split(' ') as [string, string]
  const recorded = `le ${frenchDate(day)} à ${time}`
  const what =
    ended.GENRE === 'retractation'
      ? `Accusé de réception : votre rétractation du devis ${number}, par votre courrier du ${frenchDate(ended.DATE_COURRIER)}, a été enregistrée ${recorded}.`
      : `La commande du devis ${number} est annulée, comme convenu : c’est enregistré ${recorded}.${keptSentence(keptOf(ended))}`
  return `${what} Preuve n° ${evidence.number}, empreinte ${evidence.hash}.`
}

interface Told {
  app: FastifyInstance
  quote: Devis
  customer: Customer
  ended: OrderCancellation
  texte: string
}

/** Mails the receipt to the customer and to the agency. @returns whether the customer's mail leaves */
async function tell({ tx }: ServiceWrite, { app, quote, customer, ended, texte }: Told): Promise<boolean> {
  const number = quote.NUMERO_DEVIS ?? ''
  const key = `commande-annulee:${quote.IDDEVIS}`
  const isLetter = ended.GENRE === 'retractation'
  const title = isLetter ? `Rétractation du devis ${number}` : `Annulation de la commande ${number}`
  const text = isLetter ? texte : `${texte}\n\nMotif : ${ended.MOTIF.trim()}`
  const mail = await mailCustomer(tx, { app, quote, customer }, { key, title, text })
  const agence = await companyMail(tx, customer, 'agence')
  if (agence !== null) {
    await enqueueMessage(tx, {
      channel: 'mail',
      key: `mail:${key}:agence`,
      recipient: agence,
      payload: { subject: title, text },
      about: { resource: 'devis', id: quote.IDDEVIS },
    })
  }
  return mail
}
