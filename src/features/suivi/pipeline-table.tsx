import { PROJECT_LIST_NAMES, PROJECT_LISTS, type ProjectListName } from '../../../schemas/rules/project-lists.ts'
import { suiviText as text } from '../../text/suivi.ts'
import { formatRoundMoney } from '../../ui/format/format.ts'
import type { Column, Order } from '../../ui/list/columns.ts'
import { Figure, FiguresTable, figuresTotal, useDrawnRows } from '../../ui/list/figures-table.tsx'
import { SortHead } from '../../ui/list/sort-bar.tsx'
import type { Figures, PipelineRow } from './pipeline.ts'
import styles from './suivi.module.css'
import type { Names } from './use-pipeline.ts'

/** The person of the projects: undefined for everybody's, '' for projects without one. */
export interface Place {
  agence?: string | undefined
  responsable?: string | undefined
}

interface CellsProps {
  figures: Figures
  who: string
  /** null: the projects of every list. */
  onOpen: (list: ProjectListName | null) => void
}

function Cells({ figures, who, onOpen }: CellsProps) {
  return (
    <>
      {PROJECT_LIST_NAMES.map((name) => {
        const count = figures.lists[name]
        return (
          <td key={name} data-label={text.short[name]}>
            <Figure
              count={count}
              label={text.cell(count, PROJECT_LISTS[name].title, who)}
              onOpen={() => onOpen(name)}
            />
          </td>
        )
      })}
      <td data-label={text.columns.pending}>{formatRoundMoney(figures.pending)}</td>
      <td data-label={text.columns.signed}>{formatRoundMoney(figures.signed)}</td>
      <td data-label={text.columns.total} className={figuresTotal}>
        <Figure
          count={figures.total}
          label={text.cell(figures.total, text.everyList, who)}
          onOpen={() => onOpen(null)}
        />
      </td>
    </>
  )
}

export interface PipelineTableProps {
  rows: readonly PipelineRow[]
  total: Figures
  names: Names
  byAgency: boolean
  columns: readonly Column<PipelineRow>[]
  order: Order | null
  onOrder: (order: Order | null) => void
  onOpen: (list: ProjectListName | null, place: Place) => void
}

/** The columns of the table: each sorts it. */
export const pipelineColumns = (names: Names, byAgency: boolean): Column<PipelineRow>[] => [
  { id: 'nom', title: byAgency ? text.columns.agency : text.columns.person, by: (row) => nameOf(row, names) },
  ...PROJECT_LIST_NAMES.map((name) => ({
    id: name,
    title: text.short[name],
    by: (row: PipelineRow) => row.lists[name],
  })),
  { id: 'attente', title: text.columns.pending, by: (row) => row.pending },
  { id: 'commandes', title: text.columns.signed, by: (row) => row.signed },
  { id: 'projets', title: text.columns.total, by: (row) => row.total },
]

const nameOf = (row: PipelineRow, names: Names): string =>
  row.responsable === undefined ? names.agence(row.agence) : names.person(row.responsable)

/** A row for each commercial of an agency, or for each agency, and the totals; on a phone each row is a block. */
export function PipelineTable({ rows, total, names, byAgency, columns, order, onOrder, onOpen }: PipelineTableProps) {
  const drawn = useDrawnRows(rows)
  return (
    // A wide table scrolls inside its card; by keyboard too.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling needs the keyboard (WCAG 2.1.1)
    <section className={`surface ${styles.scroll}`} aria-label={text.table} tabIndex={0}>
      <FiguresTable className={styles.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <SortHead key={column.id} column={column} order={order} onOrder={onOrder} />
            ))}
          </tr>
        </thead>
        <tbody>
          {drawn.map((row) => {
            const who = nameOf(row, names)
            return (
              <tr key={`${row.agence} ${row.responsable}`}>
                <th scope="row">
                  {who}
                  {names.hasLeft(row.responsable ?? '') ? <span className={styles.left}>{text.left}</span> : null}
                  {byAgency ? null : <span className={styles.agencyName}>{names.agence(row.agence)}</span>}
                </th>
                <Cells figures={row} who={who} onOpen={(name) => onOpen(name, row)} />
              </tr>
            )
          })}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{text.total}</th>
            <Cells figures={total} who={text.total} onOpen={(name) => onOpen(name, {})} />
          </tr>
        </tfoot>
      </FiguresTable>
    </section>
  )
}
