import { ScheduleXCalendar } from '@schedule-x/react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { AGENDA_VIEWS, type AgendaViewName, visibleDays } from '../../../../schemas/rules/calendar.ts'
import { type AgendaEvent, type AgendaPerson, type PersonShift, reassigned, type Slot } from './agenda-event.ts'
import { attachKeyboard } from './grid-keyboard.ts'
import { attachPointer } from './grid-pointer.ts'
import { createGrid } from './schedule-x-app.ts'

const MONTH_NAMES = 26
const MONTH_CELL_HEAD = 33
const MONTH_MORE = 20
const MONTH_ROW = 24

export interface TimeGridProps {
  events: AgendaEvent[]
  view: AgendaViewName
  date: string
  timeZone: string
  /** Columns of the category view. */
  people: readonly AgendaPerson[]
  readOnly: boolean
  /** A slot is being chosen for a form that waits. */
  picking: boolean
  onOpen: (id: string) => void
  onOpenDay: (day: string) => void
  /** `person`: in whose column. */
  onCreate: (slot: Slot, person: string | null) => void
  /**
   * With a shift when it was moved from one person's column to another's. Rejects when the change was not stored: the appointment then returns to
   * its place.
   */
  onMove: (id: string, slot: Slot, shift: PersonShift | null) => Promise<void> | void
  onResize: (id: string, slot: Slot) => Promise<void> | void
  onDrawn?: () => void
}

/** As many appointments as fit in a cell of the month, and room for the number of the others. */
function monthRows(host: HTMLElement, date: string): number {
  const weeks = visibleDays(AGENDA_VIEWS.month, date).length / 7
  const cell = (host.clientHeight - MONTH_NAMES) / weeks
  return Math.max(1, Math.floor((cell - MONTH_CELL_HEAD - MONTH_MORE) / MONTH_ROW))
}

/**
 * Schedule-X inside React: made once, then updated. Temporal must be loaded before (see load-temporal). Preact draws the events, not
 * `customComponents`: those keep a portal for each event that was ever shown (docs/architecture.md).
 */
export function TimeGrid(props: TimeGridProps) {
  const host = useRef<HTMLDivElement>(null)
  const said = useRef<HTMLOutputElement>(null)
  const latest = useRef(props)
  const byId = useRef(new Map<string, AgendaEvent>())
  latest.current = props
  const [grid] = useState(() =>
    createGrid({
      view: props.view,
      date: props.date,
      timeZone: props.timeZone,
      people: props.people,
      isReadOnly: () => latest.current.readOnly,
      eventOf: (id) => byId.current.get(id),
      onOpen: (id) => latest.current.onOpen(id),
      onOpenDay: (day) => latest.current.onOpenDay(day),
    }),
  )

  useEffect(() => grid.startClock(), [grid])

  useLayoutEffect(() => {
    const element = host.current
    if (!element) return
    const eventOf = (id: string) => byId.current.get(id)
    const isReadOnly = () => latest.current.readOnly
    const draw = (event: AgendaEvent) => {
      byId.current.set(event.id, event)
      grid.setEvents([...byId.current.values()])
    }
    /** Shows the change at once, without « En attente d’envoi » before it is stored; the records of the local database then replace it. */
    const change = (before: AgendaEvent | undefined, after: Partial<AgendaEvent>, saved: Promise<void> | void) => {
      if (!before) return
      draw({ ...before, ...after, pending: false })
      Promise.resolve(saved).catch(() => draw(before))
    }
    const move = (id: string, slot: Slot, shift: PersonShift | null) => {
      const before = eventOf(id)
      const people = before && shift ? { people: reassigned(before.people, shift) } : {}
      change(before, { ...slot, ...people }, latest.current.onMove(id, slot, shift))
    }
    const shared = {
      host: element,
      isReadOnly,
      eventOf,
      onResize: (id: string, slot: Slot) => change(eventOf(id), slot, latest.current.onResize(id, slot)),
    }
    const detach = attachPointer({
      ...shared,
      isPicking: () => latest.current.picking,
      onMove: move,
      onCreate: (slot, person) => latest.current.onCreate(slot, person),
    })
    const detachKeys = attachKeyboard({
      ...shared,
      onMove: move,
      days: () => visibleDays(AGENDA_VIEWS[latest.current.view], latest.current.date),
      people: () => latest.current.people,
      preview: draw,
      say: (words) => {
        if (said.current) said.current.textContent = words
      },
    })
    const resize = new ResizeObserver(() => grid.setMonthRows(monthRows(element, latest.current.date)))
    resize.observe(element)
    return () => {
      resize.disconnect()
      detachKeys()
      detach()
    }
  }, [grid])

  useLayoutEffect(() => {
    byId.current = new Map(props.events.map((event) => [event.id, event]))
    grid.setEvents(props.events)
    if (props.events.length > 0) latest.current.onDrawn?.()
  }, [grid, props.events])

  useLayoutEffect(() => grid.setPeople(props.people), [grid, props.people])

  useLayoutEffect(() => {
    grid.show(props.view, props.date)
    if (host.current) grid.setMonthRows(monthRows(host.current, props.date))
  }, [grid, props.view, props.date])

  return (
    <>
      <div ref={host} className={`agenda-host${props.readOnly ? ' is-read-only' : ''}`}>
        <ScheduleXCalendar calendarApp={grid.app} />
      </div>
      <output ref={said} className="agenda-said" />
    </>
  )
}
