import { addDays, mondayOf } from '../dates.ts'

/** Most rows of one resource in the first screen's records (PULL-8); where there are as many, some may be missing. */
export const MOST_FIRST_ROWS = 2000

/** The days of a person's appointments in the first screen's records, both included: last, this and next week. */
export const firstWeeks = (day: string): { from: string; to: string } => {
  const monday = mondayOf(day)
  return { from: addDays(monday, -7), to: addDays(monday, 13) }
}
