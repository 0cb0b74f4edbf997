import { formatDate, formatLongDay, formatShortDay } from './format.ts'

/** For days that are not in a shown period: without its year, a day of last year reads as one of this year. @param now the company's wall clock */
const isThisYear = (day: string, now: string): boolean => day.slice(0, 4) === now.slice(0, 4)
const withYear = (words: string, day: string, now: string): string =>
  isThisYear(day, now) ? words : `${words} ${day.slice(0, 4)}`

/** « vendredi 20 novembre », of another year « mercredi 20 novembre 2024 ». */
export const longDayOf = (day: string, now: string): string => withYear(formatLongDay(day), day, now)
/** « ven. 20 nov. », of another year « mer. 20 nov. 2024 ». */
export const shortDayOf = (day: string, now: string): string => withYear(formatShortDay(day), day, now)
/** « 20/11 », of another year « 20/11/2024 ». */
export const dayMonthOf = (day: string, now: string): string =>
  isThisYear(day, now) ? formatDate(day).slice(0, 5) : formatDate(day)
