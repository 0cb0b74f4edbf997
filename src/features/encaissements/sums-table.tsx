import { paiementsText } from '../../text/paiements.ts'
import { EMPTY } from '../../text/words.ts'
import { formatCount, formatMoney } from '../../ui/format/format.ts'
import { Figure, FiguresTable, figuresTotal } from '../../ui/list/figures-table.tsx'
import styles from './encaissements.module.css'
import { leftOf, type SumRow, type Sums } from './outstanding.ts'
import type { Names } from './use-names.ts'

const text = paiementsText.outstanding

function Cells({ sums, onOpen, who }: { sums: Sums; who: string; onOpen: (() => void) | null }) {
  const { columns } = text
  return (
    <>
      <td data-label={columns.orders}>
        {onOpen ? (
          <Figure count={sums.orders} label={text.cell(formatCount(sums.orders), who)} onOpen={onOpen} />
        ) : (
          formatCount(sums.orders)
        )}
      </td>
      <td data-label={columns.lawful}>{formatMoney(sums.lawful)}</td>
      <td data-label={columns.early}>{formatMoney(sums.early)}</td>
      <td data-label={columns.left} className={figuresTotal}>
        {formatMoney(leftOf(sums))}
      </td>
      <td data-label={columns.over}>{sums.over === 0 ? EMPTY : formatMoney(sums.over)}</td>
    </>
  )
}

export interface SumsTableProps {
  rows: readonly SumRow[]
  total: Sums
  byAgency: boolean
  names: Names
  onOpen: (id: string) => void
}

/** What is owed by each commercial's customers, or each agency's, and in all; the count leads to the orders. On a phone each row is a block. */
export function SumsTable({ rows, total, byAgency, names, onOpen }: SumsTableProps) {
  const { columns } = text
  return (
    // A wide table scrolls inside its card; by keyboard too.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling needs the keyboard (WCAG 2.1.1)
    <section className={`surface ${styles.scroll}`} aria-label={text.table} tabIndex={0}>
      <FiguresTable className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{byAgency ? columns.agency : columns.person}</th>
            <th scope="col">{columns.orders}</th>
            <th scope="col">{columns.lawful}</th>
            <th scope="col">{columns.early}</th>
            <th scope="col">{columns.left}</th>
            <th scope="col">{columns.over}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const who = byAgency ? names.agence(row.id) : names.person(row.id)
            return (
              <tr key={row.id}>
                <th scope="row">{who}</th>
                <Cells sums={row} who={who} onOpen={() => onOpen(row.id)} />
              </tr>
            )
          })}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{text.total}</th>
            <Cells sums={total} who={text.total} onOpen={null} />
          </tr>
        </tfoot>
      </FiguresTable>
    </section>
  )
}
