const DAY_MS = 86_400_000
/** Day 0 of the two calendars of workbooks, in days before 1970: the usual one counts a 29 February 1900 that never was. */
const EPOCH_1900 = -25_569 * DAY_MS
const EPOCH_1904 = -24_107 * DAY_MS
/** 31 December 9999. */
const LAST_SERIAL = 2_958_465

const BUILT_IN_DATES = new Set([14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58])

const BUILT_IN_PERCENTS = new Set([9, 10])

/** What a cell's number is to whoever reads the sheet. */
export type Shown = 'day' | 'percent' | 'number'

/** What a number format shows: a calendar day where it names a day or a year outside of its quoted words, which a format of hours alone does not; a percentage by its sign. */
export function shownBy(id: number, code: string | undefined): Shown {
  if (code === undefined) return BUILT_IN_DATES.has(id) ? 'day' : BUILT_IN_PERCENTS.has(id) ? 'percent' : 'number'
  const bare = code.replace(/"[^"]*"|\\.|\[[^\]]*\]|_./g, '')
  if (bare.includes('%')) return 'percent'
  return /[dyj]|a{2,4}/i.test(bare) && !/general|standard/i.test(bare) ? 'day' : 'number'
}

/** A serial number as `yyyy-MM-dd`, with ` HH:mm` where it has hours; the number itself where no calendar has it. */
export function serialText(serial: number, from1904: boolean): string {
  if (!(serial >= 0 && serial <= LAST_SERIAL)) return numberText(serial)
  // Before 1 March 1900 the usual calendar is one day behind.
  const shifted = !from1904 && serial < 60 ? serial + 1 : serial
  const minutes = Math.round(shifted * 1440)
  const told = new Date((from1904 ? EPOCH_1904 : EPOCH_1900) + (minutes * DAY_MS) / 1440).toISOString()
  return minutes % 1440 === 0 ? told.slice(0, 10) : `${told.slice(0, 10)} ${told.slice(11, 16)}`
}

/** A stored number as people wrote it: 612345678 and not 6.12345678E8, 12.3 and not 12.300000000000001: spreadsheets show 15 digits. */
export function numberText(value: number): string {
  if (!Number.isFinite(value)) return ''
  return Number.isInteger(value) && Math.abs(value) < 1e21 ? value.toFixed(0) : String(Number(value.toPrecision(15)))
}

/** 0.055 as « 5.5 % ». */
export const percentText = (value: number): string => `${numberText(Number((value * 100).toPrecision(12)))} %`

/** « _x000D_ » stands for a character that XML cannot hold. */
export const unescapeCell = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    : text

/** « AB12 » → row 11, column 27; null for what is no reference. */
export function cellPlace(reference: string): { row: number; column: number } | null {
  const [, letters, digits] = /^\$?([A-Z]{1,3})\$?([0-9]{1,7})$/.exec(reference) ?? []
  if (!letters || !digits) return null
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  return { row: Number(digits) - 1, column: column - 1 }
}
