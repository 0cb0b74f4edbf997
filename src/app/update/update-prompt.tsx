import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { acceptUpdate, dismissNotice, useServiceWorkerState } from '../../data/version/service-worker.ts'
import { appText } from '../../text/app.ts'
import styles from './update-prompt.module.css'

const OFFLINE_READY_MS = 8000

/** « Application prête … » after the first installation, « Mise à jour disponible … » when a new version is waiting (PWA-02). `quiet`: only the latter. */
export function UpdatePrompt({ quiet = false }: { quiet?: boolean }) {
  const state = useServiceWorkerState()
  useEffect(() => {
    if (state !== 'offline-ready') return
    const timer = setTimeout(dismissNotice, OFFLINE_READY_MS)
    return () => clearTimeout(timer)
  }, [state])
  const update = state === 'update-waiting' || state === 'updating'
  if (state === 'idle' || (quiet && !update)) return null
  return (
    <div className={styles.prompt} data-foot role={update ? 'alert' : 'status'}>
      <p className={styles.text}>{update ? appText.update.available : appText.update.offlineReady}</p>
      <div className={styles.actions}>
        <Button variant="subtle" color="ardoise" onClick={dismissNotice}>
          {appText.update.close}
        </Button>
        {update && (
          <Button loading={state === 'updating'} onClick={() => void acceptUpdate()}>
            {appText.update.accept}
          </Button>
        )}
      </div>
    </div>
  )
}
