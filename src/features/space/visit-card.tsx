import { Button } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { wallClock } from '../../../schemas/dates.ts'
import { eventUid } from '../../../schemas/rules/event-uid.ts'
import { useCompany } from '../../data/session/session.tsx'
import { useZone } from '../../data/session/use-zone.ts'
import { spaceText as text } from '../../text/space.ts'
import { longDayOf } from '../../ui/format/day-of.ts'
import { formatTime } from '../../ui/format/format.ts'
import { calendarFile } from './calendar-file.ts'
import { saveText } from './save-file.ts'
import styles from './space.module.css'
import type { Visit, VisitTime } from './visits.ts'

/** « lundi 23 novembre de 09:00 à 10:30 », or from one day to another. */
function whenOf({ start, end }: VisitTime, now: string): string {
  const day = longDayOf(start, now)
  const range = text.rdv.range(formatTime(start), formatTime(end))
  return start.slice(0, 10) === end.slice(0, 10)
    ? `${day} ${range}`
    : text.rdv.days(`${day} ${formatTime(start)}`, `${longDayOf(end, now)} ${formatTime(end)}`)
}

function When({ time }: { time: VisitTime }) {
  const now = wallClock(new Date(), useZone())
  return <time dateTime={time.start}>{whenOf(time, now)}</time>
}

/** One visit, and a file that adds it, each of its times apart, to the phone's own calendar. */
export function VisitCard({ visit, past }: { visit: Visit; past?: boolean }) {
  const zone = useZone()
  const company = useCompany()
  const people = visit.people.length > 0 ? text.rdv.with(visit.people.join(', ')) : null
  const { times } = visit
  const event = {
    ...visit,
    uid: visit.uid ?? eventUid(visit.kind, visit.id, company?.key ?? ''),
    title: [visit.title, company?.NOM].filter(Boolean).join(' · '),
    description: people,
  }
  const events = times?.map(({ start, end, uid }) => ({
    ...event,
    uid: uid ?? eventUid(visit.kind, `${visit.id}.${start.slice(0, 10)}`, company?.key ?? ''),
    start,
    end,
  }))
  const file = past ? null : calendarFile(events ?? [event], zone)
  return (
    <div className={styles.card}>
      <h3>{visit.title}</h3>
      {times ? (
        <ul className={styles.list} aria-label={text.rdv.times}>
          {times.map((time) => (
            <li key={time.start}>
              <When time={time} />
            </li>
          ))}
        </ul>
      ) : (
        <p>
          <When time={visit} />
        </p>
      )}
      {visit.place === null ? null : <p>{visit.place}</p>}
      {people === null ? null : <p>{people}</p>}
      {file === null ? null : (
        <Button
          variant="default"
          leftSection={<IconCalendarPlus size={22} aria-hidden />}
          onClick={() => saveText(file, text.rdv.file, 'text/calendar')}
        >
          {times ? text.rdv.addTimes : text.rdv.add}
        </Button>
      )}
    </div>
  )
}
