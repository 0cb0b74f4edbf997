import { Alert } from '@mantine/core'
import { useTightRoom } from '../../data/database/storage-room.ts'
import { useFileQueue } from '../../data/records/use-files.ts'
import { useLiveList } from '../../data/records/use-live.ts'
import { useOutbox } from '../../data/records/use-outbox.ts'
import { useSync } from '../../data/sync-status/sync-context.ts'
import { deviceStorageText } from '../../text/device-storage.ts'
import { synchronisationText as text } from '../../text/synchronisation.ts'
import { formatBytes } from '../../ui/format/format.ts'
import { FirstRows } from '../../ui/list/first-rows.tsx'
import { DOUBLE_PRESS_MS, useBusy } from '../../ui/notices/use-busy.ts'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { ConflictCard } from './conflict-card.tsx'
import { DeviceCard } from './device-card.tsx'
import { Group } from './entry-parts.tsx'
import { itemsOf, RefusedFile } from './file-rows.tsx'
import { PendingList } from './pending-list.tsx'
import { RefusedCard } from './refused-card.tsx'
import { SyncState } from './sync-state.tsx'
import styles from './synchronisation.module.css'
import { TeamDevices } from './team-devices.tsx'

/** « Synchronisation » (MGR-21): pending entries, refused entries, conflicts, and what this device holds. */
export function SynchronisationScreen() {
  const entries = useOutbox()
  const conflicts = useLiveList('conflit', { selector: { RESOLU: 0 } })
  const queue = useFileQueue()
  const { locked } = useSync().status
  const left = useTightRoom()
  // A double press must not resolve the next conflict too.
  const resolving = useBusy({ restMs: DOUBLE_PRESS_MS })
  const refused = entries?.filter((entry) => entry.state === 'refused') ?? []
  const [waitingFiles, refusedFiles] = [itemsOf(queue, 'pending'), itemsOf(queue, 'refused')]
  const pending = (entries?.length ?? 0) - refused.length + waitingFiles.length
  const latest = [...(conflicts ?? [])].sort((a, b) => (b.DATE_CONFLIT ?? '').localeCompare(a.DATE_CONFLIT ?? ''))
  return (
    <>
      <PageHeader title={text.title} />
      <div className={styles.page}>
        <div className={styles.main}>
          {locked > 0 && <Alert color="rouge">{text.locked(locked)}</Alert>}
          {left !== null && <Alert color="rouge">{deviceStorageText.tightRoom(formatBytes(left))}</Alert>}
          <SyncState />
          {refused.length + refusedFiles.length > 0 ? (
            <Group title={text.toCorrect} count={refused.length + refusedFiles.length}>
              <ul className={styles.list}>
                {refused.map((entry) => (
                  <RefusedCard key={entry.id} entry={entry} entries={entries ?? []} />
                ))}
                {refusedFiles.map((item) => (
                  <RefusedFile key={item.id} item={item} />
                ))}
              </ul>
            </Group>
          ) : null}
          {latest.length > 0 ? (
            <Group title={text.toResolve} count={latest.length}>
              <FirstRows name={text.toResolve} items={latest}>
                {(shown) => (
                  <ul className={styles.list}>
                    {shown.map((conflict) => (
                      <ConflictCard key={conflict.id} conflict={conflict} resolving={resolving} />
                    ))}
                  </ul>
                )}
              </FirstRows>
            </Group>
          ) : null}
          {entries === undefined || (pending === 0 && locked > 0) ? null : (
            <Group title={text.toSend} count={pending}>
              {pending > 0 ? (
                <PendingList entries={entries} files={waitingFiles} label={text.toSend} />
              ) : (
                <p className={`surface ${styles.card} ${styles.quiet}`}>{text.nothingToSend}</p>
              )}
            </Group>
          )}
          <TeamDevices />
        </div>
        <div className={styles.side}>
          <DeviceCard entries={entries ?? []} />
        </div>
      </div>
    </>
  )
}
