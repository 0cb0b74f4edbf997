const NUMBER = /^([1-9]\d{0,2}([ .,])\d{3}(?:\2\d{3})*|\d+)(?:([.,])(\d+))?$/
const SIGNS_BEFORE = /^(?:(?:€|EUR|HT) ?)+/i
const SIGNS_AFTER = /(?: ?(?:€|EUR|%|HT))+$/i
const YES = ['oui', 'o', '1', 'vrai', 'x', 'yes', 'true']
const NO = ['', 'non', 'n', '0', 'faux', 'no', 'false']

interface Written {
  whole: number
  /** Digits after the sign of the decimals; empty without one. */
  decimals: string
}

const tidied = (cell: string): string =>
  cell
    .replace(/[\u00a0\u202f\s]+/g, ' ')
    .trim()
    .replace(SIGNS_BEFORE, '')
    .replace(SIGNS_AFTER, '')

/** The number that a cell certainly says. A sign of the currency within the digits (« 12€50 ») is refused: what stands around it is not one number. */
function writtenIn(cell: string): Written | null {
  const match = NUMBER.exec(tidied(cell))
  if (!match) return null
  const [, whole = '', separator, sign, decimals = ''] = match
  const isSure = separator === undefined || separator === ' ' || (sign !== undefined && sign !== separator)
  return isSure ? { whole: Number(whole.replace(/\D/g, '')), decimals } : null
}

function hundredths({ whole, decimals }: Written): number | null {
  const isHalfUp = (decimals[2] ?? '0') >= '5'
  const value = whole * 100 + Number(decimals.slice(0, 2).padEnd(2, '0')) + (isHalfUp ? 1 : 0)
  return Number.isSafeInteger(value) ? value : null
}

/**
 * Hundredths of a number that a person or a spreadsheet wrote: « 1 250,50 € », « 1250.5 », « 5,5 % ». null for anything else: what is not certain must not be
 * guessed, so « 1.250 » is refused, where a point may be of the thousands or of the decimals.
 */
export function hundredthsOf(cell: string): number | null {
  const written = writtenIn(cell)
  return written === null || written.decimals.length > 2 ? null : hundredths(written)
}

/** Cents of a price, rounded where a spreadsheet calculated it: « 12.3456 » is certain, because no thousands have four digits. null as for `hundredthsOf`. */
export function centsOf(cell: string): number | null {
  const written = writtenIn(cell)
  return written === null ? null : hundredths(written)
}

/** Whether three digits end the number after a point or a comma: they may be thousands or decimals. */
export const mayBeThousands = (cell: string): boolean => /^\d[\d .,]*[.,]\d{3}$/.test(tidied(cell))

/** « oui », « non », an empty cell; null for anything else. */
export function flagOf(cell: string): 0 | 1 | null {
  const word = cell.trim().toLowerCase()
  if (YES.includes(word)) return 1
  return NO.includes(word) ? 0 : null
}
