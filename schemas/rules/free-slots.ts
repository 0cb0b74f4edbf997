import { addDays, addMinutes, HOUR_MINUTES, weekday } from '../dates.ts'
import type { TakenTime } from './occupation.ts'
import { isHoliday } from './public-holidays.ts'

/** Start and end on the company's wall clock, `yyyy-MM-dd HH:mm`. */
export interface FreeSlot {
  start: string
  end: string
}

/** The hours of a day at which appointments are proposed; the last one ends at `to`. */
export const OPENING = { from: 8, to: 20 } as const
/** Proposed slots begin at a quarter of an hour. */
const STEP_MINUTES = 15
const SUNDAY = 7
const COUNT = 3

const isClosed = (day: string): boolean => weekday(day) === SUNDAY || isHoliday(day)
const atHour = (day: string, hour: number): string => `${day} ${String(hour).padStart(2, '0')}:00`

function nextQuarter(wall: string): string {
  const over = Number(wall.slice(14)) % STEP_MINUTES
  return over === 0 ? wall : addMinutes(wall, STEP_MINUTES - over)
}

/** The first moment, this one or a later one, at which a slot of this length stays within the opening hours. */
function opening(wall: string, minutes: number): string {
  let day = wall.slice(0, 10)
  const fits = wall <= addMinutes(atHour(day, OPENING.to), -minutes)
  if (fits && !isClosed(day)) return wall < atHour(day, OPENING.from) ? atHour(day, OPENING.from) : wall
  do day = addDays(day, 1)
  while (isClosed(day))
  return atHour(day, OPENING.from)
}

/** What free slots are looked for. */
interface Search {
  /** The earliest start. */
  from: string
  minutes: number
  taken: readonly Pick<TakenTime, 'debut' | 'fin'>[]
  /** The last day, included. */
  until: string
}

/**
 * The next three slots of this length at which none of the taken times lies, within the opening hours, no Sunday and no holiday. Fewer when there are not
 * enough until the last day; none for what does not fit in a day.
 */
export function freeSlots({ from, minutes, taken, until }: Search): FreeSlot[] {
  if (minutes <= 0 || minutes > (OPENING.to - OPENING.from) * HOUR_MINUTES) return []
  const free: FreeSlot[] = []
  let start = opening(nextQuarter(from), minutes)
  while (free.length < COUNT && start.slice(0, 10) <= until) {
    const slot = { start, end: addMinutes(start, minutes) }
    const ends = taken.filter(({ debut, fin }) => start < fin && debut < slot.end).map(({ fin }) => fin)
    if (ends.length === 0) free.push(slot)
    const after = ends.length === 0 ? slot.end : ends.reduce((last, fin) => (fin > last ? fin : last))
    start = opening(nextQuarter(after), minutes)
  }
  return free
}
