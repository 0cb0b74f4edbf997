import { addDays, addMinutes, HOUR_MINUTES, weekday } from '../dates.ts'
import { conflictsOf, type TakenTime } from './occupation.ts'
import { isHoliday, nextWorkingDay } from './public-holidays.ts'

/** Start and end on the company's wall clock, `yyyy-MM-dd HH:mm`. */
export interface FreeSlot {
  start: string
  end: string
}

const SUNDAY = 7

/** When appointments are made: the hours of a day, the days, and the minutes between two starts. */
interface Week {
  from: number
  /** The last appointment of a day ends then. */
  to: number
  step: number
  isClosed: (day: string) => boolean
}

/** When one may be made: instead of a time at which somebody is taken. */
const OPEN: Week = { from: 8, to: 20, step: 15, isClosed: (day) => weekday(day) === SUNDAY || isHoliday(day) }
/** When one is proposed before anybody chose a time: whole hours of working days. */
const USUAL: Week = { from: 8, to: 19, step: HOUR_MINUTES, isClosed: (day) => nextWorkingDay(day) !== day }
const COUNT = 3

const longest = ({ from, to }: Week): number => (to - from) * HOUR_MINUTES
const atHour = (day: string, hour: number): string => `${day} ${String(hour).padStart(2, '0')}:00`

function nextStep(wall: string, { step }: Week): string {
  const over = Number(wall.slice(14)) % step
  return over === 0 ? wall : addMinutes(wall, step - over)
}

/** The first moment, this one or a later one, at which a slot of this length stays within the week's hours. */
function opening(wall: string, minutes: number, week: Week): string {
  let day = wall.slice(0, 10)
  const fits = wall <= addMinutes(atHour(day, week.to), -minutes)
  if (fits && !week.isClosed(day)) return wall < atHour(day, week.from) ? atHour(day, week.from) : wall
  do day = addDays(day, 1)
  while (week.isClosed(day))
  return atHour(day, week.from)
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
 * The next three slots of this length at which none of the taken times lies, within the week's hours (by default any day but Sundays and holidays). Fewer when
 * there are not enough until the last day; none for what does not fit in a day.
 */
export function freeSlots({ from, minutes, taken, until }: Search, week = OPEN): FreeSlot[] {
  if (minutes <= 0 || minutes > longest(week)) return []
  const free: FreeSlot[] = []
  let start = opening(nextStep(from, week), minutes, week)
  while (free.length < COUNT && start.slice(0, 10) <= until) {
    const slot = { start, end: addMinutes(start, minutes) }
    const ends = taken.filter(({ debut, fin }) => start < fin && debut < slot.end).map(({ fin }) => fin)
    if (ends.length === 0) free.push(slot)
    const after = ends.length === 0 ? slot.end : ends.reduce((last, fin) => (fin > last ? fin : last))
    start = opening(nextStep(after, week), minutes, week)
  }
  return free
}

/** How far ahead a first proposal is looked for. */
export const PROPOSED_DAYS = 14

/**
 * The next whole hour of a working day at which none of these people is taken for so long; the next one at all where everybody is taken for weeks, and the
 * next morning for what fits into no day, since something must be proposed.
 * @param now the company's wall clock: what has begun is not proposed
 */
export function nextFree(
  { people, minutes, now }: { people: readonly string[]; minutes: number; now: string },
  times: readonly TakenTime[],
): FreeSlot {
  const until = addDays(now.slice(0, 10), PROPOSED_DAYS)
  const search = { from: addMinutes(now, 1), minutes: Math.min(minutes, longest(USUAL)), until }
  const known = times.map((time) => ({ ...time, id: null }))
  const taken = conflictsOf({ people, start: now, end: `${until} 23:59`, id: null }, known)
  const [start] = [taken, []].flatMap((some) => freeSlots({ ...search, taken: some }, USUAL)).map((slot) => slot.start)
  if (start === undefined) throw new RangeError(`No working day in ${PROPOSED_DAYS} days`)
  return { start, end: addMinutes(start, minutes) }
}
