import { describe, expect, it } from 'vitest'
import type { FormValues } from '../../forms/payload.ts'
import { absenceTimes, daysOf, soonTimes, wholeDays } from './absence-times.ts'

const DAY = '2026-11-26'
const day: FormValues = { GENRE: 'conges', JOURNEES: 1, ...wholeDays(DAY, DAY), REPETITION: '' }
const change = (previous: FormValues, changed: string, value: unknown, isNew = true): FormValues =>
  absenceTimes({ previous, next: { ...previous, [changed]: value }, changed }, isNew)
const times = ({ DEBUT, FIN }: FormValues): unknown[] => [DEBUT, FIN]

describe('[DAY-10 absence] what follows from a change in the form', () => {
  it('whole days are first and last day, and end at midnight after the last one', () => {
    expect(times(wholeDays(DAY, '2026-11-27'))).toEqual([`${DAY} 00:00`, '2026-11-28 00:00'])
    expect(daysOf(wholeDays(DAY, '2026-11-27'))).toEqual({ first: DAY, last: '2026-11-27' })
    // A last day before the first one moves with it.
    expect(times(wholeDays(DAY, '2026-11-20'))).toEqual([`${DAY} 00:00`, '2026-11-27 00:00'])
    expect(daysOf({ DEBUT: '', FIN: '' })).toEqual({ first: '', last: '' })
  })

  it('a new meeting is an hour in the morning, and a whole day again when it becomes an absence; hours that exist stay', () => {
    const meeting = change(day, 'GENRE', 'reunion')
    expect([meeting.JOURNEES, ...times(meeting)]).toEqual([0, `${DAY} 09:00`, `${DAY} 10:00`])
    expect(change(meeting, 'GENRE', 'conges').JOURNEES).toBe(1)
    expect(times(change(day, 'GENRE', 'reunion', false))).toEqual(times(day))
  })

  it('tomorrow, its morning and its afternoon are one tap each', () => {
    const { morning, afternoon, day } = soonTimes(DAY)
    expect([morning.JOURNEES, ...times(morning)]).toEqual([0, '2026-11-27 08:00', '2026-11-27 12:00'])
    expect([afternoon.JOURNEES, ...times(afternoon)]).toEqual([0, '2026-11-27 12:00', '2026-11-27 18:00'])
    expect([day.JOURNEES, ...times(day)]).toEqual([1, '2026-11-27 00:00', '2026-11-28 00:00'])
    // They come with JOURNEES, twice too.
    const before = { GENRE: 'conges', REPETITION: '', JOURNEES: 1, ...wholeDays(DAY, DAY) }
    const pressed = (previous: FormValues) =>
      absenceTimes({ previous, next: { ...previous, ...morning }, changed: 'JOURNEES' }, true)
    expect(times(pressed(before))).toEqual(times(morning))
    expect(times(pressed(pressed(before)))).toEqual(times(morning))
  })

  it('hours instead of whole days, and back, keep the days', () => {
    const two = { ...day, ...wholeDays(DAY, '2026-11-27') }
    const hours = change(two, 'JOURNEES', 0)
    expect(times(hours)).toEqual([`${DAY} 09:00`, '2026-11-27 18:00'])
    expect(times(change(hours, 'JOURNEES', 1))).toEqual(times(two))
  })

  it('an end never comes before the start, and what ends the repetition goes with it', () => {
    const meeting = { ...day, JOURNEES: 0, DEBUT: `${DAY} 09:00`, FIN: `${DAY} 10:00` }
    expect(times(change(meeting, 'DEBUT', `${DAY} 14:00`))).toEqual([`${DAY} 14:00`, `${DAY} 15:00`])
    const repeated = { ...meeting, REPETITION: 'semaine', REPETER_JUSQUA: '2027-01-31', REPETER_FOIS: '' }
    expect(change(repeated, 'REPETITION', '')).toMatchObject({ REPETER_JUSQUA: '', REPETER_FOIS: '' })
  })
})
