import { addDays, addMinutes, daysBetween, minutesBetween } from '../../../../schemas/dates.ts'
import { endAfterOneHour } from '../../../../schemas/rules/calendar.ts'
import { dayPart, type Slot } from './agenda-event.ts'

/** Every drag ends on a quarter of an hour, counted from the appointment's former place. */
export const STEP = 15
const DAY = 24 * 60
const CLICK = 30

const step = (minutes: number): number => Math.round(minutes / STEP) * STEP
const clamp = (n: number, low: number, high: number): number => Math.min(high, Math.max(low, n))
export const minutesOfDay = (wall: string): number => minutesBetween(`${dayPart(wall)} 00:00`, wall)
const at = (day: string, minutes: number): string => addMinutes(`${day} 00:00`, minutes)

/**
 * The slot after a drag of `minutes` on the grid to the column `day`. The length is kept, and the appointment stays within its
 * day. Wall-clock arithmetic: a day with 23 or 25 hours does not change the written hours.
 */
export function moved(slot: Slot, to: { day: string; minutes: number }): Slot {
  const length = minutesBetween(slot.start, slot.end)
  const latest = Math.max(0, DAY - Math.max(length, STEP))
  const start = at(to.day, clamp(minutesOfDay(slot.start) + step(to.minutes), 0, latest))
  return { start, end: endAfterOneHour(start, addMinutes(start, length)) }
}

/** The slot moved to another day, hours kept (month view). */
export function movedToDay(slot: Slot, from: string, to: string): Slot {
  const shift = (wall: string) => `${addDays(dayPart(wall), daysBetween(from, to))}${wall.slice(10)}`
  return { start: shift(slot.start), end: shift(slot.end) }
}

/** The slot whose end was dragged by `minutes`; an hour at least (RES-09), never past its day. */
export function resized(slot: Slot, minutes: number): Slot {
  const room = minutesBetween(slot.end, at(dayPart(slot.start), DAY))
  return { start: slot.start, end: endAfterOneHour(slot.start, addMinutes(slot.end, Math.min(step(minutes), room))) }
}

/** The slot drawn on an empty column between two heights, in minutes of the day. */
export function drawn(day: string, from: number, to: number): Slot {
  const [low, high] = from <= to ? [from, to] : [to, from]
  const start = at(day, clamp(Math.floor(low / STEP) * STEP, 0, DAY - CLICK))
  return { start, end: endAfterOneHour(start, at(day, clamp(Math.ceil(high / STEP) * STEP, 0, DAY))) }
}

/** The slot of a simple click: the half hour clicked, for one hour. */
export function clicked(day: string, minutes: number): Slot {
  const start = at(day, clamp(Math.floor(minutes / CLICK) * CLICK, 0, DAY - CLICK))
  return { start, end: addMinutes(start, 60) }
}

/** Where « + RDV » starts: the next half hour of today, 09:00 of another day. */
export function proposed(day: string, now: string): Slot {
  if (dayPart(now) !== day) return clicked(day, 9 * 60)
  return clicked(day, Math.ceil((minutesOfDay(now) + 1) / CLICK) * CLICK)
}

/** The slot that a key moves an appointment to: through the days shown, by quarters of an hour; null for a key without a meaning here. */
export function keyStep(
  slot: Slot,
  { key, shift, days, month }: { key: string; shift: boolean; days: readonly string[]; month: boolean },
): Slot | null {
  const day = dayPart(slot.start)
  const aside = (steps: number): Slot | null => {
    const next = days[days.indexOf(day) + steps]
    return next === undefined || !days.includes(day) ? null : movedToDay(slot, day, next)
  }
  const across = { ArrowLeft: -1, ArrowRight: 1 }[key]
  if (across !== undefined) return shift ? null : aside(across)
  const along = { ArrowUp: -1, ArrowDown: 1 }[key]
  if (along === undefined) return null
  if (month) return shift ? null : aside(along * 7)
  return shift ? resized(slot, along * STEP) : moved(slot, { day, minutes: along * STEP })
}
