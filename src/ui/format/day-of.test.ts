import { expect, it } from 'vitest'
import { dayMonthOf, longDayOf, shortDayOf } from './day-of.ts'

it.each([
  ['2026-11-20 09:00', ['vendredi 20 novembre', 'ven. 20 nov.', '20/11']],
  ['2024-11-20', ['mercredi 20 novembre 2024', 'mer. 20 nov. 2024', '20/11/2024']],
  ['2027-01-01 08:00', ['vendredi 1 janvier 2027', 'ven. 1 janv. 2027', '01/01/2027']],
])('%s, shown on 31/12/2026: the year of another year alone', (day, words) => {
  expect([longDayOf, shortDayOf, dayMonthOf].map((shown) => shown(day, '2026-12-31 23:59'))).toEqual(words)
})
