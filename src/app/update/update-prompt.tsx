import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { acceptUpdate, dismissNotice, useServiceWorkerState } from '../../data/version/service-worker.ts'
import { appText } from '../../text/app.ts'
import styles from './update-prompt.module.css'

const OFFLINE_READY_MS = 8000

/** « Application prête … » after the first installation, « Mise à jour disponible … » when a new version is waiting (PWA-02). `quiet`: only the latter. */
export function UpdatePrompt({ quiet = false }: { quiet?: boolean }) {
  const state = useServiceWorkerState()
  const [accepted, setAccepted] = useState(false)
  useEffect(() => {
    if (state !== 'offline-ready') return
    const timer = setTimeout(dismissNotice, OFFLINE_READY_MS)
    return () => clearTimeout(timer)
  }, [state])
  const update = state === 'update-waiting'
  if (state === 'idle' || (quiet && !update)) return null
  const accept = (): void => {
    setAccepted(true)
    void acceptUpdate()
  }
  return (
    <div className={styles.prompt} data-foot role={update ? 'alert' : 'status'}>
      <p className={styles.text}>{update ? appText.update.available : appText.update.offlineReady}</p>
      <div className={styles.actions}>
        <Button variant="subtle" color="ardoise" onClick={dismissNotice}>
          {appText.update.close}
        </Button>
        {update && (
          <Button loading={accepted} onClick={accept}>
            {appText.update.accept}
          </Button>
        )}
      </div>
    </div>
  )
}
