import { signal } from '@preact/signals'
import { type CalendarApp, createCalendar } from '@schedule-x/calendar'
import { createCalendarControlsPlugin } from '@schedule-x/calendar-controls'
import { h } from 'preact'
import { addMinutes, wallClock } from '../../../../schemas/dates.ts'
import type { AgendaViewName } from '../../../../schemas/rules/calendar.ts'
import { agendaText } from '../../../text/agenda.ts'
import type { AgendaEvent, AgendaPerson } from './agenda-event.ts'
import { drawInto, LineBlock, TimeBlock } from './event-view.ts'
import { drawMonthDate, monthView } from './month-view.ts'
import type { SxApp, SxEvent } from './schedule-x-types.ts'
import { STEP } from './slots.ts'
import { HOUR_HEIGHT, timeView, toSx, type ViewContext } from './time-view.ts'

export interface GridOptions {
  view: AgendaViewName
  date: string
  timeZone: string
  people: readonly AgendaPerson[]
  isReadOnly: () => boolean
  eventOf: (id: string) => AgendaEvent | undefined
  onOpen: (id: string) => void
  onOpenDay: (day: string) => void
}

export interface Grid {
  /** `ScheduleXCalendar` renders it, and destroys it when it leaves the page. */
  app: CalendarApp
  show: (view: AgendaViewName, date: string) => void
  setEvents: (events: AgendaEvent[]) => void
  /** The columns of the category view. */
  setPeople: (people: readonly AgendaPerson[]) => void
  setMonthRows: (rows: number) => void
  /** Lets « now » follow the clock. @returns ends that */
  startClock: () => () => void
}

/** A day without appointments has nothing to focus: the keyboard must scroll its hours too. */
function nameHours({ elements }: SxApp): void {
  const hours = elements.calendarWrapper?.querySelector<HTMLElement>('.sx__view-container')
  hours?.setAttribute('tabindex', '0')
  hours?.setAttribute('role', 'group')
  hours?.setAttribute('aria-label', agendaText.hours)
}

/** An event as Schedule-X draws it: never empty, and with an end at midnight in its own day's column. */
function toSxEvent(event: AgendaEvent): SxEvent {
  const end = event.end > event.start ? event.end : addMinutes(event.start, 2 * STEP)
  // An end at midnight is that of the day before: the month would draw another day.
  const last = end.endsWith(' 00:00') ? addMinutes(end, -1) : end
  return {
    id: event.id,
    title: event.title,
    start: toSx(event.start),
    end: toSx(last),
  }
}

/**
 * Schedule-X with our views. Its time zone is UTC, and it gets wall-clock times as UTC instants: the company's time zone is used
 * only for « now », and a change of clocks can move no appointment.
 */
export function createGrid(options: GridOptions): Grid {
  const now = signal(wallClock(new Date(), options.timeZone))
  const people = signal(options.people)
  const { eventOf, onOpen, onOpenDay } = options
  const context: ViewContext = { now, people, eventOf, onOpen, onOpenDay }
  const controls = createCalendarControlsPlugin()
  const names: AgendaViewName[] = ['timeGridDay', '4day', 'timeGridWeek', 'week', 'category']

  const app = createCalendar(
    {
      locale: 'fr-FR',
      firstDayOfWeek: 1,
      timezone: 'UTC',
      isResponsive: false,
      skipAnimations: true,
      selectedDate: Temporal.PlainDate.from(options.date),
      defaultView: options.view,
      views: [monthView(), ...names.map((name) => timeView(name, context))],
      weekOptions: { gridHeight: 24 * HOUR_HEIGHT, eventOverlap: false, eventWidth: 100 },
      callbacks: {
        onRender: nameHours,
        onEventClick: ({ id }) => {
          const event = options.eventOf(String(id))
          if (!event?.busy || event.href !== undefined) options.onOpen(String(id))
        },
        onClickPlusEvents: (day) => options.onOpenDay(day.toString()),
      },
    },
    [controls],
  )
  const shown = (props: Record<string, unknown>) => options.eventOf(String((props.calendarEvent as { id: unknown }).id))
  app._setCustomComponentFn('timeGridEvent', (wrapper, props) => {
    const event = shown(props)
    if (event) drawInto(wrapper, event, h(TimeBlock, { event, readOnly: options.isReadOnly() }))
  })
  app._setCustomComponentFn('monthGridEvent', (wrapper, props) => {
    const event = shown(props)
    if (event) drawInto(wrapper, event, h(LineBlock, { event, hours: true }))
  })
  app._setCustomComponentFn('monthGridDate', (wrapper) => drawMonthDate(wrapper, context))

  return {
    app,
    show: (view, date) => {
      const day = Temporal.PlainDate.from(date)
      if (controls.getDate().toString() !== date) controls.setDate(day)
      if (controls.getView() !== view) controls.setView(view)
    },
    setEvents: (events) => app.events.set(events.map(toSxEvent)),
    setPeople: (next) => {
      people.value = next
    },
    setMonthRows: (rows) => controls.setMonthGridOptions({ nEventsPerDay: rows }),
    startClock: () => {
      const timer = setInterval(() => {
        now.value = wallClock(new Date(), options.timeZone)
      }, 15_000)
      return () => clearInterval(timer)
    },
  }
}
