import { Button, Progress } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { Fragment } from 'react'
import type { OutboxEntry } from '../../../sync/store/outbox-entry.ts'
import { useCompleteness } from '../../data/sync-status/use-pull-states.ts'
import { InstallWayPart } from '../../domain/installation/install-way.tsx'
import { installationText } from '../../text/installation.ts'
import { synchronisationText as text } from '../../text/synchronisation.ts'
import { formatBytes, formatCount } from '../../ui/format/format.ts'
import { notices } from '../../ui/notices/notices.tsx'
import { EraseSection } from './erase-section.tsx'
import { RescueSection } from './rescue-section.tsx'
import styles from './synchronisation.module.css'
import { COUNTED, useCounts, useStorage } from './use-device.ts'

/** What this device holds, how it is stored, and a rescue file of what only it holds. */
export function DeviceCard({ entries }: { entries: readonly OutboxEntry[] }) {
  const counts = useCounts()
  const states = useCompleteness()
  const whole = new Set(states?.filter((state) => state.completeAt !== null).map((state) => state.resource))
  return (
    <section className={`surface ${styles.card}`} aria-label={text.device}>
      <h2 className={styles.groupTitle}>{text.device}</h2>
      <dl className={styles.counts}>
        {COUNTED.map((resource) => (
          <Fragment key={resource}>
            <dt>
              {text.collections[resource]}
              {states && !whole.has(resource) ? <span className={styles.receiving}> · {text.incomplete}</span> : null}
            </dt>
            <dd>{counts ? formatCount(counts.get(resource) ?? 0) : '…'}</dd>
          </Fragment>
        ))}
      </dl>
      <StorageMeter />
      <div className={styles.meter}>
        <h3 className={styles.smallTitle}>{installationText.title}</h3>
        <InstallWayPart />
      </div>
      <RescueSection entries={entries} />
      <EraseSection entries={entries} />
    </section>
  )
}

function StorageMeter() {
  const storage = useStorage()
  if (storage.used === null || storage.quota === null) return null
  const persist = async (): Promise<void> => {
    if (!(await storage.persist())) notices.info(text.persistRefused)
  }
  return (
    <div className={styles.meter}>
      <h3 className={styles.smallTitle}>{text.storage}</h3>
      <Progress
        size="sm"
        value={Math.max(1, (100 * storage.used) / Math.max(1, storage.quota))}
        aria-label={text.storage}
      />
      <div className={styles.sub}>{text.storageOf(formatBytes(storage.used), formatBytes(storage.quota))}</div>
      <p className={styles.quiet}>{storage.persisted ? text.persisted : text.notPersisted}</p>
      {storage.persisted === false ? (
        <Button
          variant="default"
          leftSection={<IconShieldCheck size={18} aria-hidden />}
          onClick={() => void persist()}
        >
          {text.persist}
        </Button>
      ) : null}
    </div>
  )
}
