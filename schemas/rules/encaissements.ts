import * as Type from 'typebox'
import { today } from '../dates.ts'
import type { Issue } from '../entity.ts'
import { replaces } from './corrections.ts'
import { type GenrePaiement, inEuros, type Moyen } from './payment-kinds.ts'
import { balanceOf, firstPaymentDay, mayReceivePayment, tooEarlyToPay } from './payments.ts'

/**
 * Cents that one debt may be paid in cash at most, in one or several payments: by a consumer who lives in France, or by a professional (code monétaire et
 * financier, L112-6 and D112-3; since 1 September 2015). Every customer counts as one of these: no data says otherwise. What goes back is another debt, the
 * company's, with the same limit.
 */
export const CASH_LIMIT = 1_000_00

/** Why a payment is cancelled, in the words of whoever does it. */
export const motifAnnulation = Type.String({ minLength: 1, maxLength: 300, pattern: '\\S' })

export interface Received {
  id: string
  DATE_PAIEMENT: string
  MONTANT: number
  MOYEN: Moyen
  GENRE: GenrePaiement
  ANNULE_LE: string | null
}

export interface Order {
  DEVIS_SIGNE: 0 | 1
  REFUSE: 0 | 1
  PRIX_TTC: number
  MONTANT_CONSERVE: number | null
  DATE_SIGNATURE: string | null
}

/** Cents that a payment adds to what the company has; a refund takes away, a cancelled payment counts nothing. */
export function worth({ MONTANT, GENRE, ANNULE_LE }: Pick<Received, 'MONTANT' | 'GENRE' | 'ANNULE_LE'>): number {
  if (ANNULE_LE !== null) return 0
  return GENRE === 'remboursement' ? -MONTANT : MONTANT
}

const sum = (payments: readonly Received[]): number => payments.reduce((all, one) => all + worth(one), 0)

/** The least that the company had of an order, in cents, on the days from one on, and before another. */
function least(payments: readonly Received[], { from, before = '9' }: { from: string; before?: string }): number {
  const days = [from, ...payments.map(({ DATE_PAIEMENT }) => DATE_PAIEMENT)].filter(
    (day) => day >= from && day < before,
  )
  return Math.min(...days.map((day) => sum(payments.filter(({ DATE_PAIEMENT }) => DATE_PAIEMENT <= day))))
}

export type Priced = Pick<Order, 'REFUSE' | 'PRIX_TTC' | 'MONTANT_CONSERVE'>

/**
 * Cents that a quote brings in all. Of one that was refused, and of an order that was withdrawn from, nothing is due; of an order that was cancelled, what the
 * company keeps as agreed.
 */
export const dueOf = ({ REFUSE, PRIX_TTC, MONTANT_CONSERVE }: Priced): number =>
  REFUSE === 1 ? (MONTANT_CONSERVE ?? 0) : PRIX_TTC

/** Cents that an order still brings: positive what its customer owes, negative what the company owes them; null for a quote that is no order. */
export function soldeOf(order: Priced & Pick<Order, 'DEVIS_SIGNE'>, received: number): number | null {
  if (order.DEVIS_SIGNE !== 1) return null
  return dueOf(order) - received
}

export interface OrderBalance {
  /** Cents that the order brings in all (`dueOf`). */
  due: number
  /** Refunds taken away. */
  received: number
  deposits: number
  /** What the customer owes; never below 0. */
  left: number
  /** What the company owes the customer; never below 0. */
  over: number
}

/** What is paid of an order and what remains, from its payments. */
export function orderBalance(order: Order, payments: readonly Received[]): OrderBalance {
  const received = sum(payments)
  const due = dueOf(order)
  return {
    due,
    received,
    deposits: sum(payments.filter(({ GENRE }) => GENRE === 'acompte')),
    left: balanceOf(due, received).SOLDE_DEVIS,
    over: Math.max(0, received - due),
  }
}

/** Why nothing may be entered for this quote at all, in French; null when something may. A refund follows an order that was withdrawn from, too. */
export const notAnOrder = (order: Pick<Order, 'DEVIS_SIGNE'>): string | null =>
  order.DEVIS_SIGNE === 1 ? null : "Ce devis n'est pas signé : aucun paiement ne peut être reçu avant la signature."

/** What is entered. */
export interface Entered {
  id: string
  MONTANT: number
  MOYEN: Moyen
  GENRE: GenrePaiement
  DATE_PAIEMENT: string
}

/**
 * Why this payment may not be taken for its order; the same on the device and on the server. An order that has ended takes what was under way: it goes back
 * whole.
 * @param zone the company's time zone
 */
export function paiementIssues(
  entered: Entered,
  { order, payments, zone, now }: { order: Order; payments: readonly Received[]; zone: string; now: Date },
): Issue[] {
  const unsigned = notAnOrder(order)
  if (unsigned !== null || order.DATE_SIGNATURE === null) return [{ field: 'IDDEVIS', message: unsigned ?? '' }]
  const issues: Issue[] = []
  const day = entered.DATE_PAIEMENT
  const isRefund = entered.GENRE === 'remboursement'
  if (day > today(zone, now)) issues.push({ field: 'DATE_PAIEMENT', message: 'La date du paiement est à venir.' })
  if (!isRefund && !mayReceivePayment(order.DATE_SIGNATURE, zone, day))
    issues.push({ field: 'DATE_PAIEMENT', message: tooEarlyToPay(firstPaymentDay(order.DATE_SIGNATURE, zone)) })
  const wrong = payments.find(({ id }) => replaces(entered.id, id))
  const others = payments.filter((one) => one.id !== entered.id && one !== wrong)
  const held = Math.max(0, sum(others))
  // Without it, a receipt of that day or of a later one would say that less than nothing had been received.
  const heldThen = Math.max(0, least(others, { from: day }))
  if (isRefund && entered.MONTANT > held) issues.push({ field: 'MONTANT', message: tooMuchBack(held) })
  else if (isRefund && entered.MONTANT > heldThen)
    issues.push({ field: 'DATE_PAIEMENT', message: tooEarlyBack(heldThen) })
  if (!isRefund && wrong && isMovedPastRefund(others, { wrong, day }))
    issues.push({ field: 'DATE_PAIEMENT', message: MOVED_PAST_REFUND })
  const cash = cashLeft(others)
  if (entered.MOYEN === 'especes' && !isRefund && entered.MONTANT > cash)
    issues.push({ field: 'MONTANT', message: tooMuchCash(cash) })
  const cashBack = cashBackLeft(others)
  if (entered.MOYEN === 'especes' && isRefund && entered.MONTANT > cashBack)
    issues.push({ field: 'MONTANT', message: tooMuchCashBack(cashBack) })
  return issues
}

/** Whether a correction dates a payment after the day on which its money went back. What was below nothing before (a cheque bounced) stays possible. */
function isMovedPastRefund(others: readonly Received[], { wrong, day }: { wrong: Received; day: string }): boolean {
  if (day <= wrong.DATE_PAIEMENT) return false
  const between = { from: wrong.DATE_PAIEMENT, before: day }
  return least(others, between) < 0 && least([...others, { ...wrong, ANNULE_LE: null }], between) >= 0
}

const belowLimit = (payments: readonly Received[]): number =>
  Math.max(
    0,
    CASH_LIMIT -
      payments
        .filter(({ MOYEN, ANNULE_LE }) => MOYEN === 'especes' && ANNULE_LE === null)
        .reduce((all, { MONTANT }) => all + MONTANT, 0),
  )

/** Cents that may still be taken in cash for an order. */
export const cashLeft = (payments: readonly Received[]): number =>
  belowLimit(payments.filter(({ GENRE }) => GENRE !== 'remboursement'))

/**
 * Cents of an order that may still go back in cash: what the company owes its customer is a debt too, of a debtor who acts for a business (D112-3, I, 1°). What was
 * received in cash does not raise it.
 */
export const cashBackLeft = (payments: readonly Received[]): number =>
  belowLimit(payments.filter(({ GENRE }) => GENRE === 'remboursement'))

/** @param held cents that the company has of the order */
const tooMuchBack = (held: number): string =>
  held === 0
    ? 'Il n’y a rien à rendre : aucun montant reçu n’est enregistré, ou tout est déjà rendu.'
    : `Vous ne pouvez pas rendre plus que ce qui a été reçu : ${inEuros(held)} au plus.`

/** @param held cents that the company had of the order on the day of the refund */
const tooEarlyBack = (held: number): string =>
  held === 0
    ? 'Ce jour-là, aucun montant reçu n’était à rendre.'
    : `Ce jour-là, ${inEuros(held)} au plus étaient à rendre.`

const MOVED_PAST_REFUND = 'Un remboursement est daté d’avant ce jour : corrigez d’abord la date du remboursement.'

const LIMITED = `La loi limite les espèces à ${inEuros(CASH_LIMIT)} pour une même commande`

export const tooMuchCash = (left: number): string =>
  left === 0
    ? `${LIMITED}, et ce montant est atteint : choisissez un autre moyen.`
    : `${LIMITED} : ${inEuros(left)} au plus peuvent encore être reçus ainsi.`

const tooMuchCashBack = (left: number): string =>
  left === 0
    ? `${LIMITED}, aussi pour un remboursement, et ce montant est atteint : choisissez un autre moyen.`
    : `${LIMITED}, aussi pour un remboursement : ${inEuros(left)} au plus peuvent encore être rendus ainsi.`
