import { daysBetween } from '../../../schemas/dates.ts'
import { type OrderBalance, orderBalance } from '../../../schemas/rules/encaissements.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'

export type Paiement = LocalRecord<'paiement'>
export type Devis = LocalRecord<'devis'>

/** Oldest first; what was entered last comes last on its day. */
export const inTime = (payments: readonly Paiement[]): Paiement[] =>
  payments.toSorted(
    (a, b) =>
      a.DATE_PAIEMENT.localeCompare(b.DATE_PAIEMENT) ||
      (a.DATE_CREATION ?? '9').localeCompare(b.DATE_CREATION ?? '9') ||
      (a.id < b.id ? -1 : 1),
  )

/** Of what the server knows it has refused an edit, the cancellation of a payment: what it has counts. */
export const isKept = ({ sync }: Pick<Paiement, 'sync'>): boolean =>
  sync.state === 'refused' && (sync.master ?? null) !== null

/** The payment as the server has it where it has refused to cancel it. */
export const asKept = (paiement: Paiement): Paiement =>
  isKept(paiement) ? { ...paiement, ...(paiement.sync.master as Partial<Paiement>) } : paiement

/** What the server has refused to take is shown and not counted. */
export const counted = (payments: readonly Paiement[]): Paiement[] =>
  payments.filter((one) => one.sync.state !== 'refused' || isKept(one)).map(asKept)

export const balanceHere = (devis: Devis, payments: readonly Paiement[]): OrderBalance =>
  orderBalance(devis, counted(payments))

/**
 * The order's balance when this payment had just been received: what its receipt says. What the bank has rejected was not received, also before the office
 * cancels it.
 * @param payments in time
 */
export function balanceAfter(devis: Devis, payments: readonly Paiement[], id: string): OrderBalance {
  const until = payments.findIndex((one) => one.id === id)
  const received = payments.slice(0, until + 1).filter(({ REJETE_LE }) => REJETE_LE === null)
  return balanceHere(devis, received)
}

/** Days between two payments of one amount that may be one and the same. */
const CLOSE_DAYS = 3

/** A payment that may be the one that is being entered: two people may enter the same cheque. */
export const alike = (
  payments: readonly Paiement[],
  entered: { MONTANT: number; DATE_PAIEMENT: string; GENRE: string },
): Paiement | undefined =>
  payments.find(
    (one) =>
      one.ANNULE_LE === null &&
      one.MONTANT === entered.MONTANT &&
      (one.GENRE === 'remboursement') === (entered.GENRE === 'remboursement') &&
      entered.DATE_PAIEMENT !== '' &&
      Math.abs(daysBetween(one.DATE_PAIEMENT, entered.DATE_PAIEMENT)) <= CLOSE_DAYS,
  )
