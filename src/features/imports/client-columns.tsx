import { Button } from '@mantine/core'
import { givenTwice } from '../../../schemas/headings.ts'
import { IMPORT_TARGET_NAMES, type ImportDetail, importTarget, isJoined } from '../../../schemas/imports.ts'
import { ColumnsPanel } from '../../domain/imports/columns-panel.tsx'
import { importsText as text } from '../../text/imports.ts'
import styles from './imports.module.css'

const TARGETS = IMPORT_TARGET_NAMES.map((value) => ({ value, label: importTarget(value).label }))

interface ClientColumnsProps {
  detail: ImportDetail
  /** The choice on screen, which may differ from the one of the dry run. */
  columns: ImportDetail['colonnes']
  disabled: boolean
  onChange: (columns: ImportDetail['colonnes']) => void
  onChosen: () => void
}

/** The columns of a file of clients, and the dry run with them. */
export function ClientColumns({ detail, columns, disabled, onChange, onChosen }: ClientColumnsProps) {
  const problem = problemOf(columns)
  return (
    <ColumnsPanel
      {...detail}
      targets={TARGETS}
      columns={columns}
      problem={problem}
      disabled={disabled}
      onChange={onChange}
    >
      <div className={styles.buttons}>
        <Button disabled={disabled || problem !== null} onClick={onChosen}>
          {detail.etat === 'lu' ? text.dryRun : text.dryRunAgain}
        </Button>
      </div>
    </ColumnsPanel>
  )
}

/** The server refuses the same. */
function problemOf(columns: ImportDetail['colonnes']): string | null {
  if (!columns.includes('NOM')) return text.noName
  const twice = givenTwice(columns, isJoined)
  return twice ? text.twice(importTarget(twice).label) : null
}
