import { addDays, isDate, isDateTime } from '../../../schemas/dates.ts'
import { endAfterOneHour } from '../../../schemas/rules/calendar.ts'
import { dayPart, type Slot, timePart } from './calendar/agenda-event.ts'

/** A slot as it is typed: days `yyyy-MM-dd`, hours `HH:mm`, any of them possibly empty. */
export type SlotDraft = {
  day: string
  start: string
  lastDay: string
  end: string
}

/** A slot as the fields show it. */
export const draftOf = ({ start, end }: Slot): SlotDraft => ({
  day: dayPart(start),
  start: timePart(start),
  lastDay: dayPart(end),
  end: timePart(end),
})

/** The draft of a slot of one day: its end is on the day of its start, and midnight is the end of that day. */
export const withinDay = (draft: SlotDraft): SlotDraft => ({
  ...draft,
  lastDay: draft.end === '00:00' && isDate(draft.day) ? addDays(draft.day, 1) : draft.day,
})

/** The slot typed, its end at least an hour after its start (RES-09); null when a date or a time is missing (RES-08). */
export function slotOf({ day, start, lastDay, end }: SlotDraft): Slot | null {
  const from = `${day} ${start}`
  const to = `${lastDay} ${end}`
  return isDateTime(from) && isDateTime(to) ? { start: from, end: endAfterOneHour(from, to) } : null
}
