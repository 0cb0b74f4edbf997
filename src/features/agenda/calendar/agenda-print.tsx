import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { formatDay } from '../../../../schemas/dates.ts'
import { AGENDA_VIEWS, type AgendaViewName, calendarTitle, visibleDays } from '../../../../schemas/rules/calendar.ts'
import { agendaText as text } from '../../../text/agenda.ts'
import { type AgendaEvent, type AgendaPerson, slotLabel, stopLabel, touchesDay } from './agenda-event.ts'

/** True while the page is printed. The browser renders it as soon as `beforeprint` is over, so the change must be synchronous. */
function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    const media = window.matchMedia('print')
    const start = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    const follow = () => (media.matches ? start() : end())
    window.addEventListener('beforeprint', start)
    window.addEventListener('afterprint', end)
    media.addEventListener('change', follow)
    return () => {
      window.removeEventListener('beforeprint', start)
      window.removeEventListener('afterprint', end)
      media.removeEventListener('change', follow)
    }
  }, [])
  return printing
}

interface PrintProps {
  events: AgendaEvent[]
  view: AgendaViewName
  date: string
  people: readonly AgendaPerson[]
}

function DayTable({ events, day, people }: { events: AgendaEvent[]; day: string; people: readonly AgendaPerson[] }) {
  const several = people.length > 1
  const withWhom = (event: AgendaEvent) =>
    people.flatMap((person) => (event.people.includes(person.id) ? [person.name] : [])).join(', ')
  return (
    <table>
      <caption>{formatDay(day, 'dddd D MMMM YYYY')}</caption>
      <thead>
        <tr>
          {[text.printHours, text.printWhat, text.printWhere, text.printPhone].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
          {several ? <th scope="col">{text.printWith}</th> : null}
        </tr>
      </thead>
      <tbody>
        {events.map((event) => (
          <tr key={event.id}>
            <td className="is-hours">{slotLabel(event)}</td>
            <td>
              <strong>{event.title || text.untitled}</strong>
              <br />
              {[event.subtitle, event.natureLabel, stopLabel(event)].filter(Boolean).join(' · ')}
            </td>
            <td>{event.place}</td>
            <td className="is-hours">{event.phone}</td>
            {several ? <td>{withWhom(event)}</td> : null}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The agenda on paper: a table for each day with addresses and numbers; the screen's hours would be cut at the page's end. */
export function AgendaPrint({ events, view, date, people }: PrintProps) {
  if (!usePrinting()) return null
  const sorted = events.toSorted((a, b) => a.start.localeCompare(b.start))
  const days = visibleDays(AGENDA_VIEWS[view], date).flatMap((day) => {
    const ofDay = sorted.filter((event) => touchesDay(event, day))
    return ofDay.length > 0 ? [{ day, events: ofDay }] : []
  })
  return (
    <div className="agenda-print">
      <h2>{text.printed(people.map((person) => person.name).join(', '))}</h2>
      <p>{calendarTitle(AGENDA_VIEWS[view], date)}</p>
      {days.length === 0 ? <p>{text.emptyDay}</p> : null}
      {days.map((one) => (
        <DayTable key={one.day} {...one} people={people} />
      ))}
    </div>
  )
}
