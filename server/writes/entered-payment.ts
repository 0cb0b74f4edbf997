import { seesAgencies } from '../../schemas/access.ts'
import { frenchDate, today } from '../../schemas/dates.ts'
import type { Issue } from '../../schemas/entity.ts'
import { AppError, unauthorized, validationError } from '../../schemas/errors.ts'
import type { Values } from '../../schemas/merge.ts'
import { CORRECTED_ALREADY } from '../../schemas/rules/corrected-already.ts'
import { replaces } from '../../schemas/rules/corrections.ts'
import { type Entered, type Order, paiementIssues, type Received } from '../../schemas/rules/encaissements.ts'
import { type GenrePaiement, MOYENS_SAISIS } from '../../schemas/rules/payment-kinds.ts'
import { readRow, type StoredRow } from '../repositories/rows.ts'
import { paymentsOfOrder } from './balances.ts'
import type { WriteContext } from './write-types.ts'

/** Why a payment that somebody enters is refused: what the law forbids, and what only the payment service says. */
export async function enteredIssues(ctx: WriteContext, record: Values): Promise<Issue[]> {
  if (!(MOYENS_SAISIS as readonly unknown[]).includes(record.MOYEN))
    return [{ field: 'MOYEN', message: 'Seul le service de paiement confirme un paiement en ligne' }]
  const devis = record.IDDEVIS as string
  const order = await readRow(ctx.tx, { resource: 'devis', id: devis })
  if (!order) return []
  if (order.record.IDPROJET !== record.IDPROJET)
    return [{ field: 'IDPROJET', message: 'Le projet du paiement doit être celui du devis' }]
  // The request's row will have this id when the service confirms it.
  const asked = await ctx.tx.selectFrom('payment').select('id').where('id', '=', ctx.mutation.id).executeTakeFirst()
  if (asked) throw new AppError('CONFLICT', 'Cet identifiant existe déjà.')
  const payments = await paymentsOfOrder(ctx.tx, devis)
  return [
    ...(await correctionIssues(ctx, payments)),
    ...paiementIssues(record as unknown as Entered, {
      order: order.record as unknown as Order,
      payments,
      zone: ctx.zone,
      now: ctx.now,
    }),
  ]
}

/**
 * A correction is a cancellation and a new payment. Of two people who corrected one payment without knowing of each other, or of whom one cancelled it, the first
 * counts: the payment of the other would count beside it. Its author gets it back as a refused entry.
 * @throws AppError CONFLICT
 */
async function correctionIssues(
  { tx, mutation, actor }: WriteContext,
  payments: readonly Received[],
): Promise<Issue[]> {
  const wrong = payments.find(({ id }) => replaces(mutation.id, id))
  if (!wrong) return []
  // Its cancellation comes before it (PUSH-9); both together would count twice.
  if (wrong.ANNULE_LE === null) return [{ field: '_', message: 'Le paiement à corriger n’est pas encore annulé.' }]
  const cancelled = await readRow(tx, { resource: 'paiement', id: wrong.id })
  const isOthers = cancelled?.record.ANNULE_PAR !== actor.staff.id
  if (isOthers || payments.some(({ id }) => id !== mutation.id && replaces(id, wrong.id)))
    throw new AppError('CONFLICT', CORRECTED_ALREADY)
  return []
}

/** A person cancels what they entered, the office what anybody entered; what the payment service confirmed the office alone, once the bank has rejected it. Cancelled again, it keeps its first reason. */
export function checkCancelled({ actor }: WriteContext, { record }: StoredRow, patch: Values): void {
  if (record.MOYEN === 'en_ligne' && record.REJETE_LE === null) {
    const message = 'Un paiement confirmé par le service de paiement ne s’annule pas : saisissez un remboursement.'
    throw validationError({ MOTIF_ANNULATION: [message] }, message)
  }
  if (record.IDPERSONNEL !== actor.staff.id && !seesAgencies(actor.staff)) throw unauthorized()
  if (record.ANNULE_LE === null) return
  for (const name of Object.keys(patch)) patch[name] = record[name]
}

/** What an order that has ended gets is neither a deposit nor its balance, as in the form of the payments that people enter. */
const genreOf = ({ REFUSE, PRIX_TTC }: Order, received: number): GenrePaiement =>
  REFUSE === 1 ? 'autre' : received >= PRIX_TTC ? 'solde' : 'acompte'

/** A confirmation follows its request within days; one that the server had to ask for may be weeks late, and its day is not the one of the transfer. */
const LATE_MS = 3 * 86_400_000

/** What the payment service confirmed, as a payment of its order. @param received cents of the order that the company had before it */
export const confirmedPayment = ({
  order,
  request,
  received,
  zone,
  now,
}: {
  order: StoredRow
  request: { id: string; amount: number; session: string | null; created_at: Date | string }
  received: number
  zone: string
  now: Date
}): Values => ({
  id: request.id,
  IDDEVIS: order.id,
  IDPROJET: order.record.IDPROJET,
  MONTANT: request.amount,
  MOYEN: 'en_ligne',
  GENRE: genreOf(order.record as unknown as Order, received + request.amount),
  DATE_PAIEMENT: today(zone, now),
  REFERENCE: request.session?.slice(0, 80) ?? null,
  NOTE:
    now.getTime() - new Date(request.created_at).getTime() > LATE_MS
      ? `Confirmé tardivement : demandé le ${frenchDate(today(zone, new Date(request.created_at)))}`
      : null,
  IDPERSONNEL: null,
  DATE_CREATION: now.toISOString(),
  ANNULE_LE: null,
  ANNULE_PAR: null,
  REJETE_LE: null,
  MOTIF_ANNULATION: null,
})
