import { daysBetween } from '../../../schemas/dates.ts'
import { agesText } from '../../text/ages.ts'

const WEEK = 7
const IN_WEEKS_FROM = 3 * WEEK

/** How long a day has been waiting, in words: « hier », « il y a 5 jours », « il y a 4 semaines ». */
export function age(day: string, today: string): string {
  const days = daysBetween(day, today)
  if (days <= 0) return agesText.today
  if (days === 1) return agesText.yesterday
  return days < IN_WEEKS_FROM ? agesText.daysAgo(days) : agesText.weeksAgo(Math.floor(days / WEEK))
}

/** Waiting for more than a working week: the office's staff asks why. */
export const isLate = (day: string, today: string): boolean => daysBetween(day, today) > WEEK
