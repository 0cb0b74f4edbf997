import { Button } from '@mantine/core'
import {
  IMPORT_TARGET_NAMES,
  type ImportDetail,
  type ImportTargetName,
  importTarget,
} from '../../../schemas/imports.ts'
import { importsText as text } from '../../text/imports.ts'
import { Select } from '../../ui/controls/choices.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import styles from './imports.module.css'

const IGNORED = '-'
const CHOICES = [
  { value: IGNORED, label: text.ignored },
  ...IMPORT_TARGET_NAMES.map((value) => ({ value, label: importTarget(value).label })),
]
/** Different examples of a column that are shown. */
const EXAMPLES = 3

interface ColumnsPanelProps {
  detail: ImportDetail
  /** The choice on screen, which may differ from the one of the dry run. */
  columns: ImportDetail['colonnes']
  disabled: boolean
  onChange: (columns: ImportDetail['colonnes']) => void
  onChosen: () => void
}

/** Which column says what; the server's proposal comes first. */
export function ColumnsPanel({ detail, columns, disabled, onChange, onChosen }: ColumnsPanelProps) {
  const problem = problemOf(columns)
  const set = (at: number, value: string | null): void =>
    onChange(columns.map((one, i) => (i === at ? targetOf(value) : one)))
  return (
    <Panel title={text.columns}>
      <p className={styles.hint}>{text.columnsHint}</p>
      {detail.titres.map((heading, i) => (
        // Two columns may have one heading; their order never changes.
        // biome-ignore lint/suspicious/noArrayIndexKey: the place is what a column is known by
        <div className={styles.column} key={i}>
          <div className={styles.words}>
            <div>{heading}</div>
            <div className={styles.detail}>{text.example(examplesOf(detail, i))}</div>
          </div>
          <Select
            aria-label={text.columnOf(heading)}
            data={CHOICES}
            value={columns[i] ?? IGNORED}
            onChange={(value) => set(i, value)}
            allowDeselect={false}
            disabled={disabled}
            searchable
          />
        </div>
      ))}
      {problem === null ? null : (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={styles.buttons}>
        <Button disabled={disabled || problem !== null} onClick={onChosen}>
          {detail.etat === 'lu' ? text.dryRun : text.dryRunAgain}
        </Button>
      </div>
    </Panel>
  )
}

const targetOf = (value: string | null): ImportTargetName | null =>
  value === null || value === IGNORED ? null : (value as ImportTargetName)

const examplesOf = ({ exemples }: ImportDetail, column: number): string =>
  [...new Set(exemples.map((cells) => (cells[column] ?? '').slice(0, 60)).filter((cell) => cell !== ''))]
    .slice(0, EXAMPLES)
    .join(' · ') || '…'

/** The server refuses the same. */
function problemOf(columns: ImportDetail['colonnes']): string | null {
  if (!columns.includes('NOM')) return text.noName
  const twice = columns.find(
    (target, i) => target !== null && columns.indexOf(target) !== i && importTarget(target).joined === undefined,
  )
  return twice ? text.twice(importTarget(twice).label) : null
}
