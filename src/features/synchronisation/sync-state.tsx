import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCloudCheck, IconCloudOff, IconRefresh, type TablerIcon } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { sessionStore } from '../../data/session/session-store.ts'
import { type SyncStatus, useSync } from '../../data/sync-status/sync-context.ts'
import { type SyncTone, syncLabel } from '../../data/sync-status/sync-label.ts'
import { synchronisationText as text } from '../../text/synchronisation.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { useAgo } from './entry-parts.tsx'
import styles from './synchronisation.module.css'

const ICONS: Record<SyncTone, TablerIcon> = {
  ok: IconCloudCheck,
  busy: IconRefresh,
  offline: IconCloudOff,
  attention: IconAlertTriangle,
}

/** The page's headline: the pill's label as a sentence. */
export function headline(status: SyncStatus): string {
  const { headlines } = text
  const { tone } = syncLabel(status)
  if (tone === 'attention') {
    if (status.unopened) return headlines.unopened
    if (status.paused.includes('no-access')) return headlines.noAccess
    const points = status.refused + status.conflicts
    if (points > 0) return headlines.attention(points)
    return status.locked > 0 ? headlines.locked : headlines.paused
  }
  if (tone === 'offline') return status.online ? headlines.stale : headlines.offline
  if (tone === 'ok') return headlines.ok
  if (status.pending > 0) return headlines.busy(status.pending)
  return status.firstSync || status.lastSync === null ? headlines.receiving : headlines.checking
}

/** A leader's last message does not hold any more when it is silent, or when the device slept. */
function stateWords({ certainty, phase }: SyncStatus): string {
  if (certainty === 'stale' && phase !== 'failing') return text.silent
  return text.phases[phase] ?? phase
}

/** A new login is offered only for the causes that it can remedy. */
const asksForLogin = (reason: string): boolean => reason === 'signed-out' || reason === 'other-account'

/** State, last synchronisation, the causes of a pause and what to do about them, « Synchroniser maintenant ». */
export function SyncState() {
  const { status, controls } = useSync()
  const { tone } = syncLabel(status)
  const navigate = useNavigate()
  const ago = useAgo()
  const [syncing, setSyncing] = useState(false)
  const Icon = ICONS[tone]

  const syncNow = async (): Promise<void> => {
    setSyncing(true)
    try {
      await controls.syncNow()
    } finally {
      setSyncing(false)
    }
  }
  /** Only the session ends: local records and the queue stay, and the next login of the same person continues with them. */
  const reconnect = (): void => {
    sessionStore.setAuth(null)
    void navigate({ href: paths.login.href(paths.synchronisation.href()) })
  }

  return (
    <section className={`surface ${styles.status}`} data-tone={tone} aria-label={text.title}>
      <span className={styles.statusIcon} aria-hidden>
        <Icon size={24} stroke={1.7} />
      </span>
      <div className={styles.statusWords} role="status">
        <div className={styles.headline}>{headline(status)}</div>
        <div className={styles.sub}>{status.lastSync ? text.lastSync(ago(status.lastSync)) : text.never}</div>
        {status.online && status.paused.length === 0 ? <div className={styles.sub}>{stateWords(status)}</div> : null}
      </div>
      {status.paused.some(asksForLogin) ? null : (
        <Button
          className={styles.statusAction ?? ''}
          variant={tone === 'busy' ? 'filled' : 'default'}
          leftSection={<IconRefresh size={18} aria-hidden />}
          loading={syncing}
          disabled={!status.online}
          onClick={() => void syncNow()}
        >
          {text.syncNow}
        </Button>
      )}
      {status.online ? null : <p className={styles.pausedReason}>{text.offlineHint}</p>}
      {status.paused.map((reason) => (
        <p key={reason} className={styles.pausedReason}>
          {text.paused[reason] ?? reason}
        </p>
      ))}
      {status.paused.some(asksForLogin) ? (
        <Button className={styles.statusAction ?? ''} onClick={reconnect}>
          {text.reconnect}
        </Button>
      ) : null}
    </section>
  )
}
