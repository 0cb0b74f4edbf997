import { daysBetween } from '../../../schemas/dates.ts'
import { agesText } from '../../text/ages.ts'

const WEEK = 7
const IN_WEEKS_FROM = 3 * WEEK

/** Whole years from one day to a later one. */
const yearsBetween = (day: string, today: string): number =>
  Number(today.slice(0, 4)) - Number(day.slice(0, 4)) - (today.slice(5, 10) < day.slice(5, 10) ? 1 : 0)

/** How long a day has been waiting, in words: « hier », « il y a 5 jours », « il y a 4 semaines », « il y a 2 ans ». */
export function age(day: string, today: string): string {
  const days = daysBetween(day, today)
  if (days <= 0) return agesText.today
  if (days === 1) return agesText.yesterday
  const years = yearsBetween(day, today)
  if (years > 0) return agesText.yearsAgo(years)
  return days < IN_WEEKS_FROM ? agesText.daysAgo(days) : agesText.weeksAgo(Math.floor(days / WEEK))
}

/** Waiting for more than a working week: the office's staff asks why. */
export const isLate = (day: string, today: string): boolean => daysBetween(day, today) > WEEK
