import { expect, it } from 'vitest'
import { defaultTimes } from './rdv-times.ts'

const times = (start: string, end: string) => ({ RDV_DEBUT: start, RDV_FIN: end })

it('starts a new appointment at the next whole hour of the company', () => {
  expect(defaultTimes(new Date('2026-11-20T13:20:00Z'), 'Europe/Paris')).toEqual(
    times('2026-11-20 15:00', '2026-11-20 16:00'),
  )
  const startAt = (instant: string) => defaultTimes(new Date(instant), 'Europe/Paris').RDV_DEBUT
  expect(startAt('2026-11-20T22:59:00Z')).toBe('2026-11-21 08:00')
  expect(startAt('2026-11-20T19:10:00Z')).toBe('2026-11-21 08:00')
  expect(startAt('2026-11-20T01:10:00Z')).toBe('2026-11-20 08:00')
})
