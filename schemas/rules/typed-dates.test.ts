import { describe, expect, it } from 'vitest'
import { expandYear, joinDateTime, parseTypedDate, readTypedDate } from './typed-dates.ts'

const currentYear = 2026
const dates = (...list: string[]) => ({ kind: 'dates', dates: list })

describe('typed dates', () => {
  it.each([
    ['20/11/2026', '2026-11-20'],
    [' 5/3/26 ', '2026-03-05'],
    ['20-11-2026', '2026-11-20'],
    ['20.11.2026', '2026-11-20'],
    ['20 11 2026', '2026-11-20'],
    ['201126', '2026-11-20'],
    ['20112026', '2026-11-20'],
    ['2026-11-20', '2026-11-20'],
    ['2026/1/5', '2026-01-05'],
    // This rule accepts any day from 1 to 31; the validation tells that the month does not have it.
    ['31/02/2026', '2026-02-31'],
  ])('[RES-07] %s is %s', (text, expected) => {
    expect(parseTypedDate(text, currentYear)).toBe(expected)
    expect(readTypedDate({ text, currentYear })).toEqual(dates(expected))
  })

  it.each([
    '20/11',
    '2026',
    '20/13/2026',
    '20/0/2026',
    '32/01/2026',
    '0/1/2026',
    '1/2/345',
    '1/2/3/26',
    'demain',
    '0/0/0000',
  ])('[RES-07] %s lacks a year, a month 1–12 or a day 1–31: ignored', (text) => {
    expect(parseTypedDate(text, currentYear)).toBeNull()
    for (const mode of ['single', 'range', 'multiple'] as const) {
      expect(readTypedDate({ text, mode, currentYear })).toEqual({ kind: 'ignored' })
    }
  })

  it.each([
    [0, 2026, 2000],
    [26, 2026, 2026],
    [46, 2026, 2046],
    [47, 2026, 1947],
    [99, 2026, 1999],
    [10, 1995, 1910],
    [1985, 2026, 1985],
  ])('[RES-07] the year %s typed in %s is %s', (year, now, expected) => {
    expect(expandYear(year, now)).toBe(expected)
  })

  it.each(['single', 'range', 'multiple'] as const)('[RES-07] empty text clears (%s)', (mode) => {
    expect(readTypedDate({ text: '', mode, currentYear })).toEqual({ kind: 'cleared' })
    expect(readTypedDate({ text: ' \t', mode, currentYear })).toEqual({ kind: 'cleared' })
  })

  it.each([
    '01/11/2026 - 05/11/2026',
    '5/11/26 au 1/11/26',
    '1/11/26 à 5/11/26',
    '1/11/26→5/11/26',
    '2026-11-01 - 2026-11-05',
    '1/11/26; 5/11/26',
  ])('[RES-07] « %s » is a range, put in order', (text) => {
    expect(readTypedDate({ text, mode: 'range', currentYear })).toEqual(dates('2026-11-01', '2026-11-05'))
  })

  it.each(['01/11/2026', '01/11/2026 - bientôt', '1/11/26, 2/11/26, 3/11/26'])(
    '[RES-07] « %s » is no range',
    (text) => {
      expect(readTypedDate({ text, mode: 'range', currentYear })).toEqual({ kind: 'ignored' })
    },
  )

  it('[RES-07] several dates: sorted, each once, without what is no date', () => {
    const text = '5/11/26; 1/11/26, x et 05/11/2026,'
    expect(readTypedDate({ text, mode: 'multiple', currentYear })).toEqual(dates('2026-11-01', '2026-11-05'))
  })
})

describe('date creation', () => {
  it('[RES-08] needs YYYY-MM-DD and HH:mm, else « Invalid date or time »', () => {
    expect(joinDateTime('2026-11-20', '09:30')).toBe('2026-11-20 09:30')
    expect(joinDateTime('2026-11-20', '00:00')).toBe('2026-11-20 00:00')
    for (const [day, hour] of [
      ['', '09:30'],
      ['20/11/2026', '09:30'],
      ['2026-02-31', '09:30'],
      ['2026-11-20', ''],
      ['2026-11-20', '9:30'],
      ['2026-11-20', '24:00'],
      ['2026-11-20', '09:60'],
      ['2026-11-20 ', '09:30'],
    ] as const) {
      expect(() => joinDateTime(day, hour)).toThrow(new RangeError('Invalid date or time'))
    }
  })
})
