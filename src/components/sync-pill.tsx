import { IconCloudOff } from '@tabler/icons-react'
import { appText } from '../text/app.ts'
import { type SyncSummary, syncLabel } from './sync-label.ts'
import styles from './sync-pill.module.css'

/** The synchronisation's state in the top bar: text and a dot, never colour alone. Pure from the status. */
export function SyncPill({ status }: { status: SyncSummary }) {
  const { text, tone } = syncLabel(status)
  const waiting = tone === 'offline' && status.pending > 0 ? appText.sync.pending(status.pending) : null
  return (
    <span className={styles.pill} data-tone={tone}>
      {waiting === null ? (
        <>
          <span className={styles.dot} aria-hidden />
          {text}
        </>
      ) : (
        <>
          <span className={`${styles.dot} ${styles.wide}`} aria-hidden />
          <IconCloudOff className={styles.narrow ?? ''} size={16} aria-hidden />
          {/* Beside it a phone's bar has no room left for the page's title: there the picture says « Hors ligne ». */}
          <span>
            <span className={styles.beginning}>{text.slice(0, -waiting.length)}</span>
            {waiting}
          </span>
        </>
      )}
    </span>
  )
}
