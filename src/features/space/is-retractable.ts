import { mayWithdraw } from '../../../schemas/rules/withdrawal.ts'
import type { SpaceOrder } from '../../../schemas/space/devis.ts'
import type { Reading } from './use-seen.ts'

/**
 * May the customer still withdraw from the order? The server says it, since a phone's clock may be wrong. Without a network a stored answer counts by the
 * phone's clock, unless it said already that it is over.
 * @param state of the answer that the order was read from
 * @param zone the company's time zone
 */
export function isRetractable(
  { etat, DATE_SIGNATURE, retractable }: SpaceOrder,
  state: Reading<SpaceOrder>['state'],
  zone: string,
): boolean {
  if (etat !== 'signe' || DATE_SIGNATURE === null || retractable === false) return false
  return (retractable === true && state !== 'kept') || mayWithdraw(DATE_SIGNATURE, zone, new Date())
}
