import { Button } from '@mantine/core'
import { IconEraser } from '@tabler/icons-react'
import { useState } from 'react'
import type { OutboxEntry } from '../../../sync/store/outbox-entry.ts'
import { useFileQueue } from '../../data/records/use-files.ts'
import { logoutAndErase } from '../../data/session/session-actions.ts'
import { useIdentity } from '../../data/session/use-identity.ts'
import { useSync } from '../../data/sync-status/sync-context.ts'
import { mayLogOut } from '../../forms/may-log-out.ts'
import { synchronisationText } from '../../text/synchronisation.ts'
import { notices } from '../../ui/notices/notices.tsx'
import styles from './synchronisation.module.css'

const text = synchronisationText.erase

/** « Quitter cet appareil » (ERASE-1), for a phone that somebody else will use: only when nothing on it is unsent. */
export function EraseSection({ entries }: { entries: readonly OutboxEntry[] }) {
  const queue = useFileQueue()
  const identity = useIdentity()
  const { locked } = useSync().status
  const [erasing, setErasing] = useState(false)
  // An impersonation is left, not erased.
  if (identity.impersonator !== '') return null
  const waits = locked + entries.length + (queue?.files.length ?? 1) + (queue?.mails.length ?? 0) > 0
  const erase = async (): Promise<void> => {
    if (!(await notices.confirm({ title: text.sure, message: text.sureText })) || !(await mayLogOut())) return
    setErasing(true)
    const outcome = await logoutAndErase(identity).catch(() => null)
    // Nobody is logged in any more, whatever the result; a failure is shown on the page that follows.
    if (outcome === true) location.assign('/')
    else notices.error(outcome === false ? text.kept : text.failed)
  }
  return (
    <div className={styles.meter}>
      <h3 className={styles.smallTitle}>{text.title}</h3>
      <p className={styles.quiet}>{waits ? text.waits : text.text}</p>
      <Button
        variant="default"
        leftSection={<IconEraser size={18} aria-hidden />}
        disabled={waits}
        loading={erasing}
        onClick={() => void erase()}
      >
        {text.make}
      </Button>
    </div>
  )
}
