import { addMinutes, wallClock } from '../../../schemas/dates.ts'

const FIRST_HOUR = 8
const LAST_HOUR = 19
const HOUR = 60

/** A new appointment without times starts at the next whole hour of a working day, for one hour. */
export function defaultTimes(now: Date, zone: string): { RDV_DEBUT: string; RDV_FIN: string } {
  const wall = wallClock(now, zone)
  const next = addMinutes(`${wall.slice(0, 13)}:00`, HOUR)
  const hour = Number(next.slice(11, 13))
  const early = `${next.slice(0, 10)} 0${FIRST_HOUR}:00`
  const start = hour < FIRST_HOUR ? early : hour > LAST_HOUR ? addMinutes(early, 24 * HOUR) : next
  return { RDV_DEBUT: start, RDV_FIN: addMinutes(start, HOUR) }
}
