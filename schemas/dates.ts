import dayjs, { type Dayjs } from 'dayjs'
import 'dayjs/locale/fr.js'
import isoWeekPlugin from 'dayjs/plugin/isoWeek.js'
import utc from 'dayjs/plugin/utc.js'

/** The product's only language, for dayjs and for the date fields of Mantine. */
export const LOCALE = 'fr'

/**
 * Wall-clock dates of the contract: `yyyy-MM-dd` and `yyyy-MM-dd HH:mm`, local to the company. dayjs reads, writes and calculates them in UTC,
 * so the machine's time zone never matters. This file alone configures dayjs (.ci/own-dates.ts).
 */
dayjs.extend(utc)
dayjs.extend(isoWeekPlugin)
dayjs.locale(LOCALE)

const WALL = /^[1-9]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?: (?:[01]\d|2[0-3]):[0-5]\d)?$/
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/
const DAY = 'YYYY-MM-DD'
const MINUTE = 'YYYY-MM-DD HH:mm'
export const HOUR_MINUTES = 60

/** Of a company that has chosen none, and of what belongs to no company. */
export const DEFAULT_ZONE = 'Europe/Paris'

/** The legacy contract's value for « unset »; only the code that speaks the contract uses it (ENT-03). */
export const ZERO_DATE = '0000-00-00T00:00:00.000'

/** The last day that four digits of a year can write: as an upper bound it means « without end ». */
export const LAST_DAY = '9999-12-31'

/** Null when the day or time does not exist. */
function readWall(value: string): Dayjs | null {
  if (!WALL.test(value)) return null
  const read = dayjs.utc(value)
  // dayjs rolls 31/02 over into March: the day exists only if it reads back the same.
  return read.date() === Number(value.slice(8, 10)) ? read : null
}

export const isDate = (value: string): boolean => readWall(value) !== null && value.length === DAY.length
export const isDateTime = (value: string): boolean => readWall(value) !== null && value.length === MINUTE.length

const need = (value: string): Dayjs => {
  const read = readWall(value)
  if (read === null) throw new RangeError('Invalid date')
  return read
}
const dayOf = (value: string): Dayjs => need(value.slice(0, DAY.length))

/** `yyyy-MM-dd HH:mm` plus minutes, on the wall clock. Throws RangeError « Invalid date ». */
export const addMinutes = (wall: string, minutes: number): string => need(wall).add(minutes, 'minute').format(MINUTE)
/** `yyyy-MM-dd` plus days. Throws RangeError « Invalid date ». */
export const addDays = (day: string, days: number): string => need(day).add(days, 'day').format(DAY)
/** The same day of another month, or that month's last day when it is shorter (31 January → 28 February). Throws RangeError « Invalid date ». */
export const addMonths = (day: string, months: number): string => need(day).add(months, 'month').format(DAY)
/** First day of the month that is `shift` months away. Throws RangeError « Invalid date ». */
export const monthStart = (day: string, shift: number): string =>
  need(day).startOf('month').add(shift, 'month').format(DAY)
/** Minutes from `from` to `to` on the wall clock. Throws RangeError « Invalid date ». */
export const minutesBetween = (from: string, to: string): number => need(to).diff(need(from), 'minute')
/** The end is not after the start. False when one of the two is no date-time: that field has a message of its own, and a form being filled must not crash. */
export const endsBeforeStart = (start: string, end: string): boolean =>
  isDateTime(start) && isDateTime(end) && minutesBetween(start, end) <= 0
/** Days from `from` to `to` (day parts only). */
export const daysBetween = (from: string, to: string): number => dayOf(to).diff(dayOf(from), 'day')
/** 1 Monday … 7 Sunday. */
export const weekday = (day: string): number => dayOf(day).isoWeekday()
export const mondayOf = (day: string): string => dayOf(day).startOf('isoWeek').format(DAY)
/** ISO 8601 week: the one that holds 4 January is week 1 (TEN-04). `year` is the year that the week belongs to. */
export function isoWeek(day: string): { year: number; week: number } {
  const read = dayOf(day)
  return { year: read.isoWeekYear(), week: read.isoWeek() }
}

/** A day in words, by a format of dayjs: `dddd D MMMM` → « vendredi 20 novembre ». Throws RangeError « Invalid date », but shows a 31/02 as 3 March. */
export function formatDay(day: string, format: string): string {
  const read = dayjs.utc(day.slice(0, DAY.length))
  if (!read.isValid()) throw new RangeError('Invalid date')
  return read.format(format)
}
/** `yyyy-MM-dd…` → `dd/MM/yyyy`. Not read by dayjs: a day that does not exist (31/02) is shown as it was typed. */
export const frenchDate = (value: string): string => value.slice(0, DAY.length).split('-').reverse().join('/')

/**
 * Zones go through `Intl`, by formats that are kept, and not through dayjs's plugin `timezone`: it makes a format at each call (25 times as slow, where
 * each row of a list needs one), takes the second passage of the hour that autumn repeats, and gives an instant to the hour that spring skips
 * (docs/architecture.md).
 */
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

/** Between these instants every zone's wall clock has a year of four digits, above zero. */
const FIRST_KNOWN = need('1000-01-02').valueOf()
const LAST_KNOWN = need('9999-12-30').valueOf()

/**
 * The wall clock of `zone` at an instant. Where its year would not have four digits, the nearest instant at which it has: every calculation reads it. Throws
 * RangeError for an invalid Date.
 */
export function wallClock(instant: Date, zone: string): string {
  const wall = wallText(instant, zone)
  return WALL.test(wall) ? wall : wallText(new Date(near(instant.getTime())), zone)
}

function wallText(instant: Date, zone: string): string {
  const part: Record<string, string> = {}
  for (const { type, value } of zoneFormat(zone).formatToParts(instant)) part[type] = value
  return `${part.year}-${part.month}-${part.day} ${part.hour}:${part.minute}`
}

const near = (ms: number): number => Math.min(Math.max(ms, FIRST_KNOWN), LAST_KNOWN)

/** Written as an instant, of any year. Date.parse rolls 31/02 over into March, as dayjs does. */
export const isWrittenInstant = (value: string): boolean => {
  const ms = INSTANT.test(value) ? Date.parse(value) : Number.NaN
  return !Number.isNaN(ms) && new Date(ms).toISOString() === value
}

/** An instant that every zone's calendar has. */
export const isInstant = (value: string): boolean =>
  isWrittenInstant(value) && near(Date.parse(value)) === Date.parse(value)

/**
 * The time that a device says of an act: it may have been offline for days. A time to come, or one that no calendar has, cannot be true, and its act is not
 * refused for it: it counts from `now`.
 */
export function saidInstant(value: unknown, now: Date): string {
  const latest = now.toISOString()
  return typeof value === 'string' && isInstant(value) && value < latest ? value : latest
}

/** Today's date in `zone`. */
export const today = (zone: string, now: Date = new Date()): string => wallClock(now, zone).slice(0, 10)

/**
 * The instant at which the wall clock of `zone` shows `wall`; null in the hour that spring's change skips. In the hour that
 * autumn repeats, the first passage.
 */
export function instantOf(wall: string, zone: string): Date | null {
  const read = readWall(wall)
  if (read === null) return null
  const [guess, wanted] = [read.valueOf(), read.format(MINUTE)]
  for (const around of [read.subtract(14, 'hour'), read.add(12, 'hour')]) {
    const known = near(around.valueOf())
    const shift = need(wallClock(new Date(known), zone)).valueOf() - known
    const candidate = new Date(guess - shift)
    if (wallClock(candidate, zone) === wanted) return candidate
  }
  return null
}

/** A wall-clock time that the company's time zone really has (DST gap excluded). */
export const existsInZone = (wall: string, zone: string): boolean => instantOf(wall, zone) !== null

/** The instant at which a day begins. Where a change of time skips midnight, the day begins at one o'clock. Throws RangeError « Invalid date ». */
export function dayStart(day: string, zone: string): string {
  const start = instantOf(`${day} 00:00`, zone) ?? instantOf(`${day} 01:00`, zone)
  if (!start) throw new RangeError('Invalid date')
  return start.toISOString()
}
