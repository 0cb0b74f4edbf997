import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { wallClock } from '../../../schemas/dates.ts'
import type { OutboxEntry } from '../../../sync/store/outbox-entry.ts'
import { useNow } from '../../data/session/use-now.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { formatAgo } from '../../ui/format/format.ts'
import { hrefProps } from '../../ui/navigation/href-props.ts'
import styles from './synchronisation.module.css'
import { type EntryLabel, useEntryLabel } from './use-entry-label.ts'
import { actionLabel } from './wording.ts'

/** The entity, the record (a link to its page) and the action in words. */
export function EntryName({ about, action }: { about: EntryLabel; action?: string | undefined }) {
  return (
    <div className={styles.rowWords}>
      <div className={styles.kind}>{about.title}</div>
      {about.href === null ? (
        <span className={styles.name}>{about.label}</span>
      ) : (
        <Link {...hrefProps(about.href)} className={styles.name ?? ''}>
          {about.label}
        </Link>
      )}
      {action === undefined ? null : <div className={styles.action}>{action}</div>}
    </div>
  )
}

/** « il y a 5 min » on the company's clock. */
export function useAgo(): (instant: string) => string {
  const zone = useZone()
  const now = useNow()
  return (instant) => formatAgo(wallClock(new Date(instant), zone), now)
}

/** One line that names an entry, in lists of dialogs. */
export function EntryLine({ entry }: { entry: OutboxEntry }) {
  const about = useEntryLabel(entry)
  return (
    <>
      {about.title} · <strong>{about.label}</strong> — {actionLabel(entry)}
    </>
  )
}

/** A group of the page, with its count once it is known. */
export function Group({ title, count, children }: { title: string; count: number | undefined; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className={styles.groupTitle}>
        {title} {count === undefined ? null : <span className={styles.groupCount}>{count}</span>}
      </h2>
      {children}
    </section>
  )
}
