import { addDays, addMinutes, HOUR_MINUTES, isDate, isDateTime } from '../../../schemas/dates.ts'
import { lastDayOf } from '../../domain/absences/span.ts'
import type { FormValues } from '../../forms/payload.ts'
import type { FormChange } from '../../forms/use-resource-form.ts'

const MORNING = '09:00'
const EVENING = '18:00'
/** From the earliest proposed appointment on. */
const MORNING_HOURS = ['08:00', '12:00'] as const
const AFTERNOON_HOURS = ['12:00', EVENING] as const

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const dayOf = (wall: string): string => wall.slice(0, 10)

/** Times of whole days. @param last the last day, included */
export const wholeDays = (first: string, last: string) => ({
  DEBUT: `${first} 00:00`,
  FIN: isDate(last) ? `${addDays(last < first ? first : last, 1)} 00:00` : '',
})

/** What is asked for most: parts of tomorrow, one tap each. @param today the company's day */
export function soonTimes(today: string) {
  const day = addDays(today, 1)
  const hours = (start: string, end: string) => ({ JOURNEES: 0, DEBUT: `${day} ${start}`, FIN: `${day} ${end}` })
  return {
    morning: hours(...MORNING_HOURS),
    afternoon: hours(...AFTERNOON_HOURS),
    day: { JOURNEES: 1, ...wholeDays(day, day) },
  }
}

/** First and last day of the times in a form; '' where one is missing. */
export function daysOf({ DEBUT, FIN }: FormValues): { first: string; last: string } {
  const [start, end] = [textOf(DEBUT), textOf(FIN)]
  return { first: isDate(dayOf(start)) ? dayOf(start) : '', last: isDateTime(end) ? lastDayOf(end) : '' }
}

/** What a change of the kind, of « Journées entières » or of the start makes of the others. @param isNew no record yet: the kind proposes its usual times */
export function absenceTimes({ previous, next, changed }: FormChange, isNew: boolean): FormValues {
  const { first, last } = daysOf(next)
  if (changed === 'GENRE' && isNew && first !== '') {
    const meets = next.GENRE === 'reunion'
    // Hours that somebody chose stay.
    if (meets && next.JOURNEES === 1) return { ...next, JOURNEES: 0, ...meeting(first) }
    if (!meets && previous.GENRE === 'reunion') return { ...next, JOURNEES: 1, ...wholeDays(first, first) }
    return next
  }
  // Times that come with it stay.
  const isAlone = previous.JOURNEES !== next.JOURNEES && previous.DEBUT === next.DEBUT
  if (changed === 'JOURNEES' && first !== '' && isAlone) {
    if (next.JOURNEES === 1) return { ...next, ...wholeDays(first, last === '' ? first : last) }
    return { ...next, DEBUT: `${first} ${MORNING}`, FIN: `${last === '' ? first : last} ${EVENING}` }
  }
  if (changed === 'DEBUT' && next.JOURNEES !== 1) {
    const [start, end] = [textOf(next.DEBUT), textOf(next.FIN)]
    if (isDateTime(start) && isDateTime(end) && end <= start) return { ...next, FIN: addMinutes(start, HOUR_MINUTES) }
  }
  if (changed === 'REPETITION' && !next.REPETITION) return { ...next, REPETER_JUSQUA: '', REPETER_FOIS: '' }
  return next
}

const meeting = (day: string) => ({ DEBUT: `${day} ${MORNING}`, FIN: addMinutes(`${day} ${MORNING}`, HOUR_MINUTES) })
