import { Button, FileButton } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type Import, isWorking, MAX_IMPORT_BYTES } from '../../../schemas/imports.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { useSync } from '../../data/sync-status/sync-context.ts'
import { ReadingTrouble } from '../../domain/online/reading-trouble.tsx'
import { useReading } from '../../domain/online/use-reading.ts'
import { RecordRow, RowList } from '../../domain/records/record-rows.tsx'
import { importsText as text } from '../../text/imports.ts'
import { fileSize } from '../../ui/format/bytes.ts'
import { formatInstant } from '../../ui/format/format.ts'
import { hrefProps } from '../../ui/navigation/href-props.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { notices } from '../../ui/notices/notices.tsx'
import { useBusy } from '../../ui/notices/use-busy.ts'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { Panel, PanelEmpty } from '../../ui/page/panel.tsx'
import { StateChip } from '../../ui/page/state-chip.tsx'
import { readImports, sendFile } from './import-calls.ts'
import styles from './imports.module.css'

const LIMIT = fileSize(MAX_IMPORT_BYTES)

/** /manager/imports: the files of the last days, and where a new one is chosen. */
export function ImportsScreen() {
  const { online } = useSync().status
  const reading = useReading(online, readImports)
  const navigate = useNavigate()
  const { busy, whileBusy } = useBusy()
  const choose = (file: File | null): void => {
    if (file === null) return
    if (file.size > MAX_IMPORT_BYTES) notices.failure(new Error(text.tooLarge(LIMIT)))
    else void whileBusy(async () => navigate(hrefProps(paths.imports.one(await sendFile(file)))))
  }
  return (
    <>
      <PageHeader title={text.title} subtitle={text.intro} back={paths.parametres.href()} />
      <div className={styles.panels}>
        <Panel title={text.file}>
          <p className={styles.hint}>{text.chooseHint(LIMIT)}</p>
          <FileButton accept=".csv,.txt,.tsv,.xlsx" onChange={choose} disabled={!online || busy}>
            {(props) => (
              <Button
                {...props}
                className={styles.action ?? ''}
                leftSection={<IconUpload size={18} />}
                loading={busy}
                disabled={!online}
              >
                {text.choose}
              </Button>
            )}
          </FileButton>
          {busy ? (
            <p className={styles.hint} role="status">
              {text.sending}
            </p>
          ) : null}
        </Panel>
        <ReadingTrouble reading={reading} words={text} card />
        {reading.known === null ? null : (
          <Panel title={text.past} count={reading.known.length}>
            {reading.known.length === 0 ? (
              <PanelEmpty text={text.noPast} />
            ) : (
              <RowList label={text.past}>
                {reading.known.map((one) => (
                  <PastRow key={one.id} one={one} />
                ))}
              </RowList>
            )}
          </Panel>
        )}
      </div>
    </>
  )
}

function PastRow({ one }: { one: Import }) {
  const zone = useZone()
  const color = isWorking(one.etat)
    ? 'blue'
    : one.etat === 'fini'
      ? 'green'
      : one.etat === 'interrompu'
        ? 'red'
        : 'gray'
  return (
    <RecordRow
      href={paths.imports.one(one.id)}
      title={one.nom}
      detail={[formatInstant(one.cree_le, zone), text.lines(one.lignes), one.par ? text.by(one.par) : null]
        .filter(Boolean)
        .join(' · ')}
      end={<StateChip label={text.states[one.etat]} color={color} />}
    />
  )
}
