import { Link } from '@tanstack/react-router'
import { formatDate, formatTime } from '../../ui/format/format.ts'
import { NAMED_COLORS } from '../../ui/format/named-colors.ts'
import styles from './timeline.module.css'
import type { TimelineEvent } from './timeline-events.ts'

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
