import { describe, expect, it } from 'vitest'
import { addDays, isoWeek, weekday } from '../dates.ts'
import { AppError } from '../errors.ts'
import {
  AGENDA_VIEWS,
  agendaViewOf,
  CALENDAR_TYPES,
  calendarTitle,
  calendarType,
  endAfterOneHour,
  isAgendaView,
  moveDate,
  visibleDays,
  visibleRange,
} from './calendar.ts'

describe('calendar types', () => {
  it.each(CALENDAR_TYPES)('knows %s', (type) => {
    expect(calendarType(type)).toBe(type)
  })

  it('[CAL-01 types] each is a view of the agenda, beside the names of the views', () => {
    expect(CALENDAR_TYPES.map(agendaViewOf)).toEqual([
      'month',
      'week',
      'timeGridDay',
      '4day',
      'category',
      'timeGridWeek',
      'timeGridDay',
    ])
    expect(agendaViewOf('listWeek')).toBe('listWeek')
    expect(() => agendaViewOf('toString')).toThrow('toString is not a valid Calendar type')
  })

  it('[CAL-01 day-counts] a custom view shows its own number of days, 7 at most, and the columns by person theirs', () => {
    const shown = (view: Parameters<typeof visibleDays>[0]) => visibleDays(view, '2026-11-20').length
    expect(shown({ type: 'custom-daily' })).toBe(7)
    expect(shown({ type: 'custom-daily', maxDays: 3 })).toBe(3)
    expect(shown({ type: 'custom-daily', maxDays: 30 })).toBe(7)
    expect(shown({ type: 'custom-weekly', maxDays: 5 })).toBe(5)
    expect(shown({ type: 'category' })).toBe(1)
    expect(shown({ type: 'category', categoryDays: 2 })).toBe(2)
  })

  it('[CAL-01 message] refuses an unknown type with its message', () => {
    expect(() => calendarType('decade')).toThrow(new AppError('BAD_REQUEST', 'decade is not a valid Calendar type'))
    expect(() => visibleDays({ type: 'year' as never }, '2026-11-20')).toThrow('year is not a valid Calendar type')
  })

  it('does not take names that objects inherit for calendar types', () => {
    expect(isAgendaView('timeGridWeek')).toBe(true)
    expect(isAgendaView('constructor')).toBe(false)
    expect(isAgendaView(undefined)).toBe(false)
  })
})

describe('[CAL-03] navigation', () => {
  it.each([
    [{ type: 'month' }, '2026-11-20', '2026-10-20', '2026-12-20'],
    [{ type: 'month' }, '2026-01-31', '2025-12-31', '2026-02-28'],
    [{ type: 'month' }, '2028-03-31', '2028-02-29', '2028-04-30'],
    [{ type: 'week' }, '2026-12-30', '2026-12-23', '2027-01-06'],
    [{ type: 'custom-weekly' }, '2026-03-28', '2026-03-21', '2026-04-04'],
    [{ type: 'day' }, '2026-03-29', '2026-03-28', '2026-03-30'],
    [{ type: '4day' }, '2026-10-24', '2026-10-20', '2026-10-28'],
    [{ type: 'category' }, '2026-11-20', '2026-11-19', '2026-11-21'],
    [{ type: 'category', categoryDays: 3 }, '2026-11-20', '2026-11-17', '2026-11-23'],
    [{ type: 'custom-daily' }, '2026-11-20', '2026-11-13', '2026-11-27'],
    [{ type: 'custom-daily', maxDays: 2 }, '2026-11-20', '2026-11-18', '2026-11-22'],
  ] as const)('%o from %s goes back to %s and on to %s', (view, date, back, on) => {
    expect(moveDate(view, date, -1)).toBe(back)
    expect(moveDate(view, date, 1)).toBe(on)
  })
})

describe('visible days', () => {
  it('[CAL-02] leaves Sunday out of the staff week and list', () => {
    for (const name of ['timeGridWeek', 'listWeek'] as const) {
      expect(visibleDays(AGENDA_VIEWS[name], '2026-11-20')).toEqual([
        '2026-11-16',
        '2026-11-17',
        '2026-11-18',
        '2026-11-19',
        '2026-11-20',
        '2026-11-21',
      ])
      expect(visibleRange(AGENDA_VIEWS[name], '2026-11-22')).toEqual({ from: '2026-11-16', to: '2026-11-21' })
    }
  })

  it('shows one day, four days, a whole week, up to seven custom days', () => {
    expect(visibleDays(AGENDA_VIEWS.timeGridDay, '2026-11-22')).toEqual(['2026-11-22'])
    expect(visibleRange(AGENDA_VIEWS['4day'], '2026-12-30')).toEqual({ from: '2026-12-30', to: '2027-01-02' })
    expect(visibleDays({ type: 'week' }, '2026-11-22')).toHaveLength(7)
    expect(visibleDays({ type: 'custom-daily' }, '2026-11-20')).toHaveLength(7)
    expect(visibleDays({ type: 'custom-daily', maxDays: 30 }, '2026-11-20')).toHaveLength(7)
    expect(visibleDays({ type: 'custom-daily', maxDays: 0 }, '2026-11-20')).toHaveLength(1)
    expect(visibleRange({ type: 'custom-daily', maxDays: 1, hiddenDays: [7] }, '2026-11-22')).toEqual({
      from: '2026-11-22',
      to: '2026-11-22',
    })
  })

  it('shows whole weeks around a month, four at least', () => {
    expect(visibleRange({ type: 'month' }, '2026-11-20')).toEqual({ from: '2026-10-26', to: '2026-12-06' })
    expect(visibleRange({ type: 'month' }, '2027-02-10')).toEqual({ from: '2027-02-01', to: '2027-02-28' })
  })

  it('[TEN-04] starts every week on a Monday', () => {
    for (let i = 0; i < 400; i++) {
      const day = addDays('2026-01-01', i)
      expect(weekday(visibleDays({ type: 'week' }, day)[0] ?? '')).toBe(1)
      expect(weekday(visibleDays({ type: 'month' }, day)[0] ?? '')).toBe(1)
    }
  })
})

describe('[TEN-04] week numbers', () => {
  it.each([
    ['2026-01-01', 2026, 1],
    ['2026-12-31', 2026, 53],
    ['2027-01-03', 2026, 53],
    ['2027-01-04', 2027, 1],
    ['2023-01-01', 2022, 52],
    ['2024-12-30', 2025, 1],
    ['2020-12-31', 2020, 53],
    ['2026-11-20', 2026, 47],
  ])('%s is in week %s-%s', (day, year, week) => {
    expect(isoWeek(day)).toEqual({ year, week })
  })

  it('[TEN-04] agrees on every day of two centuries with the rule read another way', () => {
    // The week number computed from the ordinal day, without looking for a Monday.
    const other = (ms: number): { year: number; week: number } => {
      const at = new Date(ms)
      const year = at.getUTCFullYear()
      const weekDay = at.getUTCDay() || 7
      const ordinal = (ms - Date.UTC(year, 0, 1)) / 86_400_000 + 1
      const isLong = (y: number): boolean =>
        new Date(Date.UTC(y, 0, 1)).getUTCDay() === 4 || new Date(Date.UTC(y, 11, 31)).getUTCDay() === 4
      const week = Math.floor((ordinal - weekDay + 10) / 7)
      if (week < 1) return { year: year - 1, week: isLong(year - 1) ? 53 : 52 }
      return week === 53 && !isLong(year) ? { year: year + 1, week: 1 } : { year, week }
    }
    const differ: string[] = []
    for (let ms = Date.UTC(1950, 0, 1); ms < Date.UTC(2150, 0, 1); ms += 86_400_000) {
      const day = new Date(ms).toISOString().slice(0, 10)
      const [ours, theirs] = [isoWeek(day), other(ms)]
      if (ours.week !== theirs.week || ours.year !== theirs.year) differ.push(day)
    }
    expect(differ).toEqual([])
  })

  it('[TEN-04] puts 4 January in week 1 of every year, and counts the next weeks without a gap', () => {
    for (let year = 1990; year <= 2090; year++) expect(isoWeek(`${year}-01-04`)).toEqual({ year, week: 1 })
    for (let day = '1999-12-27'; day < '2030-01-01'; day = addDays(day, 7)) {
      const here = isoWeek(day)
      const next = isoWeek(addDays(day, 7))
      expect(next.week === here.week + 1 || (next.week === 1 && here.week >= 52 && next.year === here.year + 1)).toBe(
        true,
      )
    }
  })
})

describe('[CAL-03] titles, French, read as UTC', () => {
  it.each([
    [{ type: 'month' }, '2026-11-20', 'novembre 2026'],
    [{ type: 'day' }, '2026-11-20', 'vendredi 20 novembre 2026'],
    [{ type: 'day' }, '2026-12-01', 'mardi 1er décembre 2026'],
    [AGENDA_VIEWS.timeGridWeek, '2026-11-20', '16 – 21 novembre 2026'],
    [AGENDA_VIEWS.timeGridWeek, '2026-12-01', '30 nov. – 5 déc. 2026'],
    [{ type: 'week' }, '2026-12-31', '28 déc. 2026 – 3 janv. 2027'],
    [{ type: '4day' }, '2026-10-01', '1er – 4 octobre 2026'],
  ] as const)('%o on %s reads %s', (view, date, title) => {
    expect(calendarTitle(view, date)).toBe(title)
  })
})

describe('[RES-09] an end less than one hour after the start', () => {
  it.each([
    ['2026-11-20 10:00', '2026-11-20 10:30', '2026-11-20 11:00'],
    ['2026-11-20 10:00', '2026-11-20 09:00', '2026-11-20 11:00'],
    ['2026-11-20 23:30', '2026-11-20 23:45', '2026-11-21 00:30'],
    ['2026-03-29 01:30', '2026-03-29 01:45', '2026-03-29 02:30'],
    ['2026-11-20 10:00', '2026-11-20 11:00', '2026-11-20 11:00'],
    ['2026-11-20 10:00', '2026-11-20 12:15', '2026-11-20 12:15'],
  ])('%s – %s ends at %s', (start, end, expected) => {
    expect(endAfterOneHour(start, end)).toBe(expected)
  })
})
