import { addMonths, daysBetween } from '../../../schemas/dates.ts'
import { agesText } from '../../text/ages.ts'

const WEEK = 7
const IN_WEEKS_FROM = 3 * WEEK
const YEAR = 12

/** Whole months from one day to a later one. */
function monthsBetween(day: string, today: string): number {
  const [from, to] = [day, today].map((one) => Number(one.slice(0, 4)) * YEAR + Number(one.slice(5, 7)))
  const months = (to ?? 0) - (from ?? 0)
  return addMonths(day.slice(0, 10), months) > today.slice(0, 10) ? months - 1 : months
}

/** How long a day has been waiting, in words: « hier », « il y a 5 jours », « il y a 4 semaines », « il y a 2 ans et 3 mois ». */
export function age(day: string, today: string): string {
  const days = daysBetween(day, today)
  if (days <= 0) return agesText.today
  if (days === 1) return agesText.yesterday
  const months = monthsBetween(day, today)
  if (months >= YEAR) return agesText.yearsAgo(Math.floor(months / YEAR), months % YEAR)
  return days < IN_WEEKS_FROM ? agesText.daysAgo(days) : agesText.weeksAgo(Math.floor(days / WEEK))
}

/** Waiting for more than a working week: the office's staff asks why. */
export const isLate = (day: string, today: string): boolean => daysBetween(day, today) > WEEK
