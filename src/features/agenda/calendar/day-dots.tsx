import { useRef } from 'react'
import { addDays, formatDay, isoWeek, mondayOf, today } from '../../../../schemas/dates.ts'
import { visibleDays } from '../../../../schemas/rules/calendar.ts'
import { agendaText as text } from '../../../text/agenda.ts'
import { type AgendaEvent, touchesDay } from './agenda-event.ts'
import { eventColors } from './event-color.ts'
import { EventRows } from './event-list.tsx'

const SWIPE = 48
const DOTS = 4

interface DotsProps {
  events: AgendaEvent[]
  date: string
  timeZone: string
  onDateChange: (date: string) => void
}

/** A button for one day: its number, and a dot in the nature's colour for each appointment. */
function DayButton({ day, events, isToday, selected, muted, onPress }: DayButtonProps) {
  const busy = events.filter((event) => event.busy).length
  const works = events.filter((event) => event.works).length
  const counts = [
    text.count(events.length - busy - works),
    ...(works > 0 ? [text.worksCount(works)] : []),
    ...(busy > 0 ? [text.busyCount(busy)] : []),
  ]
  const label = [formatDay(day, 'dddd D MMMM'), ...counts].join(', ')
  const classes = ['agenda-dots-day', isToday && 'is-today', selected && 'is-selected', muted && 'is-muted']
    .filter(Boolean)
    .join(' ')
  return (
    <button
      type="button"
      className={classes}
      aria-label={label}
      aria-pressed={selected}
      aria-current={isToday ? 'date' : undefined}
      onClick={onPress}
    >
      <span className="agenda-dots-number">{Number(day.slice(8))}</span>
      <span className="agenda-dots" aria-hidden>
        {events.slice(0, DOTS).map((event) => (
          <i
            key={event.id}
            className={event.busy ? 'is-busy' : undefined}
            style={event.busy ? undefined : { background: eventColors(event.color).background }}
          />
        ))}
      </span>
    </button>
  )
}

interface DayButtonProps {
  day: string
  events: AgendaEvent[]
  isToday: boolean
  selected: boolean
  muted: boolean
  onPress: () => void
}

const DayNames = ({ days }: { days: string[] }) => (
  <div className="agenda-dots-names" aria-hidden>
    {days.map((day) => (
      <span key={day}>{formatDay(day, 'ddd').charAt(0).toUpperCase()}</span>
    ))}
  </div>
)

/** The phone's week, Monday to Sunday; a swipe goes to the week before or after. */
export function WeekStrip({ events, date, timeZone, onDateChange }: DotsProps) {
  const swipe = useRef<number | null>(null)
  const monday = mondayOf(date)
  const days = visibleDays({ type: 'week' }, date)
  const end = (x: number) => {
    const travelled = swipe.current === null ? 0 : x - swipe.current
    swipe.current = null
    if (Math.abs(travelled) > SWIPE) onDateChange(addDays(date, travelled < 0 ? 7 : -7))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a form around seven buttons
    <div
      className="agenda-strip"
      role="group"
      aria-label={text.week(isoWeek(monday).week)}
      onTouchStart={(touch) => {
        swipe.current = touch.touches[0]?.clientX ?? null
      }}
      onTouchEnd={(touch) => end(touch.changedTouches[0]?.clientX ?? 0)}
    >
      <DayNames days={days} />
      <div className="agenda-dots-week">
        {days.map((day) => (
          <DayButton
            key={day}
            day={day}
            events={events.filter((event) => touchesDay(event, day))}
            isToday={day === today(timeZone)}
            selected={day === date}
            muted={false}
            onPress={() => onDateChange(day)}
          />
        ))}
      </div>
    </div>
  )
}

/** The phone's month: dots in the days, and under them the appointments of the chosen day. */
export function MonthDots({
  events,
  date,
  timeZone,
  onDateChange,
  onOpen,
}: DotsProps & { onOpen: (id: string) => void }) {
  const days = visibleDays({ type: 'month' }, date)
  const weeks = days.filter((_, i) => i % 7 === 0)
  const ofDay = (day: string) =>
    events.filter((event) => touchesDay(event, day)).toSorted((a, b) => a.start.localeCompare(b.start))
  const chosen = ofDay(date)
  return (
    <div className="agenda-month-phone">
      <DayNames days={days.slice(0, 7)} />
      {weeks.map((monday) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a form around seven buttons
        <div key={monday} className="agenda-dots-week" role="group" aria-label={text.week(isoWeek(monday).week)}>
          {visibleDays({ type: 'week' }, monday).map((day) => (
            <DayButton
              key={day}
              day={day}
              events={ofDay(day)}
              isToday={day === today(timeZone)}
              selected={day === date}
              muted={day.slice(0, 7) !== date.slice(0, 7)}
              onPress={() => onDateChange(day)}
            />
          ))}
        </div>
      ))}
      <section className="agenda-month-phone-day" aria-labelledby="agenda-mois-jour">
        <h3 id="agenda-mois-jour">{formatDay(date, 'dddd D MMMM')}</h3>
        {chosen.length === 0 ? (
          <p className="agenda-list-empty">{text.emptyDay}</p>
        ) : (
          <EventRows events={chosen} day={date} onOpen={onOpen} />
        )}
      </section>
    </div>
  )
}
