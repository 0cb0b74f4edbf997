import { addDays, weekday } from '../dates.ts'

/** Easter Sunday of a year, `yyyy-MM-dd` (Meeus, Jones and Butcher: the Gregorian computus). */
export function easter(year: number): string {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  return addDays(`${year}-03-01`, h + l - 7 * m + 21)
}

const FIXED = ['01-01', '05-01', '05-08', '07-14', '08-15', '11-01', '11-11', '12-25']
/** Days after Easter Sunday: Monday, Ascension, Whit Monday. */
const MOVABLE = [1, 39, 50]

/** A legal holiday of metropolitan France (code du travail, L3133-1). @param day `yyyy-MM-dd` */
export const isHoliday = (day: string): boolean => {
  const sunday = easter(Number(day.slice(0, 4)))
  return FIXED.includes(day.slice(5)) || MOVABLE.some((after) => addDays(sunday, after) === day)
}

/** Neither Saturday, Sunday nor a legal holiday. */
export const isWorkingDay = (day: string): boolean => weekday(day) < 6 && !isHoliday(day)

/** The day itself, or the first working day after it. */
export function nextWorkingDay(day: string): string {
  let found = day
  while (!isWorkingDay(found)) found = addDays(found, 1)
  return found
}
