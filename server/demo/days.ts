import { addDays, daysBetween, weekday } from '../../schemas/dates.ts'

/** Day arithmetic with a cache: a large company asks for the same few thousand days millions of times, and schemas/dates.ts parses each text again. */
const START = '2000-01-01'
const numbers = new Map<string, number>()
const names = new Map<number, string>()
const weekdays = new Map<string, number>()

function remembered<K, V>(known: Map<K, V>, key: K, make: (key: K) => V): V {
  let value = known.get(key)
  if (value === undefined) {
    value = make(key)
    known.set(key, value)
  }
  return value
}

const numberOf = (day: string): number => remembered(numbers, day, (text) => daysBetween(START, text))

/** `yyyy-MM-dd` plus days. */
export const shiftDay = (day: string, days: number): string =>
  remembered(names, numberOf(day) + days, (number) => addDays(START, number))
export const daysFromTo = (from: string, to: string): number => numberOf(to) - numberOf(from)
/** 1 Monday … 7 Sunday. */
export const weekdayOf = (day: string): number => remembered(weekdays, day, weekday)

const two = (value: number): string => String(value).padStart(2, '0')
/** The wall clock of a day at a minute after midnight (0 to 1439). */
export const wallAt = (day: string, minute: number): string =>
  `${day} ${two(Math.floor(minute / 60))}:${two(minute % 60)}`
