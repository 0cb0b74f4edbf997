import { Button, Progress } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { type ImportDetail, isWorking } from '../../../schemas/imports.ts'
import { sameJson } from '../../../schemas/same-json.ts'
import { useSync } from '../../data/sync-status/sync-context.ts'
import { ReadingTrouble } from '../../domain/online/reading-trouble.tsx'
import { useReading } from '../../domain/online/use-reading.ts'
import { importsText as text } from '../../text/imports.ts'
import { Select } from '../../ui/controls/choices.tsx'
import { downloadFile } from '../../ui/format/csv.ts'
import { formatCount } from '../../ui/format/format.ts'
import { hrefProps } from '../../ui/navigation/href-props.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { notices } from '../../ui/notices/notices.tsx'
import { type Busy, useBusy } from '../../ui/notices/use-busy.ts'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { ClientColumns } from './client-columns.tsx'
import {
  chooseColumns,
  forgetImport,
  launchImport,
  readErrorsFile,
  readImport,
  sendFile,
  sentFile,
  undoImport,
} from './import-calls.ts'
import styles from './imports.module.css'
import { LinesPanel } from './lines-panel.tsx'

const ASK_MS = 1000

/** /manager/import/$id: one file, from its columns to its undo. Whoever opens it sees where it is. */
export function ImportScreen() {
  const { id } = useParams({ strict: false }) as { id: string }
  const { online } = useSync().status
  const reading = useReading(
    online,
    (signal) => readImport(id, signal),
    ({ etat }) => (isWorking(etat) ? ASK_MS : null),
  )
  const { known, again } = reading
  const busy = useBusy()
  return (
    <>
      <PageHeader
        title={known?.nom ?? text.title}
        subtitle={known ? text.states[known.etat] : undefined}
        back={paths.imports.href()}
      />
      <div className={styles.panels}>
        <ReadingTrouble reading={reading} words={{ ...text, failed: text.missing }} card />
        {known === null ? null : (
          // Another sheet has other columns.
          <Steps key={`${id} ${known.feuille}`} detail={known} online={online} again={again} busy={busy} />
        )}
      </div>
    </>
  )
}

interface StepsProps {
  detail: ImportDetail
  online: boolean
  again: () => void
  busy: Busy
}

function Steps({ detail, online, again, busy }: StepsProps) {
  const { busy: waiting, whileBusy } = busy
  const act = (what: () => Promise<unknown>): void => void whileBusy(what).then(again)
  const disabled = !online || waiting
  const { etat } = detail
  const chooses = etat === 'lu' || etat === 'pret'
  // null: nobody corrected the columns that the server has.
  const [corrected, setCorrected] = useState<ImportDetail['colonnes'] | null>(null)
  const columns = corrected ?? detail.colonnes
  const isTried = sameJson(columns, detail.colonnes)
  return (
    <>
      <FilePanel detail={detail} disabled={disabled} act={act} />
      {isWorking(etat) ? <ProgressPanel detail={detail} /> : null}
      {['pret', 'fini', 'retire', 'interrompu'].includes(etat) ? (
        <>
          <ResultPanel detail={detail} isTried={isTried} disabled={disabled} act={act} />
          {detail.visible === false ? null : <LinesPanel detail={detail} online={online} />}
        </>
      ) : null}
      {chooses ? (
        <ClientColumns
          detail={detail}
          columns={columns}
          disabled={disabled}
          onChange={setCorrected}
          onChosen={() => act(() => chooseColumns(detail.id, columns))}
        />
      ) : null}
    </>
  )
}

interface PartProps {
  detail: ImportDetail
  disabled: boolean
  act: (what: () => Promise<unknown>) => void
}

/** What was found in the file. */
function FilePanel({ detail, disabled, act }: PartProps) {
  const navigate = useNavigate()
  const { id, etat, feuilles, feuille, separateur } = detail
  const file = sentFile(id)
  const facts = [
    [text.found.format, detail.format.toUpperCase()],
    [text.found.encodage, detail.encodage],
    [text.found.separateur, separateur && (text.separators[separateur] ?? separateur)],
    [text.found.entete, text.headingLine(detail.entete)],
    [text.found.lignes, formatCount(detail.lignes)],
  ].filter(([, value]) => value !== null)
  const forget = async (): Promise<void> => {
    await forgetImport(id)
    await navigate(hrefProps(paths.imports.href()))
  }
  return (
    <Panel
      title={text.file}
      action={
        ['lecture', 'lu', 'pret'].includes(etat) ? (
          <Button variant="default" disabled={disabled} onClick={() => act(forget)}>
            {text.forget}
          </Button>
        ) : null
      }
    >
      {etat === 'lecture' ? <p className={styles.hint}>{text.cut}</p> : null}
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {feuilles.length > 1 && (etat === 'lu' || etat === 'pret') ? (
        <Select
          label={text.sheet}
          description={file ? undefined : text.sheetAgain}
          data={[...new Set(feuilles)]}
          value={feuille}
          disabled={disabled || !file}
          allowDeselect={false}
          onChange={(sheet) => sheet && file && act(() => sendFile(file, { id, sheet }))}
        />
      ) : null}
    </Panel>
  )
}

function ProgressPanel({ detail: { etat, faites, lignes } }: { detail: ImportDetail }) {
  const share = lignes === 0 ? 0 : (faites / lignes) * 100
  return (
    <Panel title={text.states[etat]}>
      <Progress.Root size="lg" mt="xs">
        <Progress.Section value={share} aria-label={text.states[etat]} />
      </Progress.Root>
      <p className={styles.hint}>
        {text.progress(formatCount(faites), formatCount(lignes))}. {text.progressHint}
      </p>
    </Panel>
  )
}

interface ResultPanelProps extends PartProps {
  /** Whether the dry run was made with the columns on screen: an import takes those of the dry run. */
  isTried: boolean
}

/** What can be done with the result. */
function ResultPanel({ detail, isTried, disabled, act }: ResultPanelProps) {
  const { id, etat, colonnes, feuille, sorts, visible = true } = detail
  const [created, attached] = [sorts.cree ?? 0, sorts.rattache ?? 0]
  const launch = async (): Promise<unknown> => {
    const question = { title: text.launchTitle, message: text.launchMessage(created, attached) }
    return (await notices.confirm(question)) && launchImport(id, { colonnes, feuille, sorts })
  }
  const undo = async (): Promise<unknown> =>
    (await notices.confirm({ title: text.undoTitle, message: text.undoMessage })) && undoImport(id)
  return (
    <Panel title={text.states[etat]}>
      {etat === 'interrompu' ? <p className={styles.hint}>{text.stopped}</p> : null}
      {visible ? null : <p className={styles.hint}>{text.notAll}</p>}
      {sorts.erreur && visible ? <p className={styles.hint}>{text.errorsHint}</p> : null}
      {etat === 'pret' && !isTried ? (
        <p className={styles.problem} role="status">
          {text.tryAgain}
        </p>
      ) : null}
      <div className={styles.buttons}>
        {etat === 'pret' ? (
          <Button disabled={disabled || !isTried || created + attached === 0} onClick={() => act(launch)}>
            {text.launch(created + attached)}
          </Button>
        ) : null}
        {etat === 'interrompu' ? (
          <Button disabled={disabled} onClick={() => act(() => launchImport(id))}>
            {text.goOn}
          </Button>
        ) : null}
        {sorts.erreur && visible ? (
          <Button
            variant="default"
            disabled={disabled}
            onClick={() => act(async () => downloadFile(text.errorsFile, await readErrorsFile(id)))}
          >
            {text.errors}
          </Button>
        ) : null}
        {visible && (etat === 'fini' || etat === 'interrompu') ? (
          <Button variant="default" disabled={disabled} onClick={() => act(undo)}>
            {text.undo}
          </Button>
        ) : null}
      </div>
    </Panel>
  )
}
