import { type SyncSummary, syncLabel } from './sync-label.ts'
import styles from './sync-pill.module.css'

/** The synchronisation's state in the top bar: text and a dot, never colour alone. Pure from the status. */
export function SyncPill({ status }: { status: SyncSummary }) {
  const { text, tone } = syncLabel(status)
  return (
    <span className={styles.pill} data-tone={tone}>
      <span className={styles.dot} aria-hidden />
      {text}
    </span>
  )
}
