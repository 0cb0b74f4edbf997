import { Button, CopyButton, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { today } from '../../../schemas/dates.ts'
import { saveRescue } from '../../../sync/device/rescue.ts'
import { useLocalData } from '../../data/database/local-data-provider.tsx'
import { useSession } from '../../data/session/session.tsx'
import { useZone } from '../../data/session/use-zone.ts'
import { synchronisationText } from '../../text/synchronisation.ts'
import { downloadFile } from '../../ui/format/csv.ts'
import { notices } from '../../ui/notices/notices.tsx'
import { Failure } from '../../ui/page/failure.tsx'
import { Sheet } from '../../ui/page/sheet.tsx'
import { newPassphrase } from './new-passphrase.ts'
import { rescueFailure } from './rescue-failure.ts'
import styles from './synchronisation.module.css'

const text = synchronisationText.rescue

/** The words first, then the file: without them nobody can open it. */
export function SaveRescueSheet({ count, onClose }: { count: number; onClose: () => void }) {
  const data = useLocalData()
  const { company, account } = useSession()
  const zone = useZone()
  const [passphrase] = useState(newPassphrase)
  const [state, setState] = useState<'ready' | 'busy' | 'saved'>('ready')
  const [failure, setFailure] = useState<string | null>(null)

  const save = async (): Promise<void> => {
    if (!data) return
    setState('busy')
    setFailure(null)
    try {
      const { NOM_COMPLET, NOM } = account.personnel
      const file = await saveRescue(data.db, { passphrase, companyName: company.NOM, accountName: NOM_COMPLET ?? NOM })
      downloadFile(text.fileName(today(zone)), file)
      notices.success(text.saved(count))
      setState('saved')
    } catch (error) {
      setState('ready')
      setFailure(rescueFailure(error))
    }
  }

  return (
    <Sheet opened onClose={onClose} title={text.title}>
      <div className={styles.form}>
        <Text size="sm">{text.wordsHint}</Text>
        <ol className={styles.words} aria-label={text.words}>
          {passphrase.split(' ').map((word, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a word may be drawn twice, and the list never changes
            <li key={index}>{word}</li>
          ))}
        </ol>
        <Text size="sm">{text.apart}</Text>
        <Failure>{failure}</Failure>
        <div className={styles.formActions}>
          <CopyButton value={passphrase}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {copied ? text.copied : text.copy}
              </Button>
            )}
          </CopyButton>
          {state === 'saved' ? (
            <Button onClick={onClose}>{text.noted}</Button>
          ) : (
            <Button
              leftSection={<IconDownload size={18} aria-hidden />}
              loading={state === 'busy'}
              onClick={() => void save()}
            >
              {text.save}
            </Button>
          )}
        </div>
      </div>
    </Sheet>
  )
}
