import { formatDay, frenchDate, isDateTime, minutesBetween, wallClock, ZERO_DATE } from '../../../schemas/dates.ts'
import { EMPTY, ZERO } from '../../text/words.ts'

/** Made at first use: each takes milliseconds, and most pages use none at their start. */
const once = <T>(make: () => T): (() => T) => {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

const euros = once(() => new Intl.NumberFormat('fr-FR', { style: 'currency', currency: 'EUR' }))
const roundEuros = once(
  () => new Intl.NumberFormat('fr-FR', { style: 'currency', currency: 'EUR', maximumFractionDigits: 0 }),
)
const percents = once(() => new Intl.NumberFormat('fr-FR', { style: 'percent', maximumFractionDigits: 0 }))
const integers = once(() => new Intl.NumberFormat('fr-FR'))

/** Integer cents as euros: 123456 → « 1 234,56 € ». */
export const formatMoney = (cents: number): string => euros().format(cents / 100)
/** Without cents, for figures that give an overview. */
export const formatRoundMoney = (cents: number): string => roundEuros().format(Math.round(cents / 100))
/** A share of one: 0.4 → « 40 % ». */
export const formatPercent = (share: number): string => percents().format(share)
export const formatCount = (count: number): string => integers().format(count)

const KB = 1024
const SCALES: readonly [number, string][] = [
  [KB ** 3, 'Go'],
  [KB ** 2, 'Mo'],
  [KB, 'Ko'],
]
const amounts = once(() => new Intl.NumberFormat('fr-FR', { maximumFractionDigits: 1 }))

/** Bytes for people: « 12,3 Mo ». */
export function formatBytes(bytes: number): string {
  const [size, unit] = SCALES.find(([scale]) => bytes >= scale) ?? [1, 'o']
  return `${amounts().format(bytes / size)} ${unit}`
}

/** What is shown instead of a date that is not there; null for one that is. */
function unset(value: string | null | undefined): string | null {
  if (!value) return EMPTY
  return value === ZERO_DATE || value.startsWith('0000-00-00') ? ZERO : null
}

/** `yyyy-MM-dd…` → `dd/MM/yyyy`; unset → « — », the zero date → « / » (ENT-03). */
export const formatDate = (value: string | null | undefined): string => unset(value) ?? frenchDate(value ?? '')

/** `yyyy-MM-dd HH:mm` → `dd/MM/yyyy HH:mm`; unset as in `formatDate`. */
export const formatDateTime = (value: string | null | undefined): string =>
  unset(value) ?? `${formatDate(value)} ${formatTime(value ?? '')}`

/** `HH:mm` of a wall-clock date-time. */
export const formatTime = (value: string): string => value.slice(11, 16)

/** An instant (ISO 8601 UTC) on the company's wall clock: `dd/MM/yyyy HH:mm`; unset as in `formatDate`. */
export const formatInstant = (value: string | null | undefined, zone: string): string =>
  unset(value) ?? formatDateTime(wallClock(new Date(value ?? ''), zone))

/** « vendredi 20 novembre ». */
export const formatLongDay = (day: string): string => formatDay(day, 'dddd D MMMM')
/** « ven. 20 nov. ». */
export const formatShortDay = (day: string): string => formatDay(day, 'ddd D MMM')
/** « novembre 2026 ». */
export const formatMonth = (day: string): string => formatDay(day, 'MMMM YYYY')

/** « 09:00 – 10:30 ». */
export const formatTimeRange = (from: string, to: string): string => `${formatTime(from)} – ${formatTime(to)}`

const HOUR = 60
const DAY = 24 * HOUR

/**
 * How long ago, for people: « à l'instant », « il y a 5 min », « il y a 3 h », then the date, which is shown as it was stored where it does not exist. Both in
 * wall-clock time.
 */
export function formatAgo(value: string, now: string): string {
  if (!isDateTime(value)) return `le ${formatDateTime(value)}`
  const minutes = minutesBetween(value, now)
  if (minutes < 1) return "à l'instant"
  if (minutes < HOUR) return `il y a ${minutes} min`
  if (minutes < DAY) return `il y a ${Math.floor(minutes / HOUR)} h`
  return `le ${formatDateTime(value)}`
}

/** French mobile and fixed numbers in pairs: `0639980001` → « 06 39 98 00 01 »; anything else unchanged. */
export function formatPhone(phone: string): string {
  const digits = phone.replace(/[^\d+]/g, '').replace(/^\+33/, '0')
  return /^0\d{9}$/.test(digits) ? (digits.match(/\d{2}/g)?.join(' ') ?? phone) : phone
}
