import { addMinutes, isDateTime, minutesBetween } from '../../schemas/dates.ts'
import { endAfterOneHour } from '../../schemas/rules/calendar.ts'
import type { FormValues } from './payload.ts'
import type { FormChange } from './use-resource-form.ts'

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/**
 * The end that follows from a change of one of two times: a start that moves also moves its end, and an end less than one hour after the
 * start moves to the start + 1 h (RES-09). Half-typed values are not changed. `start` and `end` name the two fields.
 */
export const linkTimes =
  (start: string, end: string) =>
  ({ previous, next, changed }: FormChange): FormValues => {
    const [from, to] = [text(next[start]), text(next[end])]
    if (!isDateTime(from)) return next
    if (changed === start) {
      const [oldFrom, oldTo] = [text(previous[start]), text(previous[end])]
      const kept = isDateTime(oldFrom) && isDateTime(oldTo) ? minutesBetween(oldFrom, oldTo) : 0
      const moved = kept > 0 ? addMinutes(from, kept) : isDateTime(to) ? to : from
      return { ...next, [end]: endAfterOneHour(from, moved) }
    }
    if (changed === end && isDateTime(to)) return { ...next, [end]: endAfterOneHour(from, to) }
    return next
  }

/** The times of an appointment and of an intervention. */
export const adjustTimes = linkTimes('RDV_DEBUT', 'RDV_FIN')
