import { minutesBetween, wallClock } from '../../../schemas/dates.ts'
import { age } from './age.ts'
import { formatAgo } from './format.ts'

const DAY = 24 * 60

/** The company's clock, as `useNow` and `useZone` give it. */
export interface Clock {
  now: string
  zone: string
}

/** An instant as wall-clock time of the company. */
export const wallOf = (instant: string, { zone }: Clock): string => wallClock(new Date(instant), zone)

/** « il y a 2 h », « hier », « il y a 3 jours ». */
export function agoWords(instant: string, clock: Clock): string {
  const at = wallOf(instant, clock)
  return minutesBetween(at, clock.now) < DAY ? formatAgo(at, clock.now) : age(at.slice(0, 10), clock.now.slice(0, 10))
}
