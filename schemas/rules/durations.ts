import { minutesBetween } from '../dates.ts'

const HOUR = 60
const DAY = 24 * HOUR

/** « 3j » over a day, else « 2h », else « Aucun » (ENT-10); complete units only, so 25 hours read « 1j ». */
export function durationText(minutes: number | null | undefined): string {
  if (minutes === null || minutes === undefined || !Number.isFinite(minutes)) return 'Aucun'
  if (minutes > DAY) return `${Math.floor(minutes / DAY)}j`
  return minutes >= HOUR ? `${Math.floor(minutes / HOUR)}h` : 'Aucun'
}

/** The duration between two wall-clock values (`yyyy-MM-dd` or `yyyy-MM-dd HH:mm`). Throws RangeError « Invalid date ». */
export const durationBetween = (from: string, to: string): string => durationText(minutesBetween(from, to))
