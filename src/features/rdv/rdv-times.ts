import { addMinutes, isDateTime, minutesBetween, wallClock } from '../../../schemas/dates.ts'
import { endAfterOneHour } from '../../../schemas/rules/calendar.ts'
import type { FormValues } from '../../forms/payload.ts'
import type { FormChange } from '../../forms/use-resource-form.ts'

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Minutes that appointments of a nature usually take; null for a nature without. */
export type MinutesOf = (nature: unknown) => number | null

const HOUR = 60

/**
 * The times that follow from a change: a start that moves also moves its end, an end less than one hour after the start moves to the start + 1 h (RES-09),
 * and another nature proposes its own length, unless somebody chose another end. Half-typed values are not changed.
 */
export function adjustTimes(
  { previous, next, changed }: FormChange,
  { minutesOf = () => null, usual = null }: { minutesOf?: MinutesOf; usual?: number | null } = {},
): FormValues {
  const [start, end] = [text(next.RDV_DEBUT), text(next.RDV_FIN)]
  if (!isDateTime(start)) return next
  if (changed === 'RDV_DEBUT') {
    const [oldStart, oldEnd] = [text(previous.RDV_DEBUT), text(previous.RDV_FIN)]
    const kept = isDateTime(oldStart) && isDateTime(oldEnd) ? minutesBetween(oldStart, oldEnd) : 0
    const moved = kept > 0 ? addMinutes(start, kept) : isDateTime(end) ? end : start
    return { ...next, RDV_FIN: endAfterOneHour(start, moved) }
  }
  if (changed === 'RDV_FIN' && isDateTime(end)) return { ...next, RDV_FIN: endAfterOneHour(start, end) }
  const minutes = changed === 'IDNATURE_RDV' ? minutesOf(next.IDNATURE_RDV) : null
  if (minutes === null) return next
  const isProposed = !isDateTime(end) || minutesBetween(start, end) === (minutesOf(previous.IDNATURE_RDV) ?? usual)
  return isProposed ? { ...next, RDV_FIN: endAfterOneHour(start, addMinutes(start, minutes)) } : next
}

const FIRST_HOUR = 8
const LAST_HOUR = 19

/** The length of a new appointment whose nature says none. */
export const USUAL_MINUTES = HOUR

/** A new appointment without times starts at the next whole hour of a working day, for one hour. */
export function defaultTimes(now: Date, zone: string): { RDV_DEBUT: string; RDV_FIN: string } {
  const wall = wallClock(now, zone)
  const next = addMinutes(`${wall.slice(0, 13)}:00`, HOUR)
  const hour = Number(next.slice(11, 13))
  const early = `${next.slice(0, 10)} 0${FIRST_HOUR}:00`
  const start = hour < FIRST_HOUR ? early : hour > LAST_HOUR ? addMinutes(early, 24 * HOUR) : next
  return { RDV_DEBUT: start, RDV_FIN: addMinutes(start, HOUR) }
}
