import { addMinutes, isDateTime, minutesBetween, wallClock } from '../../../schemas/dates.ts'
import { endAfterOneHour } from '../../../schemas/rules/calendar.ts'
import { OPENING } from '../../../schemas/rules/free-slots.ts'
import { adjustTimes } from '../../forms/linked-times.ts'
import type { FormValues } from '../../forms/payload.ts'
import type { FormChange } from '../../forms/use-resource-form.ts'

/** Minutes that appointments of a nature usually take; null for a nature without. */
export type MinutesOf = (nature: unknown) => number | null

const HOUR = 60

/**
 * The times that follow from a change: of one of the two (`adjustTimes`), or of the nature, which proposes its own length unless somebody chose another
 * end. `usual`: the length that nobody chose, in minutes; null for an appointment that exists.
 */
export function rdvTimes(
  change: FormChange,
  { minutesOf, usual }: { minutesOf: MinutesOf; usual: number | null },
): FormValues {
  const { previous, next, changed } = change
  if (changed !== 'IDNATURE_RDV') return adjustTimes(change)
  const [start, end] = [String(next.RDV_DEBUT ?? ''), String(next.RDV_FIN ?? '')]
  const minutes = minutesOf(next.IDNATURE_RDV)
  if (minutes === null || !isDateTime(start)) return next
  const isProposed = !isDateTime(end) || minutesBetween(start, end) === (minutesOf(previous.IDNATURE_RDV) ?? usual)
  return isProposed ? { ...next, RDV_FIN: endAfterOneHour(start, addMinutes(start, minutes)) } : next
}

/** The length of a new appointment whose nature says none. */
export const USUAL_MINUTES = HOUR

/** A new appointment without times starts at the next whole hour of a working day, for one hour. */
export function defaultTimes(now: Date, zone: string): { RDV_DEBUT: string; RDV_FIN: string } {
  const wall = wallClock(now, zone)
  const next = addMinutes(`${wall.slice(0, 13)}:00`, HOUR)
  const hour = Number(next.slice(11, 13))
  const early = `${next.slice(0, 10)} 0${OPENING.from}:00`
  const start = hour < OPENING.from ? early : hour >= OPENING.to ? addMinutes(early, 24 * HOUR) : next
  return { RDV_DEBUT: start, RDV_FIN: addMinutes(start, HOUR) }
}
