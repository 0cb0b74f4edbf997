import { daysBetween } from '../../../schemas/dates.ts'
import type { RafItem } from '../../../schemas/rules/raf.ts'
import { rafText as text } from '../../text/raf.ts'

export interface RafDay<I> {
  /** `yyyy-MM-dd` on which they ended. */
  day: string
  items: I[]
}

/** Items of one day together, in the order given. */
export function byDay<I extends Pick<RafItem, 'end'>>(items: readonly I[]): RafDay<I>[] {
  const days = new Map<string, I[]>()
  for (const item of items) {
    const day = item.end.slice(0, 10)
    const known = days.get(day)
    if (known) known.push(item)
    else days.set(day, [item])
  }
  return [...days].map(([day, list]) => ({ day, items: list }))
}

const WEEK = 7
const IN_WEEKS_FROM = 3 * WEEK

/** How long a day has been waiting, in words: « hier », « il y a 5 jours », « il y a 4 semaines ». */
export function age(day: string, today: string): string {
  const days = daysBetween(day, today)
  if (days <= 0) return text.today
  if (days === 1) return text.yesterday
  return days < IN_WEEKS_FROM ? text.daysAgo(days) : text.weeksAgo(Math.floor(days / WEEK))
}

/** Waiting for more than a working week: the office asks. */
export const isLate = (day: string, today: string): boolean => daysBetween(day, today) > WEEK
