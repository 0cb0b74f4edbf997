const NBSP = '\u00a0'
/** Six decimals, those that a line's price is computed with (`lineTotal`). */
const MILLION = 1_000_000

/** Puts a space between thousands: « 1 234 ». */
export const grouped = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, NBSP)

/**
 * A quantity or a percentage as people write it, the same on screens and in documents: « 1 234,5 », « 0,0625 ». Without Intl: its French spaces change with
 * the JavaScript engine, and a document must not.
 */
export function decimal(value: number): string {
  const [units = '0', rest] = String(Math.round(value * MILLION) / MILLION).split('.')
  return rest === undefined ? grouped(units) : `${grouped(units)},${rest}`
}
