import * as Type from 'typebox'
import { weekday } from '../dates.ts'
import type { Issue } from '../entity.ts'
import { object } from '../objects.ts'
import { isHoliday } from './public-holidays.ts'

/** A time of a weekday at which the company takes appointments, `HH:mm`. */
export interface OpenRange {
  /** 1 Monday … 7 Sunday. */
  JOUR: number
  DE: string
  A: string
}

/** Ranges of one weekday. */
export const MOST_RANGES = 4
const DAYS = [1, 2, 3, 4, 5, 6, 7]
const TIME = '^(?:(?:[01]\\d|2[0-3]):[0-5]\\d|24:00)$'

export const OpenRanges = Type.Array(
  object(
    {
      JOUR: Type.Integer({ minimum: 1, maximum: 7 }),
      DE: Type.String({ pattern: TIME, maxLength: 5 }),
      A: Type.String({ pattern: TIME, maxLength: 5 }),
    },
    { additionalProperties: false },
  ),
  { maxItems: MOST_RANGES * DAYS.length },
)

/** Of a company that has set none: any day but Sunday. */
export const USUAL_HOURS: readonly OpenRange[] = DAYS.slice(0, 6).map((JOUR) => ({ JOUR, DE: '08:00', A: '20:00' }))

/** The ranges of a weekday, first one first. */
export const rangesOf = (hours: readonly OpenRange[], jour: number): OpenRange[] =>
  hours.filter(({ JOUR }) => JOUR === jour).sort((a, b) => (a.DE < b.DE ? -1 : 1))

/**
 * When the company is open on a day, `HH:mm`: ranges that follow one another are one, an appointment may go across. None on a legal holiday.
 * @param hours null or empty: the usual ones
 */
export function openRanges(day: string, hours: readonly OpenRange[] | null | undefined): OpenRange[] {
  if (isHoliday(day)) return []
  const open: OpenRange[] = []
  for (const range of rangesOf(hours && hours.length > 0 ? hours : USUAL_HOURS, weekday(day))) {
    const last = open.at(-1)
    if (last?.A === range.DE) open[open.length - 1] = { ...last, A: range.A }
    else open.push(range)
  }
  return open
}

/** What is wrong with the hours, in the form and on the server. */
export function hoursIssues(hours: readonly OpenRange[] | null | undefined): Issue[] {
  const issues: Issue[] = []
  const add = (message: string): void => void issues.push({ field: 'HORAIRES', message })
  for (const jour of DAYS) {
    const ranges = rangesOf(hours ?? [], jour)
    if (ranges.length > MOST_RANGES) add('Quatre plages par jour au plus')
    if (ranges.some(({ DE, A }) => DE >= A)) add('Une plage finit après son début')
    else if (ranges.some(({ DE }, at) => at > 0 && DE < (ranges[at - 1]?.A ?? ''))) {
      add('Deux plages d’un même jour se chevauchent')
    }
  }
  return issues
}
