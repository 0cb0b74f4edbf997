import { addDays, frenchDate, today } from '../dates.ts'

/** Code de la consommation, L221-10: no payment of any kind before seven days after a contract signed at home. */
const DAYS_WITHOUT_PAYMENT = 7

/**
 * First day, `yyyy-MM-dd`, on which a payment may be asked for an order signed at home. The day of the signature does not count, and the
 * seventh day after it must be over (regulation 1182/71, art. 3).
 * @param signedAt ISO 8601 instant of the signature
 * @param zone the company's time zone
 */
export const firstPaymentDay = (signedAt: string, zone: string): string =>
  addDays(today(zone, new Date(signedAt)), DAYS_WITHOUT_PAYMENT + 1)

/** Why nothing may be asked yet, in the words of the server's refusal and of the screen. @param first `yyyy-MM-dd`, `firstPaymentDay` */
export const tooEarlyToPay = (first: string): string =>
  `Aucun paiement ne peut être demandé avant le ${frenchDate(first)} : la loi interdit tout paiement pendant les sept jours qui suivent une signature à domicile.`

/** Every order counts as signed at home: no data says where it was signed, and this is the safer choice for the customer. */
export const mayAskPayment = (signedAt: string, zone: string, now: Date): boolean =>
  mayReceivePayment(signedAt, zone, today(zone, now))

/** The same of a payment that was received on a day, `yyyy-MM-dd`. */
export const mayReceivePayment = (signedAt: string, zone: string, day: string): boolean =>
  day >= firstPaymentDay(signedAt, zone)

/**
 * Which open links of an order are still good, of those that are open, the oldest first: each whose amount those before it leave of what is left to pay. `free`
 * is what all of them leave to be asked. Amounts in cents.
 */
export function openWithin<T>(
  left: number,
  open: readonly T[],
  amountOf: (one: T) => number,
): { good: T[]; free: number } {
  const good: T[] = []
  let free = left
  for (const one of open) {
    if (amountOf(one) > free) continue
    good.push(one)
    free -= amountOf(one)
  }
  return { good, free }
}

export interface Balance {
  /** Cents left to pay; never below 0. */
  SOLDE_DEVIS: number
  /** Percent of what was due, two decimals; 0 where nothing was. */
  SOLDE_DEVIS_POURCENTAGE: number
}

/** What is left to pay of a quote (decisions: SOLDE_DEVIS). Amounts in cents. @param due `dueOf` of the quote */
export function balanceOf(due: number, confirmed: number): Balance {
  const SOLDE_DEVIS = Math.max(0, due - confirmed)
  return {
    SOLDE_DEVIS,
    SOLDE_DEVIS_POURCENTAGE: due === 0 ? 0 : Math.round((SOLDE_DEVIS * 10_000) / due) / 100,
  }
}

/**
 * Whether the customer of an order that they withdrew from may owe works that began at their express request, in proportion to the price (code de la consommation,
 * L221-25): no field takes that amount, so what says that all goes back says this too. An agreement says what is kept, also when that is nothing.
 */
export const mayOweWorks = (order: { REFUSE: 0 | 1; MONTANT_CONSERVE?: number | null }): boolean =>
  order.REFUSE === 1 && (order.MONTANT_CONSERVE ?? null) === null
