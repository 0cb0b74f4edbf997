import {
  addDays,
  addMinutes,
  addMonths,
  daysBetween,
  formatDay,
  HOUR_MINUTES,
  minutesBetween,
  mondayOf,
  monthStart,
  weekday,
} from '../dates.ts'
import { AppError } from '../errors.ts'

/**
 * The calendar as arithmetic on wall-clock days `yyyy-MM-dd`: which days a view shows, where « suivant » goes, what the
 * title says. No machine time zone anywhere (CAL-03).
 */
export const CALENDAR_TYPES = ['month', 'week', 'day', '4day', 'category', 'custom-weekly', 'custom-daily'] as const
export type CalendarType = (typeof CALENDAR_TYPES)[number]

const WEEK_DAYS = 7
const FOUR_DAYS = 4
const SUNDAY = 7
/** The product text's « default max days ». */
export const MAX_DAYS = 7

/** What a view shows, besides its date. */
export interface CalendarView {
  type: CalendarType
  /** Days a custom view shows, 1 to 7. */
  maxDays?: number
  /** Days the category view shows and moves by. */
  categoryDays?: number
  /** Week days left out, 1 Monday … 7 Sunday. */
  hiddenDays?: readonly number[]
}

/**
 * The views of the staff agenda, by their names in the page's address (CAL-02: the week and the list leave Sunday out). Here a view is given
 * another number of days: `maxDays` (7 by default) of a custom view, `categoryDays` (1 by default) of the columns by person.
 */
export const AGENDA_VIEWS = {
  timeGridDay: { type: 'custom-daily', maxDays: 1 },
  '4day': { type: '4day' },
  timeGridWeek: { type: 'custom-weekly', hiddenDays: [SUNDAY] },
  week: { type: 'week' },
  month: { type: 'month' },
  category: { type: 'category', categoryDays: 1 },
  listWeek: { type: 'custom-weekly', hiddenDays: [SUNDAY] },
} as const satisfies Record<string, CalendarView>
export type AgendaViewName = keyof typeof AGENDA_VIEWS

export const isAgendaView = (name: unknown): name is AgendaViewName =>
  typeof name === 'string' && Object.hasOwn(AGENDA_VIEWS, name)

/** A calendar type by name. Throws AppError BAD_REQUEST « {type} is not a valid Calendar type ». */
export function calendarType(name: string): CalendarType {
  const known = CALENDAR_TYPES.find((type) => type === name)
  if (!known) throw new AppError('BAD_REQUEST', `${name} is not a valid Calendar type`)
  return known
}

/** The agenda's view of each calendar type. */
const VIEW_OF_TYPE: Record<CalendarType, AgendaViewName> = {
  month: 'month',
  week: 'week',
  day: 'timeGridDay',
  '4day': '4day',
  category: 'category',
  'custom-weekly': 'timeGridWeek',
  'custom-daily': 'timeGridDay',
}

/** The agenda's view by its own name or by a calendar type. Throws as `calendarType` for any other name. */
export const agendaViewOf = (name: string): AgendaViewName =>
  isAgendaView(name) ? name : VIEW_OF_TYPE[calendarType(name)]

const clamp = (n: number, low: number, high: number): number => Math.min(high, Math.max(low, n))
const customDays = (view: CalendarView): number => clamp(Math.trunc(view.maxDays ?? MAX_DAYS), 1, MAX_DAYS)
const categoryDays = (view: CalendarView): number => Math.max(1, Math.trunc(view.categoryDays ?? 1))
const run = (first: string, count: number): string[] => Array.from({ length: count }, (_, i) => addDays(first, i))

/** The date that « précédent » (-1) or « suivant » (1) leads to (CAL-03). */
export function moveDate(view: CalendarView, date: string, step: -1 | 1): string {
  switch (calendarType(view.type)) {
    case 'month':
      return addMonths(date, step)
    case 'week':
    case 'custom-weekly':
      return addDays(date, step * WEEK_DAYS)
    case 'day':
      return addDays(date, step)
    case '4day':
      return addDays(date, step * FOUR_DAYS)
    case 'category':
      return addDays(date, step * categoryDays(view))
    case 'custom-daily':
      return addDays(date, step * customDays(view))
  }
}

/** Whole weeks, Monday to Sunday, that cover the month of `date`. */
function monthDays(date: string): string[] {
  const start = mondayOf(monthStart(date, 0))
  const end = addDays(mondayOf(addDays(monthStart(date, 1), -1)), WEEK_DAYS)
  return run(start, daysBetween(start, end))
}

/** The days a view shows, in order, hidden week days left out. */
export function visibleDays(view: CalendarView, date: string): string[] {
  const shown = (days: string[]) => days.filter((day) => !view.hiddenDays?.includes(weekday(day)))
  switch (calendarType(view.type)) {
    case 'month':
      return monthDays(date)
    case 'week':
      return run(mondayOf(date), WEEK_DAYS)
    case 'custom-weekly':
      return shown(run(mondayOf(date), customDays(view)))
    case 'day':
      return [date]
    case '4day':
      return run(date, FOUR_DAYS)
    case 'category':
      return run(date, categoryDays(view))
    case 'custom-daily':
      return shown(run(date, customDays(view)))
  }
}

/** First and last day shown, both included. A view whose days are all hidden gives its own date. */
export function visibleRange(view: CalendarView, date: string): { from: string; to: string } {
  const days = visibleDays(view, date)
  return { from: days[0] ?? date, to: days.at(-1) ?? date }
}

/** « 20 novembre 2026 », where the first of a month reads « 1er ». */
const dayOf = (day: string, format: string): string => {
  const text = formatDay(day, format)
  return day.endsWith('-01') ? text.replace(/\b1\b/, '1er') : text
}

/** « novembre 2026 », « vendredi 20 novembre 2026 », « 16 – 21 novembre 2026 », « 30 nov. – 5 déc. 2026 ». */
export function calendarTitle(view: CalendarView, date: string): string {
  if (view.type === 'month') return formatDay(date, 'MMMM YYYY')
  const { from, to } = visibleRange(view, date)
  if (from === to) return dayOf(from, 'dddd D MMMM YYYY')
  if (from.slice(0, 7) === to.slice(0, 7)) return `${dayOf(from, 'D')} – ${dayOf(to, 'D MMMM YYYY')}`
  const sameYear = from.slice(0, 4) === to.slice(0, 4)
  return `${dayOf(from, sameYear ? 'D MMM' : 'D MMM YYYY')} – ${dayOf(to, 'D MMM YYYY')}`
}

/** The end of an appointment, at least one hour after its start (RES-09). Throws RangeError « Invalid date ». */
export const endAfterOneHour = (start: string, end: string): string =>
  minutesBetween(start, end) < HOUR_MINUTES ? addMinutes(start, HOUR_MINUTES) : end
