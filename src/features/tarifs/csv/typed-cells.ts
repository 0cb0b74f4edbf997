const NUMBER = /^(\d{1,3}(?:[ .,]\d{3})+|\d+)(?:([.,])(\d{1,2}))?$/
const YES = ['oui', 'o', '1', 'vrai', 'x', 'yes', 'true']
const NO = ['', 'non', 'n', '0', 'faux', 'no', 'false']

/**
 * Hundredths of a number that a person or a spreadsheet wrote: « 1 250,50 € », « 1250.5 », « 5,5 % ». null for anything else: a price that is not certain
 * must not be guessed, so « 1.250 » is refused, where a point may be of the thousands or of the decimals.
 */
export function hundredthsOf(cell: string): number | null {
  const tidy = cell
    .replace(/[\u00a0\u202f\s]+/g, ' ')
    .replace(/ ?(€|EUR|%|HT)/gi, '')
    .trim()
  const match = NUMBER.exec(tidy)
  if (!match) return null
  const [, whole = '', sign, cents = ''] = match
  const separators = new Set(whole.match(/[ .,]/g))
  const isSure =
    separators.size === 0 ||
    (separators.size === 1 && (separators.has(' ') || (sign !== undefined && !separators.has(sign))))
  if (!isSure) return null
  const value = Number(whole.replace(/\D/g, '')) * 100 + Number(cents.padEnd(2, '0'))
  return Number.isSafeInteger(value) ? value : null
}

/** « oui », « non », an empty cell; null for anything else. */
export function flagOf(cell: string): 0 | 1 | null {
  const word = cell.trim().toLowerCase()
  if (YES.includes(word)) return 1
  return NO.includes(word) ? 0 : null
}
