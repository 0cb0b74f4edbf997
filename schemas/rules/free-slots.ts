import { addDays, addMinutes, HOUR_MINUTES, minutesBetween } from '../dates.ts'
import { conflictsOf, type TakenTime } from './occupation.ts'
import { type OpenRange, openRanges } from './opening-hours.ts'
import { nextWorkingDay } from './public-holidays.ts'

/** A company's opening hours; null: the usual ones. */
export type Hours = readonly OpenRange[] | null | undefined

/** Start and end on the company's wall clock, `yyyy-MM-dd HH:mm`. */
export interface FreeSlot {
  start: string
  end: string
}

/** When appointments are made: ranges of each day, and the minutes between two starts. */
interface Week {
  /** Of a day, on the wall clock, first one first; none of a day on which it is closed. */
  rangesOf: (day: string) => { start: string; end: string }[]
  step: number
}

const QUARTER = 15

const walls = (day: string, ranges: readonly OpenRange[]) =>
  ranges.map(({ DE, A }) => ({
    start: `${day} ${DE}`,
    end: A === '24:00' ? `${addDays(day, 1)} 00:00` : `${day} ${A}`,
  }))

/** When one may be made: instead of a time at which somebody is taken. */
const open = (hours: Hours): Week => ({ rangesOf: (day) => walls(day, openRanges(day, hours)), step: QUARTER })
/** When one is proposed before anybody chose a time: whole hours of working days, or of the company's own hours. */
const usual = (hours: Hours): Week => ({
  rangesOf: (day) =>
    hours && hours.length > 0
      ? walls(day, openRanges(day, hours))
      : nextWorkingDay(day) === day
        ? walls(day, [{ JOUR: 1, DE: '08:00', A: '19:00' }])
        : [],
  step: HOUR_MINUTES,
})
const COUNT = 3

/** The next step of the clock, counted in the day. */
function nextStep(wall: string, step: number): string {
  const over = Number(wall.slice(14)) % step
  return over === 0 ? wall : addMinutes(wall, step - over)
}

/** The first moment until a day, this one or a later one, at which a slot of this length lies within a range; null where there is none. */
function opening(wall: string, { minutes, until }: { minutes: number; until: string }, week: Week): string | null {
  for (let day = wall.slice(0, 10); day <= until; day = addDays(day, 1)) {
    for (const { start, end } of week.rangesOf(day)) {
      const from = nextStep(wall > start ? wall : start, week.step)
      if (addMinutes(from, minutes) <= end) return from
      // A range that begins at half past may hold one that begins with it.
      if (wall <= start && addMinutes(start, minutes) <= end) return start
    }
  }
  return null
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
 * The next three slots of this length at which none of the taken times lies, within the company's hours. Fewer when there are not enough until the last day;
 * none for what does not fit in a range.
 */
export const freeSlots = (search: Search, hours: Hours = null): FreeSlot[] => slotsIn(search, open(hours))

function slotsIn({ from, minutes, taken, until }: Search, week: Week): FreeSlot[] {
  if (minutes <= 0) return []
  const free: FreeSlot[] = []
  let start = opening(from, { minutes, until }, week)
  while (free.length < COUNT && start !== null) {
    const slot = { start, end: addMinutes(start, minutes) }
    const ends = taken.filter(({ debut, fin }) => slot.start < fin && debut < slot.end).map(({ fin }) => fin)
    if (ends.length === 0) free.push(slot)
    const after = ends.length === 0 ? slot.end : ends.reduce((last, fin) => (fin > last ? fin : last))
    start = opening(after, { minutes, until }, week)
  }
  return free
}

/** How far ahead a first proposal is looked for. */
export const PROPOSED_DAYS = 14

/** The minutes of the longest range until a day; 0 when it is closed all the time. */
function longest(week: Week, { from, until }: { from: string; until: string }): number {
  let most = 0
  for (let day = from; day <= until; day = addDays(day, 1)) {
    for (const { start, end } of week.rangesOf(day)) most = Math.max(most, minutesBetween(start, end))
  }
  return most
}

/** Who is to be free, and for how long. */
interface Proposal {
  people: readonly string[]
  minutes: number
  /** The company's wall clock: what has begun is not proposed. */
  now: string
  hours?: Hours
}

/**
 * The next whole hour of the company's hours, or of a working day where it has set none, at which none of these people is taken for so long; the next one at
 * all where everybody is taken for weeks, and the next morning for what fits into no day, since something must be proposed.
 */
export function nextFree({ people, minutes, now, hours = null }: Proposal, times: readonly TakenTime[]): FreeSlot {
  const until = addDays(now.slice(0, 10), PROPOSED_DAYS)
  const week = usual(hours)
  const most = longest(week, { from: now.slice(0, 10), until })
  const search = { from: addMinutes(now, 1), minutes: Math.min(minutes, most), until }
  const known = times.map((time) => ({ ...time, id: null }))
  const taken = conflictsOf({ people, start: now, end: `${until} 23:59`, id: null }, known)
  const [found] = [taken, []].flatMap((some) => slotsIn({ ...search, taken: some }, week)).map((slot) => slot.start)
  // Closed for two weeks: the next working morning.
  const start = found ?? `${nextWorkingDay(addDays(now.slice(0, 10), 1))} 08:00`
  return { start, end: addMinutes(start, minutes) }
}
