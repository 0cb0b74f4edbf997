const NBSP = '\u00a0'
/** Six decimals, those that a line's price is computed with (`lineTotal`). */
const MILLION = 1_000_000

/** Puts a space between thousands: « 1 234 ». */
export const grouped = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, NBSP)

/**
 * A number as people write it, with every decimal that it has: « 1 234,5 », « 0,0625 ». Without Intl: its French spaces change with the JavaScript engine, and
 * a document must not.
 */
export function exact(value: number): string {
  const [units = '0', rest] = String(value).split('.')
  return rest === undefined ? grouped(units) : `${grouped(units)},${rest}`
}

/** A quantity or a percentage, the same on screens and in documents. */
export const decimal = (value: number): string => exact(Math.round(value * MILLION) / MILLION)
