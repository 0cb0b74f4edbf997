import { Button } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { eventUid } from '../../../schemas/rules/event-uid.ts'
import { useCompany } from '../../data/session/session.tsx'
import { useZone } from '../../data/session/use-zone.ts'
import { spaceText as text } from '../../text/space.ts'
import { formatLongDay, formatTime } from '../../ui/format/format.ts'
import { calendarFile } from './calendar-file.ts'
import { saveText } from './save-file.ts'
import styles from './space.module.css'
import type { Visit } from './visits.ts'

/** « lundi 23 novembre de 09:00 à 10:30 », or from one day to another. */
function whenOf({ start, end }: Visit): string {
  const day = formatLongDay(start)
  const range = text.rdv.range(formatTime(start), formatTime(end))
  return start.slice(0, 10) === end.slice(0, 10)
    ? `${day} ${range}`
    : text.rdv.days(`${day} ${formatTime(start)}`, `${formatLongDay(end)} ${formatTime(end)}`)
}

/** One visit, and a file that adds it to the phone's own calendar. */
export function VisitCard({ visit, past }: { visit: Visit; past?: boolean }) {
  const zone = useZone()
  const company = useCompany()
  const people = visit.people.length > 0 ? text.rdv.with(visit.people.join(', ')) : null
  const file = past
    ? null
    : calendarFile(
        {
          ...visit,
          uid: visit.uid ?? eventUid(visit.kind, visit.id, company?.key ?? ''),
          title: [visit.title, company?.NOM].filter(Boolean).join(' · '),
          description: people,
        },
        zone,
      )
  return (
    <div className={styles.card}>
      <h3>{visit.title}</h3>
      <p>
        <time dateTime={visit.start}>{whenOf(visit)}</time>
      </p>
      {visit.place === null ? null : <p>{visit.place}</p>}
      {people === null ? null : <p>{people}</p>}
      {file === null ? null : (
        <Button
          variant="default"
          leftSection={<IconCalendarPlus size={22} aria-hidden />}
          onClick={() => saveText(file, text.rdv.file, 'text/calendar')}
        >
          {text.rdv.add}
        </Button>
      )}
    </div>
  )
}
