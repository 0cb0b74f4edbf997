import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { formatDay, today } from '../../../../schemas/dates.ts'
import { AGENDA_VIEWS, visibleDays } from '../../../../schemas/rules/calendar.ts'
import { agendaText as text } from '../../../text/agenda.ts'
import {
  type AgendaEvent,
  dayPart,
  eventLabel,
  isSeveralDays,
  isWholeDays,
  timePart,
  touchesDay,
} from './agenda-event.ts'
import { eventColors } from './event-color.ts'
import { EventMarks } from './event-marks.tsx'

/** The hours of an appointment on one day: one of several days starts on one and ends on another. */
function RowHours({ event, day }: { event: AgendaEvent; day: string }) {
  const starts = dayPart(event.start) === day
  const ends = dayPart(event.end) === day || !isSeveralDays(event)
  if ((!starts && !ends) || isWholeDays(event)) return <span className="is-span">{text.wholeDay}</span>
  return (
    <>
      <span>{starts ? timePart(event.start) : text.until}</span>
      <span className="is-end">{ends ? timePart(event.end) : text.onwards}</span>
    </>
  )
}

function Row({ event, day }: { event: AgendaEvent; day: string }) {
  return (
    <>
      <span className="agenda-row-hours">
        <RowHours event={event} day={day} />
      </span>
      <span
        className="agenda-row-color"
        style={event.busy ? undefined : { background: eventColors(event.color).background }}
      />
      <span className="agenda-row-body">
        <span className="agenda-row-title">{event.title || text.untitled}</span>
        <span className="agenda-row-subtitle">{[event.subtitle, event.natureLabel].filter(Boolean).join(' · ')}</span>
      </span>
    </>
  )
}

interface RowsProps {
  events: AgendaEvent[]
  onOpen: (id: string) => void
}

/** Appointments of one day, one row each. */
export function EventRows({ events, day, onOpen }: RowsProps & { day: string }) {
  return (
    <ul className="agenda-rows">
      {events.map((event) => (
        <li key={event.id}>
          {event.busy && event.href === undefined ? (
            <div className="agenda-row is-busy" data-event-id={event.id}>
              <Row event={event} day={day} />
            </div>
          ) : (
            <button
              type="button"
              className={
                event.busy ? 'agenda-row is-busy is-link' : event.stopped ? 'agenda-row is-stopped' : 'agenda-row'
              }
              data-event-id={event.id}
              aria-label={eventLabel(event)}
              onClick={() => onOpen(event.id)}
            >
              <Row event={event} day={day} />
              <EventMarks event={event} />
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}

interface ListWeekProps extends RowsProps {
  date: string
  timeZone: string
  readOnly: boolean
  onCreate: () => void
}

/** listWeek: the week day by day without its Sunday; the toolbar changes the week; opens on the chosen day. */
export function ListWeek({ events, date, timeZone, readOnly, onOpen, onCreate }: ListWeekProps) {
  const root = useRef<HTMLDivElement>(null)
  const days = visibleDays(AGENDA_VIEWS.listWeek, date)
  const now = today(timeZone)
  const sorted = events.toSorted((a, b) => a.start.localeCompare(b.start) || a.end.localeCompare(b.end))
  const empty = !days.some((day) => sorted.some((event) => touchesDay(event, day)))

  useEffect(() => {
    root.current?.querySelector(`[data-day="${date}"]`)?.scrollIntoView({ block: 'start' })
  }, [date])

  if (empty) {
    return (
      <div className="agenda-empty">
        <p>{text.emptyWeek}</p>
        {readOnly ? null : (
          <Button variant="default" onClick={onCreate}>
            {text.emptyAction}
          </Button>
        )}
      </div>
    )
  }
  return (
    <div className="agenda-list" ref={root}>
      {days.map((day) => {
        const rows = sorted.filter((event) => touchesDay(event, day))
        return (
          <section key={day} data-day={day} aria-labelledby={`liste-${day}`}>
            <h3 id={`liste-${day}`} className={day === now ? 'is-today' : undefined}>
              {formatDay(day, 'dddd D MMMM')}
              {day === now ? <span className="agenda-list-today">{text.today}</span> : null}
            </h3>
            {rows.length === 0 ? (
              <p className="agenda-list-empty">{text.emptyDay}</p>
            ) : (
              <EventRows events={rows} day={day} onOpen={onOpen} />
            )}
          </section>
        )
      })}
    </div>
  )
}
