import { minutesBetween } from '../dates.ts'

const HOUR = 60
const DAY = 24 * HOUR

/** « 3j » over a day, else « 2h », else « Aucun » (ENT-10); complete units only, so 25 hours read « 1j ». */
export function durationText(minutes: number | null | undefined): string {
  if (minutes === null || minutes === undefined || !Number.isFinite(minutes)) return 'Aucun'
  if (minutes > DAY) return `${Math.floor(minutes / DAY)}j`
  return minutes >= HOUR ? `${Math.floor(minutes / HOUR)}h` : 'Aucun'
}

/**
 * The duration between two wall-clock values (`yyyy-MM-dd` or `yyyy-MM-dd HH:mm`), as a page says it: within a day also the minutes (« 1h30 », « 45 min »),
 * which complete units would leave out. Throws RangeError « Invalid date ».
 */
export function durationBetween(from: string, to: string): string {
  const minutes = minutesBetween(from, to)
  const rest = minutes % HOUR
  if (minutes <= 0 || minutes > DAY || rest === 0) return durationText(minutes)
  return minutes < HOUR ? `${rest} min` : `${durationText(minutes)}${String(rest).padStart(2, '0')}`
}
