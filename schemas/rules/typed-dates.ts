import { isDate } from '../dates.ts'

/**
 * Dates as people type them (RES-07). A text without a year, a month 1–12 or a day 1–31 is ignored; the validation checks whether that month has that
 * day (31/02), so that the person reads why. Own code: dayjs reads one known form at a time, and has nothing for the century of two digits.
 */
export type TypedDate =
  | { kind: 'cleared' }
  /** `yyyy-MM-dd`; two in order for a range, each once for several. */
  | { kind: 'dates'; dates: string[] }
  | { kind: 'ignored' }

export interface TypedDateInput {
  text: string
  mode?: 'single' | 'range' | 'multiple'
  /** The year of the company's today. */
  currentYear: number
}

/** A two-digit year further ahead than this belongs to the former century. */
const YEARS_AHEAD = 20
const COMPACT = /^(\d{2})(\d{2})(\d{4}|\d{2})$/
/** A dash without spaces stays inside a date (2026-02-01). */
const SEPARATORS = {
  range: /\s*[,;–—→]\s*|\s+(?:-|au|à)\s+/i,
  multiple: /\s*[,;]\s*|\s+et\s+/i,
} as const
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/

const pad = (n: number, width = 2): string => String(n).padStart(width, '0')

/** 26 → 2026 and 85 → 1985 in 2026: the current century, or the one before for a year too far ahead. */
export function expandYear(year: number, currentYear: number): number {
  if (year > 99) return year
  const here = currentYear - (currentYear % 100) + year
  return here > currentYear + YEARS_AHEAD ? here - 100 : here
}

/** One typed date, day first (`20/11/2026`, `20.11.26`, `201126`) or year first (`2026-11-20`), as `yyyy-MM-dd`; null when it is none. */
export function parseTypedDate(text: string, currentYear: number): string | null {
  const typed = text.trim()
  const parts = COMPACT.exec(typed)?.slice(1) ?? typed.split(/[^0-9]+/).filter(Boolean)
  const [first, middle, last] = parts
  if (!first || !middle || !last || parts.length !== 3) return null
  const [yearText, dayText] = first.length === 4 ? [first, last] : [last, first]
  if (yearText.length !== 2 && yearText.length !== 4) return null
  const [year, month, day] = [expandYear(Number(yearText), currentYear), Number(middle), Number(dayText)]
  if (year < 1000 || month < 1 || month > 12 || day < 1 || day > 31) return null
  return `${pad(year, 4)}-${pad(month)}-${pad(day)}`
}

/** What a typed text means for a date field. A range needs two dates and nothing else; a list leaves out what is no date. */
export function readTypedDate({ text, mode = 'single', currentYear }: TypedDateInput): TypedDate {
  if (text.trim() === '') return { kind: 'cleared' }
  const parts = mode === 'single' ? [text] : text.split(SEPARATORS[mode]).filter((part) => part.trim() !== '')
  const read = parts.map((part) => parseTypedDate(part, currentYear))
  const dates = read.filter((date) => date !== null)
  if (dates.length === 0) return { kind: 'ignored' }
  if (mode === 'single') return { kind: 'dates', dates }
  if (mode === 'multiple') return { kind: 'dates', dates: [...new Set(dates)].sort() }
  return dates.length === 2 && read.length === 2 ? { kind: 'dates', dates: dates.sort() } : { kind: 'ignored' }
}

/** `yyyy-MM-dd HH:mm` of a day and an hour. Throws RangeError « Invalid date or time » for any other form (RES-08). */
export function joinDateTime(day: string, hour: string): string {
  if (!isDate(day) || !TIME.test(hour)) throw new RangeError('Invalid date or time')
  return `${day} ${hour}`
}
