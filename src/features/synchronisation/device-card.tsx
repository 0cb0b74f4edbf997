import { Button, Progress } from '@mantine/core'
import { IconDownload, IconShieldCheck } from '@tabler/icons-react'
import { Fragment } from 'react'
import { today } from '../../../schemas/dates.ts'
import type { OutboxEntry } from '../../../sync/outbox-entry.ts'
import { useSession } from '../../app/session.tsx'
import { formatBytes, formatCount } from '../../components/format.ts'
import { notices } from '../../components/notices.tsx'
import { downloadText } from '../../components/resource/csv.ts'
import { useZone } from '../../components/resource/use-zone.ts'
import { useCompleteness } from '../../db/use-pull-states.ts'
import { synchronisationText as text } from '../../text/synchronisation.ts'
import { pendingExport } from './export-pending.ts'
import styles from './synchronisation.module.css'
import { COUNTED, useCounts, useStorage } from './use-device.ts'

/** What this device holds, how it is kept, and a rescue copy of what only it holds. */
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
      <ExportButton entries={entries} />
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

function ExportButton({ entries }: { entries: readonly OutboxEntry[] }) {
  const { company, account } = useSession()
  const zone = useZone()
  const save = (): void => {
    const file = pendingExport({ company, account, entries, at: new Date().toISOString() })
    downloadText(text.exportFile(today(zone)), file, 'application/json')
    notices.success(text.exported(entries.length))
  }
  return (
    <div className={styles.meter}>
      <h3 className={styles.smallTitle}>{text.exportTitle}</h3>
      <p className={styles.quiet}>{text.exportText}</p>
      <Button
        variant="default"
        leftSection={<IconDownload size={18} aria-hidden />}
        disabled={entries.length === 0}
        onClick={save}
      >
        {text.export}
      </Button>
    </div>
  )
}
