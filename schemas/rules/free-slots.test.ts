import { describe, expect, it } from 'vitest'
import { addDays } from '../dates.ts'
import { freeSlots, nextFree } from './free-slots.ts'
import type { TakenTime } from './occupation.ts'

/** A Thursday. */
const DAY = '2026-11-26'
const taken = (from: string, to: string) => ({ debut: `${DAY} ${from}`, fin: `${DAY} ${to}` })
const slot = (start: string, end: string) => ({ start: `${DAY} ${start}`, end: `${DAY} ${end}` })
const search = (from: string, minutes: number, taken: Parameters<typeof freeSlots>[0]['taken'], until = DAY) =>
  freeSlots({ from: from.length > 5 ? from : `${DAY} ${from}`, minutes, taken, until })

describe('free slots instead of a taken time', () => {
  it('[DAY-01 busy] are the next three of its length, between what is taken, one after the other', () => {
    const busy = [taken('09:00', '10:30'), taken('11:00', '12:00'), taken('13:20', '14:00')]
    expect(search('09:00', 60, busy)).toEqual([slot('12:00', '13:00'), slot('14:00', '15:00'), slot('15:00', '16:00')])
    expect(search('09:00', 30, busy)).toEqual([slot('10:30', '11:00'), slot('12:00', '12:30'), slot('12:30', '13:00')])
  })

  it('[DAY-01 busy] begin at a quarter of an hour, after whichever taken time ends last', () => {
    expect(search('09:00', 60, [taken('09:00', '09:40'), taken('09:10', '10:20')])[0]).toEqual(slot('10:30', '11:30'))
    expect(search('09:07', 60, [])[0]).toEqual(slot('09:15', '10:15'))
  })

  it('[DAY-01 busy] stay within the opening hours, and leave out Sundays and holidays', () => {
    expect(search('18:30', 90, [taken('18:00', '19:00')], '2026-11-27').map(({ start }) => start)).toEqual([
      '2026-11-27 08:00',
      '2026-11-27 09:30',
      '2026-11-27 11:00',
    ])
    expect(search('2026-11-28 19:30', 60, [], '2026-12-01')[0]?.start).toBe('2026-11-30 08:00')
    expect(search('2026-12-24 20:00', 60, [], '2026-12-31')[0]?.start).toBe('2026-12-26 08:00')
    expect(search('05:30', 60, [])[0]).toEqual(slot('08:00', '09:00'))
  })

  it('[DAY-01 busy] end with the last known day, and are none for what is longer than a day', () => {
    expect(search('18:00', 120, [taken('18:00', '20:00')])).toEqual([])
    expect(search('08:00', 13 * 60, [], '2026-12-31')).toEqual([])
    expect(search('08:00', 0, [], '2026-12-31')).toEqual([])
  })
})

describe('with the company’s own hours', () => {
  const hours = [
    { JOUR: 4, DE: '09:00', A: '12:00' },
    { JOUR: 4, DE: '14:00', A: '17:30' },
    { JOUR: 6, DE: '09:00', A: '10:00' },
  ]
  const starts = (from: string, minutes: number, taken: Parameters<typeof freeSlots>[0]['taken'] = []) =>
    freeSlots({ from, minutes, taken, until: addDays(DAY, 14) }, hours).map(({ start }) => start)

  it('[DAY-10 hours] a slot lies within one range of its weekday', () => {
    expect(starts(`${DAY} 10:30`, 90)).toEqual([`${DAY} 10:30`, `${DAY} 14:00`, `${DAY} 15:30`])
    expect(starts(`${DAY} 16:30`, 60)).toEqual([`${DAY} 16:30`, '2026-11-28 09:00', '2026-12-03 09:00'])
    expect(starts(`${DAY} 08:00`, 240)).toEqual([])
  })

  it('[DAY-10 hours] none is on a holiday, nor while somebody is absent for days', () => {
    const absent = { debut: `${DAY} 00:00`, fin: '2026-12-04 00:00' }
    expect(starts(`${DAY} 08:00`, 60, [absent])).toEqual(['2026-12-05 09:00', '2026-12-10 09:00', '2026-12-10 10:00'])
    expect(
      freeSlots({ from: '2026-12-25 08:00', minutes: 60, taken: [], until: '2026-12-25' }, [
        { JOUR: 5, DE: '09:00', A: '12:00' },
      ]),
    ).toEqual([])
  })

  it('[DAY-10 hours] a first proposal is within them, on the whole hour where one fits', () => {
    const next = (now: string, minutes = 60) => nextFree({ people: ['a'], minutes, now, hours }, []).start
    expect(next(`${DAY} 11:10`)).toBe(`${DAY} 14:00`)
    expect(next(`${DAY} 17:00`)).toBe('2026-11-28 09:00')
    expect(nextFree({ people: ['a'], minutes: 60, now: `${DAY} 11:10`, hours: [] }, []).start).toBe(`${DAY} 12:00`)
    expect(next(`${DAY} 08:10`, 600)).toBe(`${DAY} 14:00`)
  })
})

describe('the next free time of people', () => {
  // A Friday before a weekend.
  const FRIDAY = '2026-11-20'
  const taken = (debut: string, fin: string): TakenTime => ({ IDPERSONNEL: 'a', kind: 'rdv', debut, fin })
  const free = (now: string, times: TakenTime[] = [], minutes = 60) =>
    nextFree({ people: ['a'], minutes, now }, times).start

  it('is the next whole hour that is long enough', () => {
    expect(free(`${FRIDAY} 14:20`)).toBe(`${FRIDAY} 15:00`)
    expect(free(`${FRIDAY} 14:20`, [taken(`${FRIDAY} 15:30`, `${FRIDAY} 16:00`)])).toBe(`${FRIDAY} 16:00`)
    expect(free(`${FRIDAY} 14:20`, [taken(`${FRIDAY} 16:30`, `${FRIDAY} 17:00`)], 120)).toBe(`${FRIDAY} 17:00`)
    expect(free(`${FRIDAY} 14:20`, [{ ...taken(`${FRIDAY} 15:00`, `${FRIDAY} 16:00`), IDPERSONNEL: 'b' }])).toBe(
      `${FRIDAY} 15:00`,
    )
  })

  it('is never in the evening, at night, at the weekend or on a holiday', () => {
    expect(free(`${FRIDAY} 01:10`)).toBe(`${FRIDAY} 08:00`)
    expect(free(`${FRIDAY} 18:10`)).toBe('2026-11-23 08:00')
    expect(free(`${FRIDAY} 17:10`, [], 90)).toBe('2026-11-23 08:00')
    expect(free('2026-12-24 18:30')).toBe('2026-12-28 08:00')
  })

  it('is proposed also where a day is too short for it, or nothing is free', () => {
    expect(free(`${FRIDAY} 10:00`, [], 24 * 60)).toBe('2026-11-23 08:00')
    expect(free(`${FRIDAY} 10:00`, [taken('2026-11-01 00:00', '2027-01-31 00:00')])).toBe(`${FRIDAY} 11:00`)
  })
})
