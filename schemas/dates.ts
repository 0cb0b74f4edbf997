/**
 * Wall-clock dates of the contract: `yyyy-MM-dd` and `yyyy-MM-dd HH:mm`, local to the company. Arithmetic is done on UTC
 * instants that stand for wall-clock values, so the machine's time zone never matters.
 */
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/
const DATETIME = /^(\d{4})-(\d{2})-(\d{2}) (\d{2}):(\d{2})$/
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/
const MINUTE = 60_000
export const HOUR_MINUTES = 60
const DAY_MINUTES = 24 * 60

/** Of a company that has chosen none, and of what belongs to no company. */
export const DEFAULT_ZONE = 'Europe/Paris'

/** The legacy contract's value for « unset »; only the code that speaks the contract uses it (ENT-03). */
export const ZERO_DATE = '0000-00-00T00:00:00.000'

/** The last day that four digits of a year can write: as an upper bound it means « without end ». */
export const LAST_DAY = '9999-12-31'

const pad = (n: number, width = 2): string => String(n).padStart(width, '0')

/** Milliseconds of a wall-clock value read as if it were UTC; null when the day or time does not exist. */
function parseWall(value: string): number | null {
  const match = DATETIME.exec(value) ?? DATE.exec(value)
  if (!match) return null
  const [year, month, day, hour, minute] = [1, 2, 3, 4, 5].map((i) => Number(match[i] ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
  ]
  const ms = Date.UTC(year, month - 1, day, hour, minute)
  const check = new Date(ms)
  // Date.UTC rolls 31/02 over into March: the value exists only if it reads back the same.
  const same =
    year >= 1000 &&
    check.getUTCFullYear() === year &&
    check.getUTCMonth() === month - 1 &&
    check.getUTCDate() === day &&
    hour < 24 &&
    minute < 60
  return same ? ms : null
}

const formatWall = (ms: number): string => {
  const d = new Date(ms)
  return `${pad(d.getUTCFullYear(), 4)}-${pad(d.getUTCMonth() + 1)}-${pad(d.getUTCDate())} ${pad(d.getUTCHours())}:${pad(d.getUTCMinutes())}`
}

export const isDate = (value: string): boolean => DATE.test(value) && parseWall(value) !== null
export const isDateTime = (value: string): boolean => DATETIME.test(value) && parseWall(value) !== null
// Date.parse rolls 31/02 over into March, as Date.UTC does.
export const isInstant = (value: string): boolean => {
  const ms = INSTANT.test(value) ? Date.parse(value) : Number.NaN
  return !Number.isNaN(ms) && new Date(ms).toISOString() === value
}

const need = (value: string): number => {
  const ms = parseWall(value)
  if (ms === null) throw new RangeError('Invalid date')
  return ms
}

/** `yyyy-MM-dd HH:mm` plus minutes, on the wall clock. Throws RangeError « Invalid date ». */
export const addMinutes = (wall: string, minutes: number): string => formatWall(need(wall) + minutes * MINUTE)
/** `yyyy-MM-dd` plus days. Throws RangeError « Invalid date ». */
export const addDays = (day: string, days: number): string =>
  formatWall(need(day) + days * DAY_MINUTES * MINUTE).slice(0, 10)
/** Minutes from `from` to `to` on the wall clock. Throws RangeError « Invalid date ». */
export const minutesBetween = (from: string, to: string): number => (need(to) - need(from)) / MINUTE
/** The end is not after the start. False when one of the two is no date-time: that field has a message of its own, and a form being filled must not crash. */
export const endsBeforeStart = (start: string, end: string): boolean =>
  isDateTime(start) && isDateTime(end) && minutesBetween(start, end) <= 0
/** Days from `from` to `to` (day parts only). */
export const daysBetween = (from: string, to: string): number =>
  minutesBetween(from.slice(0, 10), to.slice(0, 10)) / DAY_MINUTES
/** 1 Monday … 7 Sunday. */
export const weekday = (day: string): number => new Date(need(day.slice(0, 10))).getUTCDay() || 7
export const mondayOf = (day: string): string => addDays(day.slice(0, 10), 1 - weekday(day))

const zoneFormats = new Map<string, Intl.DateTimeFormat>()
function zoneFormat(zone: string): Intl.DateTimeFormat {
  let format = zoneFormats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    })
    zoneFormats.set(zone, format)
  }
  return format
}

/** The wall clock of `zone` at an instant. */
export function wallClock(instant: Date, zone: string): string {
  const part: Record<string, string> = {}
  for (const { type, value } of zoneFormat(zone).formatToParts(instant)) part[type] = value
  return `${part.year}-${part.month}-${part.day} ${part.hour}:${part.minute}`
}

/** Today's date in `zone`. */
export const today = (zone: string, now: Date = new Date()): string => wallClock(now, zone).slice(0, 10)

/** Between these instants every zone's wall clock has a year of four digits, above zero. */
const FIRST_KNOWN = Date.UTC(1000, 0, 2)
const LAST_KNOWN = Date.UTC(9999, 11, 30)

/**
 * The instant at which the wall clock of `zone` shows `wall`; null in the hour that spring's change skips. In the hour that
 * autumn repeats, the first passage.
 */
export function instantOf(wall: string, zone: string): Date | null {
  const guess = parseWall(wall)
  if (guess === null) return null
  const wanted = formatWall(guess)
  for (const offset of [guess - 14 * 3_600_000, guess + 12 * 3_600_000]) {
    const known = Math.min(Math.max(offset, FIRST_KNOWN), LAST_KNOWN)
    const shift = need(wallClock(new Date(known), zone)) - known
    const candidate = new Date(guess - shift)
    if (wallClock(candidate, zone) === wanted) return candidate
  }
  return null
}

/** A wall-clock time that the company's time zone really has (DST gap excluded). */
export const existsInZone = (wall: string, zone: string): boolean => instantOf(wall, zone) !== null
