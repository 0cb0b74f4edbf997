import { Button, Progress } from '@mantine/core'
import { IconDownload, IconUpload } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { csvText } from '../../../schemas/csv.ts'
import { useArticles } from '../../data/records/use-articles.ts'
import { useLiveList } from '../../data/records/use-live.ts'
import { useSync } from '../../data/sync-status/sync-context.ts'
import { useCompleteness } from '../../data/sync-status/use-pull-states.ts'
import { guardForm } from '../../data/version/unsaved-forms.ts'
import { ColumnsPanel } from '../../domain/imports/columns-panel.tsx'
import { articlesCsvText } from '../../text/articles-csv.ts'
import { Segments } from '../../ui/controls/segments.tsx'
import { downloadText } from '../../ui/format/csv.ts'
import { VirtualList } from '../../ui/list/virtual-list.tsx'
import { paths } from '../../ui/navigation/paths.ts'
import { useBusy } from '../../ui/notices/use-busy.ts'
import { Failure } from '../../ui/page/failure.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { StateChip } from '../../ui/page/state-chip.tsx'
import { COLUMNS, type Column, HEADER } from './csv/article-csv.ts'
import {
  type ChosenColumns,
  columnsProblem,
  errorRows,
  type Fate,
  type ImportPlan,
  type PlannedRow,
} from './csv/import-plan.ts'
import type { SendStep } from './csv/send-import.ts'
import { importedArticles, type KeptImport, type Left, undoneIds } from './csv/undo-import.ts'
import { PastImports } from './past-imports.tsx'
import { type KnownArticles, type ReadFile, readFile } from './read-file.ts'
import styles from './tarifs.module.css'
import { useColumns } from './use-columns.ts'
import { type ImportState, importStep, useImport } from './use-import.ts'
import { useKeptImports } from './use-kept-imports.ts'

const { screen: text, columns } = articlesCsvText
const FATES: readonly Fate[] = ['create', 'update', 'same', 'error']
const COLORS: Record<Fate, string> = { create: 'green', update: 'blue', same: 'grey', error: 'red' }
const TARGETS = COLUMNS.map((value) => ({ value, label: columns[value] }))
const ROW = 48
/** The lists that say what a row would do. */
const PLANNED_BY = ['article', 'reference'] as const

const template = (): void => downloadText(text.templateName, csvText([HEADER, ...text.templateRows]))

/** While an import is sent, a logout in any tab asks first, and so does the browser before a reload: an update that was accepted in another tab would cut it. */
function useGuardedRun(isRunning: boolean): void {
  useEffect(() => {
    if (!isRunning) return
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    const end = guardForm(() => true)
    return () => {
      window.removeEventListener('beforeunload', ask)
      end()
    }
  }, [isRunning])
}

/** /manager/tarifs/import: a CSV file or a workbook is read, each row says what would happen to it, and nothing is written before the director says so. */
export function ImportScreen() {
  const articles = useArticles()
  // Not `useReferences`: before its list is read, each rate of the file would be unknown.
  const rates = useLiveList('reference', { selector: { LISTE: 'TVA' } })
  const { remembered, remember } = useColumns()
  const { imports, note, undo } = useKeptImports()
  const { online } = useSync().status
  // Articles that have not been received yet would be made a second time.
  const states = useCompleteness()
  const isReceived = PLANNED_BY.every((name) => states?.some((one) => one.resource === name && one.completeAt !== null))
  const known = useMemo(
    () => (isReceived && articles && rates && imports ? { articles, rates, undone: undoneIds(imports) } : null),
    [isReceived, articles, rates, imports],
  )
  const isReady = known !== null && remembered !== undefined
  const [read, setRead] = useState<ReadFile | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const asked = useBusy()
  const { busy, whileBusy } = asked
  const sending = useImport()
  const undoing = useImport()
  const [runs, setRuns] = useState<string | null>(null)
  useGuardedRun(sending.state === 'running' || undoing.state === 'running')
  const choose = (file: File) =>
    whileBusy(async () => {
      if (!isReady) return
      sending.reset()
      setRead(null)
      setProblem(null)
      try {
        setRead(await readFile(file, remembered))
      } catch (error) {
        setProblem(error instanceof Error ? error.message : String(error))
      }
    })
  const isWaiting = articles?.some(({ sync }) => sync.seq === 0) ?? true
  // An import that could not be undone does not begin.
  const start = async (name: string, rows: readonly PlannedRow[]): Promise<void> => {
    const id = crypto.randomUUID()
    const made = importedArticles(rows, articles ?? [])
    const at = new Date().toISOString()
    const noted = await note({ id, name, at, isUndone: false, isWhole: false, sent: 0, articles: made })
    setRuns(id)
    // An end that could not be noted says that the import stopped: it is begun again, and then changes nothing.
    const onDone = (): void => void noted.ended().catch(() => undefined)
    // Then what was noted before its last calls counts.
    const onStop = (): void => void noted.stopped().catch(() => undefined)
    const call = importStep(noted.found)
    const send: SendStep = async (step) => {
      await noted.sends(step.row.id)
      return call(step)
    }
    sending.start(rows, { send, onDone, onStop })
  }
  const takeBack = async (made: KeptImport): Promise<readonly Left[]> => {
    const left = await undo(made, undoing)
    // The plan on screen is not true any more, and what was stopped does not go on.
    sending.reset()
    setRead(null)
    return left
  }
  return (
    <>
      <PageHeader title={text.title} back={paths.tarifs.href()} />
      <div className={`surface ${styles.step}`}>
        <span>{text.intro}</span>
        <div className={styles.actions}>
          <FileButton
            label={read === null ? text.choose : text.another}
            busy={busy}
            disabled={!isReady || sending.state === 'running' || undoing.state === 'running'}
            onFile={(file) => void choose(file)}
          />
          <Button variant="subtle" leftSection={<IconDownload size={18} />} onClick={template}>
            {text.template}
          </Button>
        </div>
        {isReceived ? null : <span className={styles.hint}>{text.firstSync}</span>}
        <Failure>{problem}</Failure>
      </div>
      <PastImports
        imports={imports ?? []}
        running={sending.state === 'running' ? runs : null}
        undo={takeBack}
        sending={undoing}
        busy={asked}
        disabled={!online || isWaiting || sending.state === 'running'}
      />
      {read === null || known === null ? null : (
        <ReadRows
          read={read}
          known={known}
          sending={sending}
          isWaiting={isWaiting}
          onChosen={(columns) => remember(read.headings, columns)}
          onStart={(rows) => void whileBusy(() => start(read.name, rows))}
        />
      )}
    </>
  )
}

interface FileButtonProps {
  label: string
  busy: boolean
  disabled: boolean
  onFile: (file: File) => void
}

function FileButton({ label, busy, disabled, onFile }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        className={styles.picker}
        type="file"
        accept=".csv,.txt,.tsv,.xlsx,text/csv,text/plain"
        tabIndex={-1}
        aria-label={label}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? []
          // Emptied, so that the corrected file of the same name may be chosen again.
          event.currentTarget.value = ''
          if (file) onFile(file)
        }}
      />
      <Button
        leftSection={<IconUpload size={18} />}
        loading={busy}
        disabled={disabled}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
    </>
  )
}

interface ReadRowsProps {
  read: ReadFile
  known: KnownArticles
  sending: ReturnType<typeof useImport>
  /** An article of this device is not on the server yet. */
  isWaiting: boolean
  onChosen: (columns: ChosenColumns) => void
  onStart: (rows: readonly PlannedRow[]) => void
}

/** The columns of the file, and what its import would do with them: another choice, or another price list, is a new dry run. */
function ReadRows({ read, known, onChosen, onStart, ...others }: ReadRowsProps) {
  // It stays on screen, whatever the device hears of it meanwhile.
  const [sent, setSent] = useState<ImportPlan | null>(null)
  const [chosen, setChosen] = useState(read.proposed)
  const problem = columnsProblem(chosen)
  // An import that is sent notes how far it is, often: no dry run is made for each note.
  const isReady = others.sending.state === 'ready'
  const fresh = useMemo(
    () => (isReady && columnsProblem(chosen) === null ? read.plan(chosen, known) : null),
    [isReady, read, chosen, known],
  )
  const plan = isReady ? fresh : sent
  const choose = (next: ChosenColumns): void => {
    setChosen(next)
    if (columnsProblem(next) === null) onChosen(next)
  }
  return (
    <>
      <div className={styles.columns}>
        <ColumnsPanel
          titres={read.headings}
          exemples={read.examples}
          targets={TARGETS}
          columns={chosen}
          problem={problem}
          disabled={others.sending.state !== 'ready'}
          onChange={choose}
        />
      </div>
      {plan === null ? null : (
        <DryRun
          read={read}
          plan={plan}
          onStart={(rows) => {
            setSent(plan)
            onStart(rows)
          }}
          {...others}
        />
      )}
    </>
  )
}

interface DryRunProps extends Omit<ReadRowsProps, 'known' | 'onChosen'> {
  plan: ImportPlan
}

function DryRun({ read: { name, rows, detected }, plan, sending, isWaiting, onStart }: DryRunProps) {
  const { online } = useSync().status
  const [fate, setFate] = useState<Fate | 'all'>('all')
  const count = (one: Fate): number => plan.rows.filter((row) => row.fate === one).length
  const [changes, errors] = [count('create') + count('update'), count('error')]
  const shown = fate === 'all' ? plan.rows : plan.rows.filter((row) => row.fate === fate)
  return (
    <>
      <section className={`surface ${styles.step}`} aria-label={name}>
        <strong>{text.read(name, plan.rows.length)}</strong>
        <span className={styles.hint}>
          {detected}
          {plan.unknown.length === 0 ? '' : ` · ${text.unknown(plan.unknown.join(', '))}`}
        </span>
        <div className={styles.counts}>
          {FATES.map((one) => (
            <StateChip key={one} label={`${text.fates[one]} : ${count(one)}`} color={COLORS[one]} />
          ))}
        </div>
        {errors > 0 ? (
          <div className={styles.actions}>
            <span className={styles.hint}>{text.errorsLeft(errors)}</span>
            <Button
              variant="subtle"
              leftSection={<IconDownload size={18} />}
              onClick={() => downloadText(text.errorsName, csvText(errorRows(rows, plan.rows)))}
            >
              {text.errorsFile}
            </Button>
          </div>
        ) : null}
        <Sending sending={sending} />
        {sending.state !== 'ready' ? null : changes === 0 ? (
          <span>{text.nothing}</span>
        ) : (
          <div className={styles.actions}>
            <Button size="md" disabled={!online || isWaiting} onClick={() => onStart(plan.rows)}>
              {text.run(changes)}
            </Button>
            {online ? (
              isWaiting ? (
                <span className={styles.hint}>{text.waiting}</span>
              ) : null
            ) : (
              <span className={styles.hint}>{text.offline}</span>
            )}
          </div>
        )}
      </section>
      <Segments
        className={styles.fates}
        label={text.shown}
        value={fate}
        onChange={setFate}
        data={[
          { value: 'all' as const, label: text.all },
          ...FATES.map((one) => ({ value: one, label: text.fates[one] })),
        ]}
      />
      {shown.length === 0 ? null : (
        <VirtualList
          items={shown}
          estimate={ROW}
          keyOf={({ line }) => String(line)}
          label={text.list}
          row={(row) => <RowFate row={row} />}
        />
      )}
    </>
  )
}

/** Progress of an import, how it ended, and what the server refused. */
function Sending({ sending }: { sending: ReturnType<typeof useImport> }) {
  const { state, done, all, refused } = sending
  if (state === 'ready') return null
  return (
    <>
      <Progress value={all === 0 ? 100 : (100 * done) / all} aria-label={text.title} />
      <div className={styles.actions} role="status">
        {endOf(sending)}
        {state === 'running' ? (
          <Button variant="default" onClick={sending.stop}>
            {text.cancel}
          </Button>
        ) : null}
        {state === 'stopped' ? <Button onClick={sending.resume}>{text.resume}</Button> : null}
      </div>
      {refused.length === 0 ? null : (
        <div>
          <strong>{text.refused(refused.length)}</strong>
          <ul className={styles.errors}>
            {refused.map(({ row, message }) => (
              <li key={`${row.line} ${message}`}>{`${text.line(row.line)}, ${row.reference} : ${message}`}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

function endOf({ state, done, all, refused }: ImportState): string {
  if (state === 'running') return text.progress(done, all)
  return state === 'stopped'
    ? text.stopped(done, all)
    : text.done(all - new Set(refused.map(({ row }) => row.line)).size)
}

const labelsOf = ({ values }: PlannedRow): string =>
  Object.keys(values)
    .flatMap((name) => columns[name as Column] ?? [])
    .join(', ')

function RowFate({ row }: { row: PlannedRow }) {
  return (
    <div className={styles.row}>
      <span className={styles.line}>{text.line(row.line)}</span>
      <StateChip label={text.fates[row.fate]} color={COLORS[row.fate]} size="sm" />
      <span>{row.reference}</span>
      <div className={styles.words}>
        {row.label}
        {row.fate === 'update' ? <div className={styles.hint}>{text.fields(labelsOf(row))}</div> : null}
        {row.errors.length === 0 ? null : (
          <ul className={styles.errors}>
            {row.errors.map((error) => (
              <li key={error}>{error}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}
