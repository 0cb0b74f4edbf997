import { Button } from '@mantine/core'
import { uuidv7 } from '../../../schemas/uuid.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { useSync } from '../../data/sync-status/sync-context.ts'
import { useReading } from '../../domain/online/use-reading.ts'
import { fusionText as text } from '../../text/fusion.ts'
import { formatInstant } from '../../ui/format/format.ts'
import { notices } from '../../ui/notices/notices.tsx'
import { useBusy } from '../../ui/notices/use-busy.ts'
import styles from './merge.module.css'
import { readMerges, undoMerge } from './merge-calls.ts'

/** On a client into which another record went: says so, and undoes it while that is possible. Only the server knows; without network nothing is shown. */
export function MergedNotice({ id }: { id: string }) {
  const zone = useZone()
  const { online } = useSync().status
  const reading = useReading(online, (signal) => readMerges(id, signal))
  const { busy, whileBusy } = useBusy()
  const last = reading.known?.find((one) => one.ANNULABLE)
  if (!last) return null
  const undo = (): Promise<boolean> =>
    whileBusy(async () => {
      if (!(await notices.confirm({ message: text.confirmUndo }))) return
      await undoMerge(last.id, uuidv7()).finally(reading.again)
      notices.success(text.undone)
    })
  return (
    <section className={`surface ${styles.notice}`} aria-label={text.notice}>
      <span className={styles.words}>
        {text.merged(last.NOM, formatInstant(last.LE, zone))} {text.until(formatInstant(last.ANNULABLE_JUSQUA, zone))}
      </span>
      <Button variant="default" disabled={!online} loading={busy} onClick={() => void undo()}>
        {text.undo}
      </Button>
    </section>
  )
}
