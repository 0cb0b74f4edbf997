import { Button } from '@mantine/core'
import { IconDownload, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import type { OutboxEntry } from '../../../sync/store/outbox-entry.ts'
import { useFileQueue } from '../../data/records/use-files.ts'
import { synchronisationText } from '../../text/synchronisation.ts'
import { OpenRescueSheet } from './open-rescue-sheet.tsx'
import { SaveRescueSheet } from './save-rescue-sheet.tsx'
import styles from './synchronisation.module.css'

const text = synchronisationText.rescue

/** « Copie de secours » (RESCUE-1, RESCUE-2): writes what only this device holds to a file for the support; restores such a file. */
export function RescueSection({ entries }: { entries: readonly OutboxEntry[] }) {
  const queue = useFileQueue()
  const [opened, setOpened] = useState<'save' | 'open' | null>(null)
  const count = entries.length + (queue?.files.length ?? 0) + (queue?.mails.length ?? 0)
  const close = (): void => setOpened(null)
  return (
    <div className={styles.meter}>
      <h3 className={styles.smallTitle}>{text.title}</h3>
      <p className={styles.quiet}>{text.text}</p>
      <Button
        variant="default"
        leftSection={<IconDownload size={18} aria-hidden />}
        disabled={count === 0}
        onClick={() => setOpened('save')}
      >
        {text.make}
      </Button>
      <Button variant="default" leftSection={<IconUpload size={18} aria-hidden />} onClick={() => setOpened('open')}>
        {text.open}
      </Button>
      {opened === 'save' ? <SaveRescueSheet count={count} onClose={close} /> : null}
      {opened === 'open' ? <OpenRescueSheet onClose={close} /> : null}
    </div>
  )
}
