import type { ReactNode } from 'react'
import { importsText as text } from '../../text/imports.ts'
import { Select } from '../../ui/controls/choices.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import styles from './columns-panel.module.css'

const IGNORED = '-'
/** Different examples of a column that are shown. */
const EXAMPLES = 3

interface ColumnsPanelProps<T extends string> {
  titres: readonly string[]
  /** The first lines of the file. */
  exemples: readonly (readonly string[])[]
  /** What a column may say, in the order of the choice. */
  targets: readonly { value: T; label: string }[]
  /** The choice on screen, by column; null: not imported. */
  columns: readonly (T | null)[]
  /** Why a file cannot be imported with this choice. */
  problem: string | null
  disabled: boolean
  onChange: (columns: (T | null)[]) => void
  /** What follows the choice. */
  children?: ReactNode
}

/** Which column of an imported file says what; the proposal comes first. */
export function ColumnsPanel<T extends string>(props: ColumnsPanelProps<T>) {
  const { titres, exemples, targets, columns, problem, disabled, onChange, children } = props
  const choices = [{ value: IGNORED, label: text.ignored }, ...targets]
  const set = (at: number, value: string | null): void => {
    const target = targets.find((one) => one.value === value)?.value ?? null
    onChange(titres.map((_, i) => (i === at ? target : (columns[i] ?? null))))
  }
  return (
    <Panel title={text.columns}>
      <p className={styles.hint}>{text.columnsHint}</p>
      {titres.map((heading, i) => (
        // Two columns may have one heading; their order never changes.
        // biome-ignore lint/suspicious/noArrayIndexKey: the place is what a column is known by
        <div className={styles.column} key={i}>
          <div className={styles.words}>
            <div>{heading}</div>
            <div className={styles.detail}>{text.example(examplesOf(exemples, i))}</div>
          </div>
          <Select
            aria-label={text.columnOf(heading)}
            data={choices}
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
      {children}
    </Panel>
  )
}

const examplesOf = (exemples: readonly (readonly string[])[], column: number): string =>
  [...new Set(exemples.map((cells) => (cells[column] ?? '').slice(0, 60)).filter((cell) => cell !== ''))]
    .slice(0, EXAMPLES)
    .join(' · ') || '…'
