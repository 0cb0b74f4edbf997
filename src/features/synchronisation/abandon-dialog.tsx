import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import type { OutboxEntry } from '../../../sync/store/outbox-entry.ts'
import { useResolver } from '../../data/records/use-outbox.ts'
import { synchronisationText as text } from '../../text/synchronisation.ts'
import { notices } from '../../ui/notices/notices.tsx'
import { Sheet } from '../../ui/page/sheet.tsx'
import { EntryLine } from './entry-parts.tsx'
import styles from './synchronisation.module.css'
import { dependentsOf } from './wording.ts'

/** Asks before a refused write is given up, since it is lost then, and names all entries that depend on it (I2: never silently). */
export function AbandonDialog({
  entry,
  entries,
  onClose,
}: {
  entry: OutboxEntry
  entries: readonly OutboxEntry[]
  onClose: () => void
}) {
  const resolver = useResolver()
  const [busy, setBusy] = useState(false)
  const dependents = dependentsOf(entry.id, entries)

  const abandon = async (): Promise<void> => {
    if (!resolver) return
    setBusy(true)
    try {
      await resolver.abandon(entry.id)
      notices.success(text.abandoned)
      onClose()
    } catch (error) {
      notices.failure(error)
      setBusy(false)
    }
  }

  return (
    <Sheet opened onClose={onClose} title={text.abandonTitle}>
      <div className={styles.form}>
        <Text size="sm">{text.abandonText}</Text>
        <Text size="sm">
          <EntryLine entry={entry} />
        </Text>
        {dependents.length > 0 ? (
          <>
            <Text size="sm">{text.abandonDependents(dependents.length)}</Text>
            <ul className={styles.dependents}>
              {dependents.map((one) => (
                <li key={one.id}>
                  <EntryLine entry={one} />
                </li>
              ))}
            </ul>
          </>
        ) : null}
        <div className={styles.formActions}>
          <Button variant="default" onClick={onClose} data-autofocus>
            {text.abandonNo}
          </Button>
          <Button color="rouge" loading={busy} onClick={() => void abandon()}>
            {text.abandonYes}
          </Button>
        </div>
      </div>
    </Sheet>
  )
}
