import { expect, it } from 'vitest'
import { hoursIssues, openRanges } from './opening-hours.ts'

it('[DAY-10 hours] the usual hours are any day but Sundays and holidays; a company’s own replace them all', () => {
  expect(openRanges('2026-11-26', null)).toEqual([{ JOUR: 4, DE: '08:00', A: '20:00' }])
  expect(openRanges('2026-11-29', null)).toEqual([])
  expect(openRanges('2026-12-25', null)).toEqual([])
  const sunday = [{ JOUR: 7, DE: '10:00', A: '12:00' }]
  expect(openRanges('2026-11-29', sunday)).toEqual(sunday)
  expect(openRanges('2026-11-26', sunday)).toEqual([])
  expect(openRanges('2026-11-26', [])).toHaveLength(1)
})

it('[DAY-10 hours] ranges that follow one another are one: an appointment may go across', () => {
  const range = (DE: string, A: string) => ({ JOUR: 4, DE, A })
  const hours = [range('12:00', '14:00'), range('08:00', '12:00'), range('15:00', '18:00')]
  expect(openRanges('2026-11-26', hours)).toEqual([range('08:00', '14:00'), range('15:00', '18:00')])
})

it('[DAY-10 hours] a range ends after it begins, and two of one day do not overlap', () => {
  const range = (DE: string, A: string, JOUR = 1) => ({ JOUR, DE, A })
  expect(hoursIssues(null)).toEqual([])
  expect(hoursIssues([range('14:00', '18:00'), range('08:00', '12:00'), range('12:00', '14:00')])).toEqual([])
  expect(hoursIssues([range('08:00', '12:00'), range('11:00', '14:00')])).toHaveLength(1)
  expect(hoursIssues([range('08:00', '12:00'), range('11:00', '14:00', 2)])).toEqual([])
  expect(hoursIssues([range('12:00', '12:00')])).toHaveLength(1)
  for (const day of [1, 2, 3, 4, 5, 6, 7]) expect(hoursIssues([range('12:00', '11:00', day)]), `${day}`).toHaveLength(1)
})

it('[DAY-10 hours] a day has four ranges at most', () => {
  const ranges = ['08', '10', '12', '14', '16'].map((hour) => ({ JOUR: 2, DE: `${hour}:00`, A: `${hour}:30` }))
  expect(hoursIssues(ranges.slice(0, 4))).toEqual([])
  expect(hoursIssues(ranges)).toEqual([{ field: 'HORAIRES', message: 'Quatre plages par jour au plus' }])
})
