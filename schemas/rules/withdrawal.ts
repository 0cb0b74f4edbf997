import { addDays, today } from '../dates.ts'
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
