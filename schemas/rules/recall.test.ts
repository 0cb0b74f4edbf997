import { expect, it } from 'vitest'
import { isRecallOpen, recallTime } from './recall.ts'
import { recallDays, recallsToday } from './recall-times.ts'

it('[MGR-16] a call again has the time of its day, and none of another', () => {
  const at = (day: string | null, time: string | null) => recallTime({ RELANCE_INTERMEDIAIRE: day, RELANCE_A: time })
  expect(at('2026-11-20', '2026-11-20 18:30')).toBe('18:30')
  // An older app has moved the day alone.
  expect(at('2026-11-21', '2026-11-20 18:30')).toBeNull()
  expect(at(null, '2026-11-20 18:30')).toBeNull()
  expect(recallTime({ RELANCE_INTERMEDIAIRE: '2026-11-20' })).toBeNull()
})

it.each([
  ['2026-11-20 09:52', ['2026-11-20 11:00', '2026-11-20 18:30']],
  ['2026-11-20 10:00', ['2026-11-20 11:00', '2026-11-20 18:30']],
  ['2026-11-20 18:29', ['2026-11-20 19:30', '2026-11-20 18:30']],
  ['2026-11-20 18:30', ['2026-11-20 19:30']],
  ['2026-11-20 18:31', ['2026-11-20 19:45']],
  // Canvassing calls are allowed from 10:00 to 13:00 and from 14:00 to 20:00, on working days.
  ['2026-11-20 08:10', ['2026-11-20 10:00', '2026-11-20 18:30']],
  ['2026-11-20 12:05', ['2026-11-20 14:00', '2026-11-20 18:30']],
  ['2026-12-24 19:10', []],
  ['2026-11-21 10:00', []],
  ['2026-12-25 10:00', []],
  // After eleven, « dans une heure » is tomorrow.
  ['2026-11-20 23:10', []],
])('[MGR-07] at %s these times of today are proposed', (now, times) => {
  expect(recallsToday(now).map(({ at }) => at)).toEqual(times)
})

it.each([
  ['2026-12-01', ['1 2026-12-02', '3 2026-12-04', '7 2026-12-08']],
  // Christmas on Friday, then a week-end; Friday of the week after is New Year's Day.
  ['2026-12-24', ['1 2026-12-28 moved', '7 2026-12-31']],
  ['2026-12-25', ['1 2026-12-28 moved', '7 2027-01-04 moved']],
])('[MGR-07] on %s these days are proposed, all working days', (today, days) => {
  expect(recallDays(today).map(({ inDays, day, isMoved }) => `${inDays} ${day}${isMoved ? ' moved' : ''}`)).toEqual(
    days,
  )
})

it.each([
  ['2026-11-20', [], true],
  // Today's call is open all day, whatever was booked.
  ['2026-11-20', ['2026-11-21 10:00'], true],
  ['2026-11-21', ['2026-11-25 10:00'], true],
  ['2026-11-19', [], true],
  // The appointment of that same day was known when the call was planned.
  ['2026-11-19', ['2026-11-19 16:00'], true],
  ['2026-11-19', ['2026-11-18 16:00'], true],
  ['2026-11-19', ['2026-11-20 08:00'], false],
  [null, [], false],
] as const)('[MGR-16 recall] a call planned for %s, with appointments at %j: open %s', (day, starts, open) => {
  const rdvs = starts.map((RDV_DEBUT) => ({ RDV_DEBUT }))
  expect(isRecallOpen({ RELANCE_INTERMEDIAIRE: day }, rdvs, '2026-11-20')).toBe(open)
})
