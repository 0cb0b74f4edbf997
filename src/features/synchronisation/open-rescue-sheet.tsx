import { Button, FileButton, Text, TextInput } from '@mantine/core'
import { IconFile } from '@tabler/icons-react'
import { type FormEvent, Fragment, useState } from 'react'
import { type OpenedRescue, openRescue, restoreRescue } from '../../../sync/device/rescue.ts'
import { useLocalData } from '../../data/database/local-data-provider.tsx'
import { useZone } from '../../data/session/use-zone.ts'
import { useSync } from '../../data/sync-status/sync-context.ts'
import { synchronisationText } from '../../text/synchronisation.ts'
import { formatBytes, formatInstant } from '../../ui/format/format.ts'
import { notices } from '../../ui/notices/notices.tsx'
import { Failure } from '../../ui/page/failure.tsx'
import { Sheet } from '../../ui/page/sheet.tsx'
import { rescueCounts } from './rescue-counts.ts'
import { rescueFailure } from './rescue-failure.ts'
import styles from './synchronisation.module.css'

const text = synchronisationText.rescue
const sizeOf = ({ pieces }: OpenedRescue): number => pieces.reduce((sum, piece) => sum + piece.size, 0)

/** Whose rescue file it is, its date and its content: shown before anything is restored. */
function Preview({ rescue }: { rescue: OpenedRescue }) {
  const zone = useZone()
  return (
    <>
      <Text fw={600}>{text.ownerAt(rescue.account.name, rescue.company.name, formatInstant(rescue.at, zone))}</Text>
      <dl className={styles.counts}>
        {rescueCounts(rescue).map(({ label, count }) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd>{label === text.files ? `${count} (${formatBytes(sizeOf(rescue))})` : count}</dd>
          </Fragment>
        ))}
      </dl>
    </>
  )
}

/** « Reprendre une copie de secours »: the file, its words, a look at its content; then its entries join this device's queue. */
export function OpenRescueSheet({ onClose }: { onClose: () => void }) {
  const data = useLocalData()
  const { controls } = useSync()
  const [file, setFile] = useState<File | null>(null)
  const [words, setWords] = useState('')
  const [rescue, setRescue] = useState<OpenedRescue | null>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  const attempt = async (act: () => Promise<void>): Promise<void> => {
    setBusy(true)
    setFailure(null)
    await act().catch((error: unknown) => setFailure(rescueFailure(error)))
    setBusy(false)
  }
  const read = (event: FormEvent): void => {
    event.preventDefault()
    if (data && file) void attempt(async () => setRescue(await openRescue(file, words, data.identity)))
  }
  const take = (from: OpenedRescue): Promise<void> =>
    attempt(async () => {
      if (!data) return
      notices.success(text.taken(await restoreRescue(data.db, from)))
      // An entry that joins the queue as `sent` does not wake the worker, because each try of the worker writes that state too.
      void controls.syncNow()
      onClose()
    })

  return (
    <Sheet opened onClose={onClose} title={text.open}>
      {rescue ? (
        <div className={styles.form}>
          <Preview rescue={rescue} />
          <Failure>{failure}</Failure>
          <div className={styles.formActions}>
            <Button variant="default" onClick={onClose}>
              {synchronisationText.cancel}
            </Button>
            <Button loading={busy} onClick={() => void take(rescue)} data-autofocus>
              {text.take(rescue.entries.length + rescue.files.length + rescue.mails.length)}
            </Button>
          </div>
        </div>
      ) : (
        <form className={styles.form} onSubmit={read}>
          <FileButton onChange={setFile}>
            {(props) => (
              <Button {...props} variant="default" leftSection={<IconFile size={18} aria-hidden />}>
                {file?.name ?? text.choose}
              </Button>
            )}
          </FileButton>
          <TextInput
            label={text.words}
            description={text.typeWords}
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <Failure>{failure}</Failure>
          <div className={styles.formActions}>
            <Button variant="default" onClick={onClose}>
              {synchronisationText.cancel}
            </Button>
            <Button type="submit" loading={busy} disabled={!file || words.trim() === ''}>
              {text.read}
            </Button>
          </div>
        </form>
      )}
    </Sheet>
  )
}
