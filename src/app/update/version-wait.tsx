import { Button } from '@mantine/core'
import { reloadOtherTabs } from '../../data/version/service-worker.ts'
import { useVersionWait } from '../../data/version/version-wait.ts'
import { appText } from '../../text/app.ts'
import styles from './update-prompt.module.css'

/** WORK-5: explains why the screens are empty while another tab of another version has the local database open, and lets the user reload it. */
export function VersionWait() {
  if (!useVersionWait()) return null
  const { versionWait } = appText
  return (
    <div className={styles.prompt} role="alert">
      <p className={styles.text}>{versionWait.text}</p>
      <div className={styles.actions}>
        <Button onClick={reloadOtherTabs}>{versionWait.reload}</Button>
      </div>
    </div>
  )
}
