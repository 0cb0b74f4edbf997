import type { ReadonlySignal } from '@preact/signals'
import { AppContext, createPreactView, TimeGridDay } from '@schedule-x/calendar'
import { h, type JSX } from 'preact'
import {
  AGENDA_VIEWS,
  type AgendaViewName,
  formatDay,
  isoWeek,
  visibleDays,
  visibleRange,
} from '../../../../schemas/rules/calendar.ts'
import { agendaText as text } from '../../../text/agenda.ts'
import { type AgendaEvent, dayPart, eventLabel, isSeveralDays, timePart, touchesDay } from './agenda-event.ts'
import { LineBlock } from './event-view.ts'
import type { SxApp, SxRangeConfig, SxView } from './schedule-x-types.ts'
import { minutesOfDay } from './slots.ts'

/** Pixels of one hour; the grid always holds the 24, opened on the working day. */
export const HOUR_HEIGHT = 56
const FIRST_HOUR = 7.5
const BEFORE_NOW = 5
const DAY_MINUTES = 24 * 60
const HOURS = Array.from({ length: 23 }, (_, i) => i + 1)

/** What the views need beyond Schedule-X's own state. */
export interface ViewContext {
  /** The company's wall clock, `yyyy-MM-dd HH:mm`, ticking every minute. */
  now: ReadonlySignal<string>
  /** The events as the application gave them, by id. */
  eventOf: (id: string) => AgendaEvent | undefined
  onOpen: (id: string) => void
  onOpenDay: (day: string) => void
}

/** Wall-clock text as the UTC instant that stands for it: no day of the grid has 23 or 25 hours. */
export const toSx = (wall: string): Temporal.ZonedDateTime =>
  Temporal.ZonedDateTime.from(`${wall.replace(' ', 'T')}[UTC]`)

const header = (days: string[], now: string, context: ViewContext): JSX.Element =>
  h('div', { class: 'agenda-days' }, [
    h('div', { class: 'agenda-gutter agenda-weeknumber', key: 'week' }, text.weekShort(isoWeek(days[0] ?? now).week)),
    days.map((day) =>
      h(
        'button',
        {
          key: day,
          type: 'button',
          class: `agenda-day${day === dayPart(now) ? ' is-today' : ''}`,
          'aria-label': text.openDay(day),
          ...(day === dayPart(now) ? { 'aria-current': 'date' as const } : {}),
          onClick: () => context.onOpenDay(day),
        },
        [
          h('span', { class: 'agenda-day-name', key: 'name' }, formatDay(day, { weekday: 'short' })),
          h('span', { class: 'agenda-day-number', key: 'number' }, String(Number(day.slice(8)))),
        ],
      ),
    ),
  ])

/** What lasts several days, above the hours, across the days it covers. */
function band(days: string[], events: AgendaEvent[], context: ViewContext): JSX.Element | null {
  const shown = events.filter((event) => days.some((day) => touchesDay(event, day)))
  if (shown.length === 0) return null
  return h(
    'div',
    { class: 'agenda-band', role: 'group', 'aria-label': text.allDay, style: { '--days': String(days.length) } },
    [
      shown.map((event) => {
        const covered = days.map((day) => touchesDay(event, day))
        return h(
          'button',
          {
            key: event.id,
            type: 'button',
            class: 'agenda-band-event',
            'data-event-id': event.id,
            'aria-label': eventLabel(event),
            style: { gridColumn: `${covered.indexOf(true) + 2} / ${covered.lastIndexOf(true) + 3}` },
            onClick: () => context.onOpen(event.id),
          },
          h(LineBlock, { event, hours: false }),
        )
      }),
    ],
  )
}

const nowLine = (now: string): JSX.Element =>
  h('div', {
    class: 'agenda-now',
    key: 'now',
    'aria-hidden': 'true',
    style: { top: `${(minutesOfDay(now) / DAY_MINUTES) * 100}%` },
  })

/** Opens the hours on the working day, or a little before now when now is late. */
const openOn = (now: string, days: string[]) => (view: Element | null) => {
  const scroller = view?.closest('.sx__view-container')
  if (!scroller || view?.hasAttribute('data-opened')) return
  view?.setAttribute('data-opened', '')
  const late = days.includes(dayPart(now)) ? minutesOfDay(now) / 60 - BEFORE_NOW : 0
  scroller.scrollTop = Math.max(FIRST_HOUR, late) * HOUR_HEIGHT
}

/** Schedule-X labels a plain `div`; a label needs a role to be heard. */
const nameColumn = (column: Element | null): void => {
  column?.firstElementChild?.setAttribute('role', 'group')
}

function TimeView({
  $app,
  id,
  name,
  context,
}: {
  $app: SxApp
  id: string
  name: AgendaViewName
  context: ViewContext
}): JSX.Element {
  const days = visibleDays(AGENDA_VIEWS[name], $app.datePickerState.selectedDate.value.toString())
  const now = context.now.value
  const source = (event: { id: string | number }) => context.eventOf(String(event.id))
  const events = $app.calendarEvents.list.value
  const long = events.flatMap((event) => source(event) ?? []).filter(isSeveralDays)
  const grid = h('div', { class: 'agenda-grid' }, [
    h(
      'div',
      { class: 'agenda-gutter agenda-hoursaxis', key: 'axis', 'aria-hidden': 'true' },
      HOURS.map((hour) =>
        h('span', { key: hour, style: { top: `${(hour / 24) * 100}%` } }, `${String(hour).padStart(2, '0')}:00`),
      ),
      days.includes(dayPart(now))
        ? h(
            'span',
            { class: 'agenda-nowtime', style: { top: `${(minutesOfDay(now) / DAY_MINUTES) * 100}%` } },
            timePart(now),
          )
        : null,
    ),
    days.map((day) =>
      h('div', { key: day, class: `agenda-column${day === dayPart(now) ? ' is-today' : ''}`, ref: nameColumn }, [
        h(TimeGridDay, {
          key: 'grid',
          date: toSx(`${day} 00:00`),
          backgroundEvents: [],
          calendarEvents: events.filter((event) => event.start.toString().startsWith(day) && event._isSingleDayTimed),
        }),
        day === dayPart(now) ? nowLine(now) : null,
      ]),
    ),
    h('div', { class: 'agenda-overlay', key: 'overlay', 'data-overlay': '' }),
  ])
  return h(AppContext.Provider, {
    value: $app,
    children: h('div', { id, class: 'agenda-time', 'data-view': name, ref: openOn(now, days) }, [
      h('div', { class: 'agenda-head', key: 'head' }, [
        days.length > 1 ? header(days, now, context) : null,
        band(days, long, context),
      ]),
      grid,
    ]),
  })
}

/** Range that Schedule-X keeps for a view; the calendar itself asks `visibleRange`. */
export function rangeOf(
  name: AgendaViewName,
  config: SxRangeConfig,
): { start: Temporal.ZonedDateTime; end: Temporal.ZonedDateTime } {
  const { from, to } = visibleRange(AGENDA_VIEWS[name], config.date.toString().slice(0, 10))
  return { start: toSx(`${from} 00:00`), end: toSx(`${to} 23:59`) }
}

/** The calendar has its own header; Schedule-X draws its date picker unless a view brings one. */
export const NoHeader = (): JSX.Element => h('span', { hidden: true })

const bind =
  (name: AgendaViewName, context: ViewContext) =>
  ({ $app, id }: { $app: SxApp; id: string }): JSX.Element =>
    h(TimeView, { $app, id, name, context })

/** A view of hours in columns, one per visible day: day, 4 days, staff week, whole week. */
export const timeView = (name: AgendaViewName, context: ViewContext): SxView =>
  createPreactView({
    name,
    label: name,
    hasSmallScreenCompat: true,
    hasWideScreenCompat: true,
    backwardForwardFn: (date) => date,
    backwardForwardUnits: 1,
    setDateRange: (config) => rangeOf(name, config),
    HeaderComponent: NoHeader,
    Component: bind(name, context),
  })
