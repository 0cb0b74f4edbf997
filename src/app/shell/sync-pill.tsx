import { IconCloudOff } from '@tabler/icons-react'
import type { SyncStatus } from '../../data/sync-status/sync-context.ts'
import { syncLabel } from '../../data/sync-status/sync-label.ts'
import styles from './sync-pill.module.css'

/** The synchronisation's state in the top bar: text and a dot, never colour alone. Computed from the status only. */
export function SyncPill({ status }: { status: SyncStatus }) {
  // Beside the page's title a phone's bar has no room for both « Hors ligne » and the pending count: there a picture replaces the former.
  const { text, tone, waiting } = syncLabel(status)
  return (
    <span className={styles.pill} data-tone={tone} data-shortened={waiting !== '' || undefined}>
      <span className={styles.dot} aria-hidden />
      <IconCloudOff className={styles.picture ?? ''} size={16} aria-hidden />
      <span>
        <span className={styles.state}>{text.slice(0, text.length - waiting.length)}</span>
        {waiting}
      </span>
    </span>
  )
}
