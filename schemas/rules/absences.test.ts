import { describe, expect, it } from 'vitest'
import { type AbsenceTimes, absenceIssues, lastEnd, occurrencesOf } from './absences.ts'

const once: AbsenceTimes = {
  DEBUT: '2026-11-30 09:00',
  FIN: '2026-11-30 10:00',
  REPETITION: null,
  REPETER_JUSQUA: null,
  REPETER_FOIS: null,
  EXCEPTIONS: [],
}
const weekly: AbsenceTimes = { ...once, REPETITION: 'semaine' }
const days = (times: AbsenceTimes, from: string, until: string): string[] =>
  occurrencesOf(times, { from, until }).map(({ debut }) => debut)

describe('occurrences on the wall clock', () => {
  it('[DAY-10 recurring] one that does not repeat is there on each of its days, and not on the day on which it ends at midnight', () => {
    const holiday = { ...once, DEBUT: '2026-12-21 00:00', FIN: '2026-12-26 00:00' }
    expect(days(holiday, '2026-12-25', '2026-12-31')).toEqual(['2026-12-21 00:00'])
    expect(days(holiday, '2026-12-26', '2026-12-31')).toEqual([])
    expect(days(holiday, '2026-12-01', '2026-12-20')).toEqual([])
    expect(days(holiday, '2026-12-01', '2026-12-21')).toEqual(['2026-12-21 00:00'])
  })

  it('[DAY-10 recurring] a meeting of each Monday at nine stays at nine when the clocks change, years later too', () => {
    expect(days({ ...weekly, DEBUT: '2027-03-22 09:00', FIN: '2027-03-22 10:00' }, '2027-03-22', '2027-04-05')).toEqual(
      ['2027-03-22 09:00', '2027-03-29 09:00', '2027-04-05 09:00'],
    )
    expect(days(weekly, '2046-10-29', '2046-11-04')).toEqual(['2046-10-29 09:00'])
    expect(days(weekly, '2026-11-01', '2026-11-29')).toEqual([])
    expect(days({ ...weekly, REPETITION: 'quinzaine' }, '2026-12-07', '2026-12-28')).toEqual([
      '2026-12-14 09:00',
      '2026-12-28 09:00',
    ])
  })

  it('[DAY-10 recurring] each month on its date leaves out the months without it; on its weekday keeps the rank, and the fifth is the last', () => {
    const last = { ...once, DEBUT: '2027-01-31 09:00', FIN: '2027-01-31 10:00', REPETITION: 'mois' as const }
    expect(days(last, '2027-01-01', '2027-06-30')).toEqual(['2027-01-31 09:00', '2027-03-31 09:00', '2027-05-31 09:00'])
    const second = { ...once, DEBUT: '2026-12-14 09:00', FIN: '2026-12-14 10:00', REPETITION: 'mois_jour' as const }
    expect(days(second, '2026-12-01', '2027-02-28')).toEqual([
      '2026-12-14 09:00',
      '2027-01-11 09:00',
      '2027-02-08 09:00',
    ])
    expect(days({ ...once, REPETITION: 'mois_jour' }, '2026-12-01', '2027-01-31')).toEqual([
      '2026-12-28 09:00',
      '2027-01-25 09:00',
    ])
  })

  it('[DAY-10 recurring] ends on a day, or after a number that counts the cancelled ones', () => {
    expect(days({ ...weekly, REPETER_JUSQUA: '2026-12-13' }, '2026-11-01', '2027-12-31')).toHaveLength(2)
    const three = { ...weekly, REPETER_FOIS: 3, EXCEPTIONS: [{ id: '2026-12-07' }] }
    expect(days(three, '2026-11-01', '2027-12-31')).toEqual(['2026-11-30 09:00', '2026-12-14 09:00'])
    expect(days({ ...once, REPETITION: 'mois', REPETER_FOIS: 2 }, '2026-11-01', '2030-01-01')).toHaveLength(2)
    expect([lastEnd(three), lastEnd(weekly), lastEnd(once)]).toEqual(['2026-12-14 10:00', null, '2026-11-30 10:00'])
  })

  it('[DAY-10 recurring] an occurrence that was moved is where it was moved to, and nowhere else; an exception of another day does nothing', () => {
    const moved = {
      ...weekly,
      REPETER_FOIS: 2,
      EXCEPTIONS: [
        { id: '2026-12-07', DEBUT: '2027-01-05 14:00', FIN: '2027-01-05 15:00' },
        { id: '2026-12-08', DEBUT: '2026-12-08 14:00', FIN: '2026-12-08 15:00' },
      ],
    }
    expect(days(moved, '2026-12-01', '2026-12-31')).toEqual([])
    expect(days(moved, '2027-01-01', '2027-01-31')).toEqual(['2027-01-05 14:00'])
    expect(lastEnd(moved)).toBe('2027-01-05 15:00')
  })

  it('[DAY-10 recurring] is bounded, whatever is asked and however far it is', () => {
    expect(occurrencesOf(weekly, { from: '2026-01-01', until: '9998-01-01' })).toHaveLength(1000)
    for (const REPETITION of ['semaine', 'mois', 'mois_jour'] as const) {
      const far = { ...once, DEBUT: '9999-12-31 09:00', FIN: '9999-12-31 10:00', REPETITION, REPETER_FOIS: 500 }
      expect(lastEnd(far)).not.toBe('')
      const odd = { ...weekly, REPETITION, EXCEPTIONS: [{ id: '9998-12-31' }, { id: 'x' }] }
      expect(days(odd, '2150-01-01', '2150-12-31').length).toBeGreaterThan(10)
    }
  })
})

describe('what an absence may be', () => {
  const mine = { ...once, IDPERSONNELS: ['a'], GENRE: 'conges', JOURNEES: 0 } as const
  const fields = (change: object): string[] => absenceIssues({ ...mine, ...change }).map(({ field }) => field)

  it('[DAY-10 absence] is of one person; a meeting or a training may be of several', () => {
    expect(fields({})).toEqual([])
    expect(fields({ IDPERSONNELS: [] })).toEqual(['IDPERSONNELS'])
    expect(fields({ IDPERSONNELS: ['a', 'b'], GENRE: 'maladie' })).toEqual(['IDPERSONNELS'])
    expect(fields({ IDPERSONNELS: ['a', 'b'], GENRE: 'reunion' })).toEqual([])
  })

  it('[DAY-10 absence] ends after its start, whole days at midnight, each time before the next, and once for all in one way', () => {
    expect(fields({ FIN: mine.DEBUT })).toEqual(['FIN'])
    expect(fields({ JOURNEES: 1 })).toEqual(['DEBUT'])
    expect(fields({ JOURNEES: 1, DEBUT: '2026-11-30 00:00', FIN: '2026-12-01 00:00' })).toEqual([])
    expect(fields({ REPETITION: 'semaine', FIN: '2026-12-08 09:00' })).toEqual(['FIN'])
    expect(fields({ REPETER_FOIS: 3 })).toEqual(['REPETITION'])
    expect(fields({ REPETITION: 'mois', REPETER_FOIS: 3, REPETER_JUSQUA: '2027-11-30' })).toEqual(['REPETER_FOIS'])
    expect(fields({ REPETITION: 'mois', REPETER_JUSQUA: '2026-11-01' })).toEqual(['REPETER_JUSQUA'])
    expect(fields({ REPETITION: 'semaine', REPETER_JUSQUA: '2036-11-30' })).toEqual([])
    expect(fields({ REPETITION: 'semaine', REPETER_JUSQUA: '2036-12-01' })).toEqual(['REPETER_JUSQUA'])
    expect(fields({ FIN: '2029-11-30 09:00' })).toEqual([])
    expect(fields({ FIN: '2029-12-02 09:00' })).toEqual(['FIN'])
    expect(fields({ REPETITION: 'mois', EXCEPTIONS: [{ id: '2026-12-30', DEBUT: '2026-12-31 09:00' }] })).toEqual([
      'EXCEPTIONS',
    ])
  })
})
