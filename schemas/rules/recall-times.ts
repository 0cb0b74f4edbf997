import { addDays, addMinutes } from '../dates.ts'
import { isWorkingDay, nextWorkingDay } from './public-holidays.ts'

/** « Ce soir »: people are home, and the law still allows the call. */
const EVENING = '18:30'
const STEP = 15

/**
 * The time on or after this one at which a call is proposed; null where the day has none left. A canvassing call is allowed from Monday to Friday, except on
 * holidays, from 10:00 to 13:00 and from 14:00 to 20:00 (code de la consommation, D223-9). Any other time may still be typed: a customer may have asked for it.
 */
function allowedFrom(at: string): string | null {
  const [day, time] = [at.slice(0, 10), at.slice(11)]
  if (!isWorkingDay(day) || time >= '20:00') return null
  if (time < '10:00') return `${day} 10:00`
  return time >= '13:00' && time < '14:00' ? `${day} 14:00` : at
}

const IN_DAYS = [1, 3, 7]

/** The days that are proposed: in so many days, or the first working day after them. */
export function recallDays(today: string): { inDays: number; day: string; isMoved: boolean }[] {
  const proposed = IN_DAYS.map((inDays) => {
    const wanted = addDays(today, inDays)
    const day = nextWorkingDay(wanted)
    return { inDays, day, isMoved: day !== wanted }
  })
  return proposed.filter(({ day }, at) => proposed.findIndex((one) => one.day === day) === at)
}

/** What is proposed today, on the company's clock: in an hour, and this evening while it is to come. */
export function recallsToday(now: string): { kind: 'hour' | 'evening'; at: string }[] {
  const [day, late] = [now.slice(0, 10), addMinutes(now, 60 + STEP - 1)]
  const hour = `${late.slice(0, 14)}${String(Math.floor(Number(late.slice(14)) / STEP) * STEP).padStart(2, '0')}`
  const evening = `${day} ${EVENING}`
  const next = hour.startsWith(day) ? allowedFrom(hour) : null
  return [
    ...(next === null ? [] : [{ kind: 'hour' as const, at: next }]),
    ...(now < evening && isWorkingDay(day) ? [{ kind: 'evening' as const, at: evening }] : []),
  ]
}
