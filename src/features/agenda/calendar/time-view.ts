import type { ReadonlySignal } from '@preact/signals'
import { AppContext, createPreactView, TimeGridDay } from '@schedule-x/calendar'
import { h, type JSX } from 'preact'
import { formatDay, isoWeek } from '../../../../schemas/dates.ts'
import { AGENDA_VIEWS, type AgendaViewName, visibleDays, visibleRange } from '../../../../schemas/rules/calendar.ts'
import { agendaText as text } from '../../../text/agenda.ts'
import {
  type AgendaEvent,
  type AgendaPerson,
  dayPart,
  eventLabel,
  isAboveHours,
  timePart,
  touchesDay,
} from './agenda-event.ts'
import { LineBlock } from './event-view.ts'
import type { SxApp, SxGridEvent, SxRangeConfig, SxView } from './schedule-x-types.ts'
import { minutesOfDay } from './slots.ts'

/** Pixels of one hour; the grid always holds the 24, opened on the working day. */
export const HOUR_HEIGHT = 56
const FIRST_HOUR = 7.5
const BEFORE_NOW = 5
const DAY_MINUTES = 24 * 60
const HOURS = Array.from({ length: 23 }, (_, i) => i + 1)

/** The data of the views beyond Schedule-X's own state. */
export interface ViewContext {
  /** The company's wall clock, `yyyy-MM-dd HH:mm`, ticking every minute. */
  now: ReadonlySignal<string>
  /** Columns of the view of several people. */
  people: ReadonlySignal<readonly AgendaPerson[]>
  /** The events as the application gave them, by id. */
  eventOf: (id: string) => AgendaEvent | undefined
  onOpen: (id: string) => void
  onOpenDay: (day: string) => void
}

/** Wall-clock text as a UTC instant: no day of the grid has 23 or 25 hours. */
export const toSx = (wall: string): Temporal.ZonedDateTime =>
  Temporal.ZonedDateTime.from(`${wall.replace(' ', 'T')}[UTC]`)

/** One column of hours: a day, or in the category view a person's day. */
interface Column {
  key: string
  day: string
  person: AgendaPerson | null
}

const columnsOf = (days: string[], people: readonly AgendaPerson[] | null): Column[] =>
  days.flatMap((day) =>
    people
      ? people.map((person) => ({ key: `${day} ${person.id}`, day, person }))
      : [{ key: day, day, person: null as AgendaPerson | null }],
  )

const isIn = (event: AgendaEvent, { day, person }: Column): boolean =>
  touchesDay(event, day) && (person === null || event.people.includes(person.id))

const personHead = (person: AgendaPerson, key: string): JSX.Element =>
  h('div', { key, class: 'agenda-day agenda-person', title: person.name }, [
    h('span', { class: 'agenda-person-initials', key: 'initials', 'aria-hidden': 'true' }, person.initials),
    h('span', { class: 'agenda-person-name', key: 'name' }, person.name),
  ])

const dayHead = (day: string, now: string, context: ViewContext): JSX.Element =>
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
      h('span', { class: 'agenda-day-name', key: 'name' }, formatDay(day, 'ddd')),
      h('span', { class: 'agenda-day-number', key: 'number' }, String(Number(day.slice(8)))),
    ],
  )

const header = (columns: Column[], now: string, context: ViewContext): JSX.Element =>
  h('div', { class: 'agenda-days' }, [
    h(
      'div',
      { class: 'agenda-gutter agenda-weeknumber', key: 'week' },
      text.weekShort(isoWeek(columns[0]?.day ?? now).week),
    ),
    columns.map(({ key, day, person }) => (person ? personHead(person, key) : dayHead(day, now, context))),
  ])

/** Runs of neighbouring columns of the event: several when other people's columns are between them. */
function runsOf(event: AgendaEvent, columns: Column[]): { from: number; to: number }[] {
  const runs: { from: number; to: number }[] = []
  columns.forEach((column, at) => {
    if (!isIn(event, column)) return
    const last = runs.at(-1)
    if (last && last.to === at) last.to = at + 1
    else runs.push({ from: at, to: at + 1 })
  })
  return runs
}

/** Appointments of several days, above the hours, across their columns. */
function band(columns: Column[], events: AgendaEvent[], context: ViewContext): JSX.Element | null {
  const pieces = events.flatMap((event) => runsOf(event, columns).map((run) => ({ event, ...run })))
  if (pieces.length === 0) return null
  return h(
    'div',
    { class: 'agenda-band', role: 'group', 'aria-label': text.allDay, style: { '--days': String(columns.length) } },
    [
      pieces.map(({ event, from, to }) => {
        const place = {
          key: `${event.id} ${from}`,
          class: 'agenda-band-event',
          'data-event-id': event.id,
          'aria-label': eventLabel(event),
          style: { gridColumn: `${from + 2} / ${to + 2}` },
        }
        const line = h(LineBlock, { event, hours: false })
        return event.busy && event.href === undefined
          ? h('div', { ...place, role: 'img' }, line)
          : h('button', { ...place, type: 'button', onClick: () => context.onOpen(event.id) }, line)
      }),
    ],
  )
}

const nowLine = (now: string): JSX.Element =>
  h('div', {
    class: 'agenda-now',
    key: 'now',
    'data-not-pictured': '',
    'aria-hidden': 'true',
    style: { top: `${(minutesOfDay(now) / DAY_MINUTES) * 100}%` },
  })

/** Scrolls to the working day, or to a little before now later in the day. */
const openOn = (now: string, days: string[]) => (view: Element | null) => {
  const scroller = view?.closest('.sx__view-container')
  if (!scroller || view?.hasAttribute('data-opened')) return
  view?.setAttribute('data-opened', '')
  const late = days.includes(dayPart(now)) ? minutesOfDay(now) / 60 - BEFORE_NOW : 0
  scroller.scrollTop = Math.max(FIRST_HOUR, late) * HOUR_HEIGHT
}

/** Schedule-X labels a plain `div`; the label needs a role to be announced, and a person's column needs that person's name. */
const nameColumn = (person: AgendaPerson | null) => (column: Element | null) => {
  const grid = column?.firstElementChild
  grid?.setAttribute('role', 'group')
  if (person) grid?.setAttribute('aria-label', person.name)
}

/** Schedule-X stores an event's place among simultaneous ones in the event: each person's column needs its own. */
const ownCopy = (event: SxGridEvent): SxGridEvent => Object.assign(Object.create(Object.getPrototypeOf(event)), event)

/** The hours along the left side, and the line of the present time. */
function hoursAxis(days: string[], now: string): JSX.Element {
  return h(
    'div',
    { class: 'agenda-gutter agenda-hoursaxis', key: 'axis', 'aria-hidden': 'true' },
    HOURS.map((hour) =>
      h('span', { key: hour, style: { top: `${(hour / 24) * 100}%` } }, `${String(hour).padStart(2, '0')}:00`),
    ),
    days.includes(dayPart(now))
      ? h(
          'span',
          {
            class: 'agenda-nowtime',
            'data-not-pictured': '',
            style: { top: `${(minutesOfDay(now) / DAY_MINUTES) * 100}%` },
          },
          timePart(now),
        )
      : null,
  )
}

interface TimeViewProps {
  $app: SxApp
  id: string
  name: AgendaViewName
  context: ViewContext
}

function TimeView({ $app, id, name, context }: TimeViewProps): JSX.Element {
  const days = visibleDays(AGENDA_VIEWS[name], $app.datePickerState.selectedDate.value.toString())
  const columns = columnsOf(days, name === 'category' ? context.people.value : null)
  const now = context.now.value
  const source = (event: { id: string | number }) => context.eventOf(String(event.id))
  const events = $app.calendarEvents.list.value
  const long = events.flatMap((event) => source(event) ?? []).filter(isAboveHours)
  const ofColumn = ({ day, person }: Column): SxGridEvent[] => {
    const found = events.filter((event) => {
      const slot = source(event)
      return event.start.toString().startsWith(day) && event._isSingleDayTimed && !(slot && isAboveHours(slot))
    })
    return person ? found.filter((event) => source(event)?.people.includes(person.id)).map(ownCopy) : found
  }
  const grid = h('div', { class: 'agenda-grid' }, [
    hoursAxis(days, now),
    columns.map((column) =>
      h(
        'div',
        {
          key: column.key,
          class: `agenda-column${column.day === dayPart(now) ? ' is-today' : ''}`,
          ref: nameColumn(column.person),
          ...(column.person ? { 'data-person': column.person.id } : {}),
        },
        [
          h(TimeGridDay, {
            key: 'grid',
            date: toSx(`${column.day} 00:00`),
            backgroundEvents: [],
            calendarEvents: ofColumn(column),
          }),
          column.day === dayPart(now) ? nowLine(now) : null,
        ],
      ),
    ),
    h('div', { class: 'agenda-overlay', key: 'overlay', 'data-overlay': '' }),
  ])
  const hasHead = name === 'category' || days.length > 1
  const attributes = {
    id,
    class: 'agenda-time',
    'data-view': name,
    style: { '--columns': String(columns.length) },
    ref: openOn(now, days),
  }
  return h(AppContext.Provider, {
    value: $app,
    children: h('div', attributes, [
      h('div', { class: 'agenda-head', key: 'head' }, [
        hasHead ? header(columns, now, context) : null,
        band(columns, long, context),
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

/** The calendar has its own header; Schedule-X would draw its date picker unless a view has one. */
export const NoHeader = (): JSX.Element => h('span', { hidden: true })

const bind =
  (name: AgendaViewName, context: ViewContext) =>
  ({ $app, id }: { $app: SxApp; id: string }): JSX.Element =>
    h(TimeView, { $app, id, name, context })

/** A view of hours in columns, one for each visible day (day, 4 days, staff week, whole week) or person (category). */
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
