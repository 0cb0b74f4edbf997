import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  addMinutes,
  dayStart,
  daysBetween,
  endsBeforeStart,
  existsInZone,
  instantOf,
  isDate,
  isDateTime,
  isInstant,
  minutesBetween,
  mondayOf,
  saidInstant,
  today,
  wallClock,
  weekday,
} from './dates.ts'

const PARIS = 'Europe/Paris'
const ZONES = [
  PARIS,
  'America/New_York',
  'Indian/Reunion',
  'Pacific/Kiritimati',
  'Pacific/Niue',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
]

describe('forms', () => {
  it.each([
    ['2026-11-20', true],
    ['2028-02-29', true],
    ['2026-02-29', false],
    ['2026-02-31', false],
    ['2026-13-01', false],
    ['2026-00-10', false],
    ['2026-01-00', false],
    ['0000-00-00', false],
    ['0099-01-01', false],
    ['26-01-01', false],
    ['2026-1-1', false],
    ['2026-11-20 10:00', false],
    ['', false],
  ])('%s is a date: %s', (value, expected) => {
    expect(isDate(value)).toBe(expected)
    expect(isDateTime(`${value} 10:00`)).toBe(expected)
    expect(isInstant(`${value}T10:00:00.000Z`)).toBe(expected)
  })

  it.each(['24:00', '23:60', '9:00', '', '09:00:00'])('the hour %s does not exist', (hour) => {
    expect(isDateTime(`2026-11-20 ${hour}`)).toBe(false)
  })

  it.each([
    '2026-11-20T10:00:00Z',
    '2026-11-20T10:00:00.000+01:00',
    '2026-11-20T25:00:00.000Z',
    '0000-00-00T00:00:00.000',
    '0000-01-01T00:00:00.000Z',
    '0001-01-01T00:00:00.000Z',
    '0999-12-31T23:59:59.999Z',
    // In a zone east of UTC the year has five digits.
    '9999-12-31T23:30:00.000Z',
  ])('%s is no instant of the contract', (value) => expect(isInstant(value)).toBe(false))

  it('an unconvertible date throws « Invalid date »', () => {
    for (const wrong of ['2026-02-31', '20/11/2026', '', 'x']) {
      expect(() => addDays(wrong, 1)).toThrow(new RangeError('Invalid date'))
      expect(() => addMinutes(`${wrong} 10:00`, 1)).toThrow('Invalid date')
      expect(() => minutesBetween(wrong, '2026-11-20')).toThrow('Invalid date')
      expect(() => weekday(wrong)).toThrow('Invalid date')
    }
  })
})

describe('wall-clock arithmetic', () => {
  it('does not depend on changes to and from summer time', () => {
    expect(addMinutes('2026-03-29 01:30', 60)).toBe('2026-03-29 02:30')
    expect(addMinutes('2026-10-25 02:30', 60)).toBe('2026-10-25 03:30')
    expect(minutesBetween('2026-03-28 12:00', '2026-03-29 12:00')).toBe(1440)
    expect(minutesBetween('2026-10-24 12:00', '2026-10-25 12:00')).toBe(1440)
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28')
    expect(daysBetween('2026-03-28 23:59', '2026-03-30 00:00')).toBe(2)
  })

  it('[TEN-04] weeks begin on Monday', () => {
    expect(['2026-11-16', '2026-11-20', '2026-11-22'].map(weekday)).toEqual([1, 5, 7])
    for (const day of ['2026-11-16', '2026-11-19 10:00', '2026-11-22']) expect(mondayOf(day)).toBe('2026-11-16')
    expect(mondayOf('2027-01-03')).toBe('2026-12-28')
  })

  it('an end before its start, of whole values only', () => {
    expect(endsBeforeStart('2026-11-20 10:00', '2026-11-20 10:00')).toBe(true)
    expect(endsBeforeStart('2026-11-20 10:00', '2026-11-20 09:59')).toBe(true)
    expect(endsBeforeStart('2026-11-20 10:00', '2026-11-20 10:01')).toBe(false)
    expect(endsBeforeStart('2026-11-20 10:00', '')).toBe(false)
  })
})

describe('time zones', () => {
  it('the test machine is not in France, so that a shifted hour shows', () => {
    expect(new Date('2026-11-20T10:00:00Z').getHours()).not.toBe(11)
  })

  it('shows the wall clock of a zone at an instant', () => {
    expect(wallClock(new Date('2026-11-20T23:30:00Z'), PARIS)).toBe('2026-11-21 00:30')
    expect(wallClock(new Date('2026-07-20T22:30:00Z'), PARIS)).toBe('2026-07-21 00:30')
    expect(wallClock(new Date('2026-11-20T23:30:00Z'), 'America/New_York')).toBe('2026-11-20 18:30')
    expect(today(PARIS, new Date('2026-11-20T23:00:00Z'))).toBe('2026-11-21')
    expect(today('UTC', new Date('2026-11-20T23:00:00Z'))).toBe('2026-11-20')
  })

  it('shows a year of four digits at any instant, which every calculation reads', () => {
    for (const zone of ZONES) {
      for (const at of ['0000-01-01T00:00:00.000Z', '0001-06-01T00:00:00.000Z', '9999-12-31T23:30:00.000Z']) {
        expect(isDateTime(wallClock(new Date(at), zone))).toBe(true)
        expect(isDate(today(zone, new Date(at)))).toBe(true)
      }
    }
  })

  it('a time that a device says is kept where it may be true, and is the server’s otherwise', () => {
    const now = new Date('2026-11-20T10:00:00.000Z')
    expect(saidInstant('2026-11-17T08:00:00.000Z', now)).toBe('2026-11-17T08:00:00.000Z')
    for (const wrong of [
      undefined,
      null,
      7,
      'x',
      '2031-01-01T00:00:00.000Z',
      '0000-01-01T00:00:00.000Z',
      '9999-12-31T23:30:00.000Z',
    ])
      expect(saidInstant(wrong, now)).toBe(now.toISOString())
  })

  it('a day begins at one o’clock where the change of time skips midnight', () => {
    expect(dayStart('2026-11-20', PARIS)).toBe('2026-11-19T23:00:00.000Z')
    expect(dayStart('2018-11-04', 'America/Sao_Paulo')).toBe('2018-11-04T03:00:00.000Z')
  })

  it('spring: the skipped hour does not exist, its neighbours do', () => {
    expect(existsInZone('2026-03-29 02:30', PARIS)).toBe(false)
    expect(existsInZone('2026-03-29 02:00', PARIS)).toBe(false)
    expect(instantOf('2026-03-29 02:59', PARIS)).toBeNull()
    expect(instantOf('2026-03-29 01:59', PARIS)?.toISOString()).toBe('2026-03-29T00:59:00.000Z')
    expect(instantOf('2026-03-29 03:00', PARIS)?.toISOString()).toBe('2026-03-29T01:00:00.000Z')
    expect(existsInZone('2026-03-29 02:30', 'UTC')).toBe(true)
    expect(existsInZone('2026-03-08 02:30', 'America/New_York')).toBe(false)
  })

  it('autumn: the repeated hour is its first passage', () => {
    expect(instantOf('2026-10-25 02:30', PARIS)?.toISOString()).toBe('2026-10-25T00:30:00.000Z')
    expect(instantOf('2026-10-25 03:00', PARIS)?.toISOString()).toBe('2026-10-25T02:00:00.000Z')
    expect(wallClock(new Date('2026-10-25T01:30:00Z'), PARIS)).toBe('2026-10-25 02:30')
  })

  it('a day or time that does not exist has no instant', () => {
    for (const wrong of ['2026-02-31 10:00', '2026-11-20 24:00', 'x']) expect(instantOf(wrong, PARIS)).toBeNull()
  })

  it('the first and the last day that can be written have an instant at every hour', () => {
    for (const zone of ZONES) {
      for (const wall of ['1000-01-01 12:00', '9999-12-31 00:00', '9999-12-31 23:59'])
        expect(wallClock(instantOf(wall, zone) ?? new Date(0), zone)).toBe(wall)
    }
  })

  it('any instant: its wall clock leads back to it, or to the first passage an hour or less before', () => {
    const instant = fc.date({
      min: new Date('2000-01-01T00:00:00Z'),
      max: new Date('2050-01-01T00:00:00Z'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(instant, fc.constantFrom(...ZONES), (date, zone) => {
        const minute = Math.floor(date.getTime() / 60_000) * 60_000
        const back = instantOf(wallClock(new Date(minute), zone), zone)?.getTime() ?? Number.NaN
        expect(minute - back).toBeGreaterThanOrEqual(0)
        expect(minute - back).toBeLessThanOrEqual(3_600_000)
      }),
    )
  })
})
