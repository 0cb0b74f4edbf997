import { addDays, addMonths, daysBetween, isDate, mondayOf, monthStart } from '../dates.ts'

/** The period presets of the product (ENT-10), in the order that menus show. */
export const PERIODS = {
  today: "Aujourd'hui",
  last_7_days: '7 derniers jours',
  last_30_days: '30 derniers jours',
  current_week: 'Cette semaine',
  last_week: 'Semaine dernière',
  next_week: 'Semaine prochaine',
  current_month: 'Ce mois-ci',
  next_month: 'Mois prochain',
  last_month: 'Mois dernier',
  last_3_months: '3 derniers mois',
  current_year: 'Cette année',
  custom: 'Période personnalisée',
} as const

export type PeriodName = keyof typeof PERIODS
export const PERIOD_NAMES = Object.keys(PERIODS) as PeriodName[]

/** Days `yyyy-MM-dd`, both included. */
export interface Period {
  from: string
  to: string
}

export const isPeriodName = (name: unknown): name is PeriodName =>
  typeof name === 'string' && Object.hasOwn(PERIODS, name)

const week = (day: string, shift: number): Period => {
  const from = addDays(mondayOf(day), shift * 7)
  return { from, to: addDays(from, 6) }
}

/** `count` whole months, the first one `shift` months away. */
const months = (day: string, shift: number, count = 1): Period => ({
  from: monthStart(day, shift),
  to: addDays(monthStart(day, shift + count), -1),
})

/**
 * The days of a preset. `today` is the company's day (`today(zone)` of dates.ts); weeks start on Monday; « last N days » end today
 * and count it; « last months » are whole months before this one. `custom` is what the user chose, put in order; today until then.
 * Throws RangeError « Invalid date » when `today` is no date.
 */
export function periodOf(name: PeriodName, today: string, custom?: Period): Period {
  if (!isDate(today)) throw new RangeError('Invalid date')
  switch (name) {
    case 'today':
      return { from: today, to: today }
    case 'last_7_days':
      return { from: addDays(today, -6), to: today }
    case 'last_30_days':
      return { from: addDays(today, -29), to: today }
    case 'current_week':
      return week(today, 0)
    case 'last_week':
      return week(today, -1)
    case 'next_week':
      return week(today, 1)
    case 'current_month':
      return months(today, 0)
    case 'next_month':
      return months(today, 1)
    case 'last_month':
      return months(today, -1)
    case 'last_3_months':
      return months(today, -3, 3)
    case 'current_year':
      return { from: `${today.slice(0, 4)}-01-01`, to: `${today.slice(0, 4)}-12-31` }
    case 'custom':
      if (!custom) return { from: today, to: today }
      return custom.from <= custom.to ? custom : { from: custom.to, to: custom.from }
  }
}

/** What a period is compared with: as many days or months before it, or the same ones a year before. */
export const FORMERS = { before: 'Période d’avant', year: 'Un an avant' } as const
export type FormerName = keyof typeof FORMERS

const isMonthEnd = (day: string): boolean => addDays(day, 1).endsWith('-01')
const isMonthStart = (day: string): boolean => day.endsWith('-01')

/** Whether a period is made of whole months. */
const isWholeMonths = ({ from, to }: Period): boolean => isMonthStart(from) && isMonthEnd(to)

/** The months `yyyy-MM` that a period of whole months has; none for another period. */
export function monthsOf(period: Period): string[] {
  if (!isWholeMonths(period)) return []
  const found: string[] = []
  for (let day = period.from; day <= period.to; day = monthStart(day, 1)) found.push(day.slice(0, 7))
  return found
}

/** The same day so many months before; of a month's last day, that month's last day. */
const monthsBefore = (day: string, count: number): string =>
  isMonthEnd(day) ? addDays(monthStart(day, 1 - count), -1) : addMonths(day, -count)

/**
 * The former period to compare with. Of a period that is not over, only the part until today is compared, with the same part of the former one. Null for a
 * period that has not begun.
 * @param today the company's day
 */
export function formerPeriod(period: Period, name: FormerName, today: string): { now: Period; former: Period } | null {
  if (period.from > today) return null
  const now = { from: period.from, to: period.to < today ? period.to : today }
  const months = name === 'year' ? 12 : monthsOf(period).length
  if (months > 0) {
    // 28 February is the end of a whole month's period, and of any other one a day as all others: a year before, it is not the 29th.
    const to = isWholeMonths(period) ? monthsBefore(now.to, months) : addMonths(now.to, -months)
    return { now, former: { from: addMonths(now.from, -months), to } }
  }
  const days = daysBetween(period.from, period.to) + 1
  return { now, former: { from: addDays(now.from, -days), to: addDays(now.to, -days) } }
}
