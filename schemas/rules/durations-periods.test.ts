import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { daysBetween, weekday } from '../dates.ts'
import { durationBetween, durationText } from './durations.ts'
import { isPeriodName, PERIOD_NAMES, PERIODS, type PeriodName, periodOf } from './periods.ts'

describe('durations', () => {
  it.each([
    [null, 'Aucun'],
    [undefined, 'Aucun'],
    [Number.NaN, 'Aucun'],
    [-90, 'Aucun'],
    [0, 'Aucun'],
    [59, 'Aucun'],
    [60, '1h'],
    [119, '1h'],
    [23 * 60, '23h'],
    [24 * 60, '24h'],
    [24 * 60 + 1, '1j'],
    [47 * 60 + 59, '1j'],
    [48 * 60, '2j'],
    [400 * 24 * 60, '400j'],
  ])('[ENT-10] %s minutes read « %s »', (minutes, text) => {
    expect(durationText(minutes)).toBe(text)
  })

  it('[ENT-10] are counted on the wall clock, whatever the changes of time between', () => {
    expect(durationBetween('2026-11-20 09:00', '2026-11-20 11:00')).toBe('2h')
    expect(durationBetween('2026-03-28 12:00', '2026-03-29 12:00')).toBe('24h')
    expect(durationBetween('2026-11-20', '2026-11-23')).toBe('3j')
    expect(() => durationBetween('2026-02-31', '2026-03-01')).toThrow('Invalid date')
  })
})

describe('durations on a page', () => {
  it.each([
    ['08:00', '09:30', '1h30'],
    ['08:00', '10:05', '2h05'],
    ['08:00', '08:45', '45 min'],
    ['08:00', '08:00', 'Aucun'],
    ['09:00', '08:30', 'Aucun'],
  ])('[ENT-10 shown] from %s to %s is « %s »', (from, to, text) => {
    expect(durationBetween(`2026-11-20 ${from}`, `2026-11-20 ${to}`)).toBe(text)
  })
})

describe('periods', () => {
  // A Friday in a month that begins on a Sunday.
  const cases: Record<Exclude<PeriodName, 'custom'>, [string, string]> = {
    today: ['2026-11-20', '2026-11-20'],
    last_7_days: ['2026-11-14', '2026-11-20'],
    last_30_days: ['2026-10-22', '2026-11-20'],
    current_week: ['2026-11-16', '2026-11-22'],
    last_week: ['2026-11-09', '2026-11-15'],
    next_week: ['2026-11-23', '2026-11-29'],
    current_month: ['2026-11-01', '2026-11-30'],
    next_month: ['2026-12-01', '2026-12-31'],
    last_month: ['2026-10-01', '2026-10-31'],
    last_3_months: ['2026-08-01', '2026-10-31'],
    current_year: ['2026-01-01', '2026-12-31'],
  }
  it.each(Object.entries(cases))('[ENT-10] %s on 20/11/2026', (name, [from, to]) => {
    expect(periodOf(name as PeriodName, '2026-11-20')).toEqual({ from, to })
  })

  it('[ENT-10] are the twelve of the product, each with a French name', () => {
    expect(PERIOD_NAMES).toEqual([...Object.keys(cases), 'custom'])
    expect(new Set(Object.values(PERIODS)).size).toBe(12)
    expect(isPeriodName('last_week')).toBe(true)
    for (const other of ['constructor', 'LAST_WEEK', null]) expect(isPeriodName(other)).toBe(false)
  })

  it.each([
    ['current_week', '2026-11-22', '2026-11-16', '2026-11-22'],
    ['current_week', '2026-11-23', '2026-11-23', '2026-11-29'],
    ['current_week', '2027-01-01', '2026-12-28', '2027-01-03'],
    ['last_month', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['last_month', '2028-03-15', '2028-02-01', '2028-02-29'],
    ['last_month', '2026-01-15', '2025-12-01', '2025-12-31'],
    ['next_month', '2026-12-31', '2027-01-01', '2027-01-31'],
    ['last_3_months', '2026-02-10', '2025-11-01', '2026-01-31'],
    ['last_7_days', '2026-03-01', '2026-02-23', '2026-03-01'],
  ] as const)('[ENT-10] %s on %s: %s to %s', (name, today, from, to) => {
    expect(periodOf(name, today)).toEqual({ from, to })
  })

  it('custom is what the user chose, in order; today until they choose', () => {
    const [from, to] = ['2026-01-01', '2026-02-01']
    expect(periodOf('custom', '2026-11-20', { from, to })).toEqual({ from, to })
    expect(periodOf('custom', '2026-11-20', { from: to, to: from })).toEqual({ from, to })
    expect(periodOf('custom', '2026-11-20')).toEqual({ from: '2026-11-20', to: '2026-11-20' })
  })

  it('[ENT-10] any day: weeks are Monday to Sunday, months have no gap between them, every period is in order', () => {
    const day = fc
      .date({ min: new Date('1990-01-01T00:00:00Z'), max: new Date('2090-12-31T00:00:00Z'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10))
    fc.assert(
      fc.property(day, (today) => {
        for (const name of PERIOD_NAMES) {
          const { from, to } = periodOf(name, today)
          expect(daysBetween(from, to)).toBeGreaterThanOrEqual(0)
          if (name.endsWith('_week')) expect([weekday(from), daysBetween(from, to)]).toEqual([1, 6])
          if (name.endsWith('_month')) expect(from.slice(8)).toBe('01')
        }
        expect(daysBetween(periodOf('last_month', today).to, periodOf('current_month', today).from)).toBe(1)
        expect(daysBetween(periodOf('current_month', today).to, periodOf('next_month', today).from)).toBe(1)
        expect(periodOf('last_3_months', today).to).toBe(periodOf('last_month', today).to)
      }),
    )
  })

  it('refuses a today that is no date', () => {
    for (const name of PERIOD_NAMES) expect(() => periodOf(name, '2026-13-41')).toThrow()
  })
})
