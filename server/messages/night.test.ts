import { expect, it } from 'vitest'
import { nightOf } from './night.ts'

const ZONE = 'Europe/Paris'
const at = (instant: string) => {
  const night = nightOf(new Date(instant), ZONE)
  return night && [night.end.toISOString(), night.tooLate]
}

it.each([
  ['the evening', '2026-11-26T20:00:00.000Z', ['2026-11-27T07:00:00.000Z', '2026-11-27 09:00']],
  ['the small hours', '2026-11-27T02:12:00.000Z', ['2026-11-27T07:00:00.000Z', '2026-11-27 09:00']],
  ['the night of a clock change', '2026-03-28T22:00:00.000Z', ['2026-03-29T06:00:00.000Z', '2026-03-29 09:00']],
  ['08:00', '2026-11-27T07:00:00.000Z', null],
  ['20:59', '2026-11-27T19:59:00.000Z', null],
])('[DAY-09 customer-rdv] (night) of %s', (_, instant, night) => {
  expect(at(instant)).toEqual(night)
})
