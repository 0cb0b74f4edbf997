import { Link } from '@tanstack/react-router'
import type { ResourceRecord } from '../../../schemas/resources.ts'
import { driveFile } from '../../data/records/use-files.ts'
import { formatDate, formatTime } from '../../ui/format/format.ts'
import { NAMED_COLORS } from '../../ui/format/named-colors.ts'
import { useOpenFile } from '../files/file-list.tsx'
import styles from './timeline.module.css'
import type { TimelineEvent } from './timeline-events.ts'

/** Its file opens in a tab, as everywhere. */
function FileTitle({ file, children }: { file: ResourceRecord<'fichier'>; children: string }) {
  const open = useOpenFile()
  return (
    <button type="button" className={styles.opens} onClick={() => void open(driveFile(file))}>
      {children}
    </button>
  )
}

/** The events, latest first, by year; read-only. */
export function Timeline({ events, label }: { events: readonly TimelineEvent[]; label: string }) {
  return (
    <ol className={styles.line} aria-label={label}>
      {events.map((event) => (
        <li key={event.id} className={styles.event}>
          <time className={styles.time} dateTime={event.at.replace(' ', 'T')}>
            <span>{formatDate(event.at)}</span>
            {event.at.length > 10 ? <span className={styles.hour}>{formatTime(event.at)}</span> : null}
          </time>
          <span className={styles.dot} style={{ background: NAMED_COLORS[event.color] ?? event.color }} aria-hidden />
          <div className={styles.words}>
            {event.href ? (
              <Link to={event.href} className={styles.title ?? ''}>
                {event.title}
              </Link>
            ) : event.file ? (
              <FileTitle file={event.file}>{event.title}</FileTitle>
            ) : (
              <span className={styles.title}>{event.title}</span>
            )}
            {event.detail ? <span className={styles.detail}>{event.detail}</span> : null}
          </div>
        </li>
      ))}
    </ol>
  )
}
