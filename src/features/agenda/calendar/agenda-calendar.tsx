import { Button, Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useEffect, useMemo } from 'react'
import { addDays, mondayOf, wallClock } from '../../../../schemas/dates.ts'
import {
  AGENDA_VIEWS,
  type AgendaViewName,
  type CalendarView,
  calendarTitle,
  visibleRange,
} from '../../../../schemas/rules/calendar.ts'
import { agendaText as text } from '../../../text/agenda.ts'
import { type AgendaEvent, type AgendaPerson, type PersonShift, type Slot, touchesDay } from './agenda-event.ts'
import { AgendaPrint } from './agenda-print.tsx'
import { AgendaToolbar } from './agenda-toolbar.tsx'
import './calendar.css'
import { MonthDots, WeekStrip } from './day-dots.tsx'
import { ListWeek } from './event-list.tsx'
import { loadTemporal } from './load-temporal.ts'
import { PHONE } from './phone.ts'
import { proposed } from './slots.ts'

const TimeGrid = lazy(async () => {
  const [{ TimeGrid }] = await Promise.all([import('./time-grid.tsx'), loadTemporal()])
  return { default: TimeGrid }
})

export interface AgendaCalendarProps {
  events: AgendaEvent[]
  view: AgendaViewName
  date: string
  /** The company's time zone: used only for « now » and « today ». */
  timeZone: string
  /** Whose appointments these are; the columns of the category view. */
  people: readonly AgendaPerson[]
  /** Absent: the people cannot be changed. */
  onChoosePeople?: () => void
  onSubscribe?: () => void
  /** Adds an absence or a meeting. */
  onAbsence?: () => void
  readOnly?: boolean
  /** A slot is being chosen for a form that waits: a tap on a free hour takes it. */
  picking?: boolean
  /** Beside the hours, on a wide screen: an `<aside>`. */
  aside?: ReactNode
  /** Days whose events are needed, both included: those of the view, and their whole weeks. */
  onRangeChange?: (range: { from: string; to: string }) => void
  /** With a date when a day was opened: one change, not two. */
  onViewChange: (view: AgendaViewName, date?: string) => void
  onDateChange: (date: string) => void
  onOpen: (id: string) => void
  /** `person`: in whose column of the category view. */
  onCreate: (slot: Slot, person: string | null) => void
  /** Rejects when the change was not stored: the appointment then returns to its place. */
  onMove: (id: string, slot: Slot, shift: PersonShift | null) => Promise<void> | void
  onResize: (id: string, slot: Slot) => Promise<void> | void
  /** Called when appointments were put on the page. */
  onDrawn?: () => void
}

/** Views that a phone shows under its week of dots. */
const STRIPPED = new Set<AgendaViewName>(['timeGridDay', 'category', 'listWeek'])

/** Days to load for a view: its own and the rest of their weeks (week strip, hidden Sunday). */
export function loadedRange(view: AgendaViewName, date: string): { from: string; to: string } {
  const { from, to } = visibleRange(AGENDA_VIEWS[view], date)
  return { from: mondayOf(from), to: addDays(mondayOf(to), 6) }
}

/** The agenda, independent of the source of appointments. */
export function AgendaCalendar(props: AgendaCalendarProps) {
  const { events, view, date, timeZone, readOnly = false, picking = false, onRangeChange, onDrawn } = props
  const phone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false }) ?? false
  const { from, to } = loadedRange(view, date)

  useEffect(() => onRangeChange?.({ from, to }), [onRangeChange, from, to])

  const isGrid = view !== 'listWeek' && !(phone && view === 'month')
  useEffect(() => {
    // The grid tells it by itself: it is loaded by itself too.
    if (!isGrid && events.length > 0) onDrawn?.()
  }, [isGrid, events, onDrawn])

  const openDay = (day: string) => props.onViewChange('timeGridDay', day)
  const create = () => props.onCreate(proposed(date, wallClock(new Date(), timeZone)), null)
  const sunday = addDays(mondayOf(date), 6)
  const hiddenSunday = useMemo(() => {
    const definition: CalendarView = AGENDA_VIEWS[view]
    const count = definition.hiddenDays?.includes(7) ? events.filter((event) => touchesDay(event, sunday)).length : 0
    return count > 0 ? { day: sunday, count } : null
  }, [events, view, sunday])

  return (
    <section
      className={`agenda${phone ? ' is-phone' : ''}`}
      aria-label={text.calendar(calendarTitle(AGENDA_VIEWS[view], date))}
    >
      <AgendaToolbar
        {...props}
        phone={phone}
        readOnly={readOnly}
        hiddenSunday={hiddenSunday}
        onOpenDay={openDay}
        onCreate={create}
      />
      {phone && STRIPPED.has(view) ? <WeekStrip {...props} /> : null}
      <div className="agenda-main">
        <div className="agenda-body" data-content-start="[data-event-id]">
          {view === 'listWeek' ? (
            <ListWeek {...props} readOnly={readOnly} onCreate={create} />
          ) : phone && view === 'month' ? (
            <MonthDots {...props} />
          ) : (
            <Suspense fallback={<Skeleton height="100%" radius="md" />}>
              <TimeGrid {...props} readOnly={readOnly} picking={picking} onOpenDay={openDay} />
            </Suspense>
          )}
        </div>
        {props.aside}
      </div>
      <AgendaPrint {...props} />
      {phone && !readOnly ? (
        <Button
          className="agenda-create"
          radius="xl"
          size="md"
          leftSection={<IconPlus size={20} aria-hidden />}
          onClick={create}
          aria-label={text.create}
        >
          {text.createShort}
        </Button>
      ) : null}
    </section>
  )
}
