import type { ComponentProps } from 'react'
import type { OutboxEntry } from '../../../sync/store/outbox-entry.ts'
import { useSync } from '../../data/sync-status/sync-context.ts'
import { EntryName, useAgo } from './entry-parts.tsx'
import { PendingFiles } from './file-rows.tsx'
import styles from './synchronisation.module.css'
import { useEntryLabel } from './use-entry-label.ts'
import { actionLabel, pendingReason } from './wording.ts'

function PendingRow({ entry, entries }: { entry: OutboxEntry; entries: readonly OutboxEntry[] }) {
  const { status } = useSync()
  const about = useEntryLabel(entry)
  const ago = useAgo()
  const reason = pendingReason(entry, { entries, online: status.online, paused: status.paused.length > 0 })
  return (
    <li className={styles.row}>
      <EntryName about={about} action={actionLabel(entry)} />
      <div className={styles.when}>
        <span>{reason}</span>
        <span>{ago(entry.createdAt)}</span>
      </div>
    </li>
  )
}

/** « À envoyer »: what this device still has to send, oldest first. */
export function PendingList({
  entries,
  files,
  label,
}: {
  entries: readonly OutboxEntry[]
  files: ComponentProps<typeof PendingFiles>['items']
  label: string
}) {
  return (
    <ul className={`surface ${styles.rows}`} aria-label={label}>
      {entries
        .filter((entry) => entry.state !== 'refused')
        .map((entry) => (
          <PendingRow key={entry.id} entry={entry} entries={entries} />
        ))}
      <PendingFiles items={files} />
    </ul>
  )
}
