import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, daysBetween } from '../dates.ts'
import { formerPeriod, monthsOf } from './periods.ts'

const TODAY = '2026-11-26'
const formers = (from: string, to: string, today = TODAY) =>
  (['before', 'year'] as const).map((name) => {
    const known = formerPeriod({ from, to }, name, today)
    return known && `${known.now.to} : ${known.former.from} ${known.former.to}`
  })

describe('the former period', () => {
  it('[MGR-05 former] is as many months, weeks or days before, or a year before', () => {
    expect(formers('2026-10-01', '2026-10-31')).toEqual([
      '2026-10-31 : 2026-09-01 2026-09-30',
      '2026-10-31 : 2025-10-01 2025-10-31',
    ])
    expect(formers('2026-08-01', '2026-10-31')[0]).toBe('2026-10-31 : 2026-05-01 2026-07-31')
    expect(formers('2026-11-16', '2026-11-22')).toEqual([
      '2026-11-22 : 2026-11-09 2026-11-15',
      '2026-11-22 : 2025-11-16 2025-11-22',
    ])
    expect(formers(TODAY, TODAY)[0]).toBe('2026-11-26 : 2026-11-25 2026-11-25')
  })

  it('[MGR-05 former] of a period that is not over is the same part of the former one', () => {
    expect(formers('2026-11-01', '2026-11-30')).toEqual([
      '2026-11-26 : 2026-10-01 2026-10-26',
      '2026-11-26 : 2025-11-01 2025-11-26',
    ])
    expect(formers('2026-01-01', '2026-12-31')[0]).toBe('2026-11-26 : 2025-01-01 2025-11-26')
    expect(formers('2026-11-23', '2026-11-29')[0]).toBe('2026-11-26 : 2026-11-16 2026-11-19')
    expect(formers('2026-12-01', '2026-12-31')).toEqual([null, null])
  })

  it('[MGR-05 former] keeps the ends of months, also in leap years', () => {
    expect(formers('2028-02-01', '2028-02-29', '2028-03-10')).toEqual([
      '2028-02-29 : 2028-01-01 2028-01-31',
      '2028-02-29 : 2027-02-01 2027-02-28',
    ])
    expect(formers('2029-02-01', '2029-02-28', '2029-03-10')[1]).toBe('2029-02-28 : 2028-02-01 2028-02-29')
    // The last day of a month that is running is compared with the whole former one.
    expect(formers('2026-11-01', '2026-11-30', '2026-11-30')[0]).toBe('2026-11-30 : 2026-10-01 2026-10-31')
  })

  it('[MGR-05 former] a day or a week until 28 February is compared with as many days of a leap year', () => {
    expect(formers('2029-02-28', '2029-02-28', '2029-02-28')[1]).toBe('2029-02-28 : 2028-02-28 2028-02-28')
    expect(formers('2029-02-22', '2029-02-28', '2029-03-10')[1]).toBe('2029-02-28 : 2028-02-22 2028-02-28')
  })

  it('[MGR-05 former] never reaches into the period, for any days (property)', () => {
    const days = fc.tuple(fc.integer({ min: 0, max: 900 }), fc.integer({ min: 0, max: 200 }))
    fc.assert(
      fc.property(days, fc.constantFrom('before', 'year'), ([start, length], name) => {
        const from = addDays('2024-01-01', start)
        const known = formerPeriod({ from, to: addDays(from, length) }, name, TODAY)
        expect(known === null).toBe(from > TODAY)
        if (!known) return
        expect(known.former.from <= known.former.to).toBe(true)
        expect(known.former.to < known.now.from).toBe(name === 'before' || length < 365)
        // A month is up to three days longer than another.
        const [a, b] = [known.now, known.former].map((one) => daysBetween(one.from, one.to))
        expect(Math.abs((a ?? 0) - (b ?? 0))).toBeLessThanOrEqual(name === 'before' ? 7 : 1)
      }),
    )
  })

  it('[MGR-05 targets] knows the months of a period of whole months', () => {
    expect(monthsOf({ from: '2026-11-01', to: '2027-01-31' })).toEqual(['2026-11', '2026-12', '2027-01'])
    expect(monthsOf({ from: '2026-11-01', to: '2026-11-29' })).toEqual([])
    expect(monthsOf({ from: '2026-11-02', to: '2026-11-30' })).toEqual([])
  })
})
