import { daysFromTo, shiftDay, wallAt, weekdayOf } from './days.ts'
import type { Random } from './random.ts'

/** Minutes after midnight: the working day, and the lunch that is kept free. */
const OPENS = 8 * 60 + 30
const CLOSES = 19 * 60
const LUNCH = [12 * 60 + 30, 13 * 60 + 30] as const
/** Kept free between two appointments of one person: the drive. */
const TRAVEL = 30
const STEP = 30
/** Days drawn at random before every day of a window is tried; a window longer than LONG is given up instead (the caller has others). */
const TRIES = 8
const LONG = 40

export interface Slot {
  from: string
  to: string
}

export interface Wish {
  people: readonly string[]
  /** First and last day, included. */
  firstDay: string
  lastDay: string
  minutes: number
  random: Random
  /** Over lunch as well, for whole days on site. */
  overLunch?: true
}

/** Who is busy when. One for a whole company, so that nobody is in two places. */
export interface Agenda {
  /** Finds a free slot for all of them, Monday to Saturday, and takes it; null when there is none (or none was found in a long window). */
  book(wish: Wish): Slot | null
  /** Takes a time that is already given. */
  take(person: string, slot: Slot): void
  /** Appointments of this person that day. */
  count(person: string, day: string): number
}

type Span = readonly [start: number, end: number]

const minuteOf = (wall: string): number => Number(wall.slice(11, 13)) * 60 + Number(wall.slice(14, 16))
const known = new Map<string, number[]>()

/** Possible starts of an appointment this long. */
function startsFor(minutes: number, overLunch: boolean): number[] {
  const name = `${minutes} ${overLunch}`
  let starts = known.get(name)
  if (!starts) {
    starts = []
    for (let start = OPENS; start + minutes <= CLOSES; start += STEP) {
      if (overLunch || start + minutes <= LUNCH[0] || start >= LUNCH[1]) starts.push(start)
    }
    known.set(name, starts)
  }
  return starts
}

export function makeAgenda(): Agenda {
  const busy = new Map<string, Span[]>()
  const spansOf = (person: string, day: string): readonly Span[] => busy.get(`${person} ${day}`) ?? []

  function take(person: string, { from, to }: Slot): void {
    for (let day = from.slice(0, 10); day <= to.slice(0, 10); day = shiftDay(day, 1)) {
      const start = day === from.slice(0, 10) ? minuteOf(from) : 0
      const end = day === to.slice(0, 10) ? minuteOf(to) : 24 * 60
      const key = `${person} ${day}`
      const spans = busy.get(key)
      if (spans) spans.push([start, end])
      else busy.set(key, [[start, end]])
    }
  }

  const free = (person: string, day: string, start: number, end: number): boolean =>
    spansOf(person, day).every(([s, e]) => end + TRAVEL <= s || start >= e + TRAVEL)

  function tryDay(day: string, { people, minutes, random, overLunch }: Wish): Slot | null {
    if (weekdayOf(day) === 7) return null
    const starts = startsFor(minutes, overLunch === true)
    const shift = random.int(0, starts.length - 1)
    for (let i = 0; i < starts.length; i++) {
      const start = starts[(i + shift) % starts.length] as number
      if (!people.every((person) => free(person, day, start, start + minutes))) continue
      const slot = { from: wallAt(day, start), to: wallAt(day, start + minutes) }
      for (const person of people) take(person, slot)
      return slot
    }
    return null
  }

  function book(wish: Wish): Slot | null {
    const { firstDay, lastDay, random } = wish
    const span = daysFromTo(firstDay, lastDay)
    if (span < 0) return null
    for (let i = 0; i < TRIES; i++) {
      const slot = tryDay(shiftDay(firstDay, random.int(0, span)), wish)
      if (slot) return slot
    }
    if (span > LONG) return null
    for (let day = firstDay; day <= lastDay; day = shiftDay(day, 1)) {
      const slot = tryDay(day, wish)
      if (slot) return slot
    }
    return null
  }

  return { book, take, count: (person, day) => spansOf(person, day).length }
}
