import { addDays, frenchDate, today } from '../dates.ts'
import { inEuros } from './payment-kinds.ts'
import { nextWorkingDay } from './public-holidays.ts'

/** Code de la consommation, L221-18. */
const WITHDRAWAL_DAYS = 14

/**
 * Last day, `yyyy-MM-dd`, on which a contract signed at home or by distance may be withdrawn from, until midnight of the company's
 * clock. The day of the signature does not count; a last day that is a Saturday, a Sunday or a legal holiday moves to the next working
 * day (L221-19; regulation 1182/71, art. 3). For delivered goods the law counts from their receipt, which is later: this day is the
 * minimum that the customer has (docs/decisions.md).
 * @param signedAt ISO 8601 instant of the signature
 * @param zone the company's time zone
 */
export const withdrawalDeadline = (signedAt: string, zone: string): string =>
  nextWorkingDay(addDays(today(zone, new Date(signedAt)), WITHDRAWAL_DAYS))

/** May the customer still withdraw? The whole last day counts. */
export const mayWithdraw = (signedAt: string, zone: string, now: Date): boolean =>
  today(zone, now) <= withdrawalDeadline(signedAt, zone)

/**
 * Why a letter of withdrawal of this day ends no contract as a withdrawal, in French; null when it does: the law counts the day on which it was sent (L221-21).
 * @param day `yyyy-MM-dd`
 */
export function letterRefusal(
  signedAt: string,
  day: string,
  { zone, now }: { zone: string; now: Date },
): string | null {
  const signed = today(zone, new Date(signedAt))
  if (day > today(zone, now)) return 'La date du courrier est à venir.'
  if (day < signed) return `La date du courrier précède la signature, du ${frenchDate(signed)}.`
  const last = withdrawalDeadline(signedAt, zone)
  if (day <= last) return null
  return `Le délai de rétractation s’est terminé le ${frenchDate(last)} : choisissez « Annulation convenue » et donnez le motif.`
}

/**
 * Why the company may not keep this much of an order that ends by agreement, in French; null when it may. While the customer may still withdraw, they would have
 * all of it back: no agreement may give them less (code de la consommation, L221-24 and L221-29).
 * @param kept cents, whole
 */
export function keptRefusal(
  { PRIX_TTC, DATE_SIGNATURE }: { PRIX_TTC: number; DATE_SIGNATURE: string },
  kept: number,
  { zone, now }: { zone: string; now: Date },
): string | null {
  if (kept > PRIX_TTC) return `Vous ne pouvez pas conserver plus que le prix de la commande, ${inEuros(PRIX_TTC)}.`
  if (kept === 0 || !mayWithdraw(DATE_SIGNATURE, zone, now)) return null
  return `Le client peut encore se rétracter jusqu’au ${frenchDate(withdrawalDeadline(DATE_SIGNATURE, zone))} : rien ne peut être conservé.`
}
