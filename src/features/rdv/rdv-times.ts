import { addMinutes, HOUR_MINUTES, isDateTime, minutesBetween } from '../../../schemas/dates.ts'
import { endAfterOneHour } from '../../../schemas/rules/calendar.ts'
import { type Hours, nextFree } from '../../../schemas/rules/free-slots.ts'
import type { TakenTime } from '../../../schemas/rules/occupation.ts'
import { adjustTimes } from '../../forms/linked-times.ts'
import type { FormValues } from '../../forms/payload.ts'
import type { FormChange } from '../../forms/use-resource-form.ts'

/** Minutes that appointments of a nature usually take; null for a nature without. */
export type MinutesOf = (nature: unknown) => number | null

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
export const USUAL_MINUTES = HOUR_MINUTES

/**
 * The times that a new appointment opens with: the next free ones of its people in working hours, or the end that its given start leads to.
 * @param now the company's wall clock
 */
export function proposedTimes(
  values: FormValues,
  { minutes, now, taken, hours }: { minutes: number; now: string; taken: readonly TakenTime[]; hours: Hours },
): { RDV_DEBUT: string; RDV_FIN: string } {
  const given = String(values.RDV_DEBUT ?? '')
  if (isDateTime(given)) return { RDV_DEBUT: given, RDV_FIN: addMinutes(given, minutes) }
  const people = Array.isArray(values.IDPERSONNELS) ? (values.IDPERSONNELS as string[]) : []
  const { start, end } = nextFree({ people, minutes, now, hours }, taken)
  return { RDV_DEBUT: start, RDV_FIN: end }
}
