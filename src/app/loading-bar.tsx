import { useSyncExternalStore } from 'react'
import { pendingRequests } from '../data/api/pending-requests.ts'
import { appText } from '../text/app.ts'
import styles from './loading-bar.module.css'
import { useSlowNotice } from './use-slow-notice.ts'

/** The thin bar at the very top while a foreground request runs (TEN-06), with a notice when it takes long. */
export function LoadingBar() {
  const count = useSyncExternalStore(pendingRequests.subscribe, pendingRequests.get)
  useSlowNotice(count > 0)
  if (count === 0) return null
  return (
    <div className={styles.bar} role="progressbar" aria-label={appText.loading}>
      <div className={styles.run} />
    </div>
  )
}
