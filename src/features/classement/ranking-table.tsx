import type { RankingRow } from '../../../schemas/rules/ranking.ts'
import { classementText as text } from '../../text/classement.ts'
import { euros } from '../../ui/format/csv.ts'
import { formatCount, formatMoney } from '../../ui/format/format.ts'
import type { Column, Order } from '../../ui/list/columns.ts'
import { Figure, FiguresTable, figuresTotal, useDrawnRows } from '../../ui/list/figures-table.tsx'
import { SortHead } from '../../ui/list/sort-bar.tsx'
import styles from './classement.module.css'
import { Former, Reached } from './compared.tsx'
import { type Side, totalsOf } from './ranking-view.ts'
import type { Ranking } from './use-ranking.ts'

interface QuotesProps {
  row: RankingRow
  side: Side
  onOpen: (row: RankingRow, side: Side) => void
}

function Quotes({ row, side, onOpen }: QuotesProps) {
  const { count } = row[side]
  const label = side === 'signed' ? text.signedOf(row.NOM_COMPLET, count) : text.refusedOf(row.NOM_COMPLET, count)
  return <Figure count={count} label={label} onOpen={() => onOpen(row, side)} />
}

const { columns: titles } = text

/** The columns of the table: each sorts it, and stands in its file. */
export const RANKING_COLUMNS: readonly Column<RankingRow>[] = [
  { id: 'rang', title: titles.rank, by: (row) => row.rank, cell: (row) => row.rank },
  { id: 'nom', title: titles.name, by: (row) => row.NOM_COMPLET, cell: (row) => row.NOM_COMPLET },
  { id: 'signes', title: titles.signed, by: (row) => row.signed.count, cell: (row) => row.signed.count },
  { id: 'signe', title: titles.signedAmount, by: (row) => row.signed.NET_HT, cell: (row) => euros(row.signed.NET_HT) },
  { id: 'annules', title: titles.refused, by: (row) => row.refused.count, cell: (row) => row.refused.count },
  {
    id: 'annule',
    title: titles.refusedAmount,
    by: (row) => row.refused.NET_HT,
    cell: (row) => euros(row.refused.NET_HT),
  },
  { id: 'total', title: titles.total, by: (row) => row.total, cell: (row) => euros(row.total) },
]

/** Rank, counts and amounts of everybody in the ranking, my row marked; on a phone each person is a block. */
export function RankingTable({
  ranking: { former, targets, left },
  rows,
  me,
  order,
  onOrder,
  onOpen,
}: {
  ranking: Ranking
  /** Its rows, in the order of the table. */
  rows: readonly RankingRow[]
  me: string
  order: Order | null
  onOrder: (order: Order | null) => void
  onOpen: QuotesProps['onOpen']
}) {
  const { columns } = text
  const drawn = useDrawnRows(rows)
  const sum = totalsOf(rows)
  const before = former && 'totals' in former ? former.totals : null
  const formerOf = ({ IDPERSONNEL }: RankingRow): number => before?.get(IDPERSONNEL) ?? 0
  // Also of those who have left and sold nothing since.
  const allBefore = [...(before?.values() ?? [])].reduce((total, one) => total + one, 0)
  const hasTargets = [...targets.values()].some(({ MONTANT, VENTES }) => MONTANT !== null || VENTES !== null)
  return (
    <section className={`surface ${styles.card} ${styles.ranking}`} aria-label={text.table}>
      <FiguresTable className={styles.table}>
        <thead>
          <tr>
            {RANKING_COLUMNS.map((column) => (
              <SortHead key={column.id} column={column} order={order} onOrder={onOrder} />
            ))}
            {before ? <th scope="col">{text.former}</th> : null}
            {hasTargets ? <th scope="col">{text.target}</th> : null}
          </tr>
        </thead>
        <tbody>
          {drawn.map((row) => {
            const mine = row.IDPERSONNEL === me
            return (
              <tr key={row.IDPERSONNEL} data-me={mine || undefined} {...(mine ? { 'aria-current': true } : {})}>
                <td data-label={columns.rank}>{text.rank(row.rank)}</td>
                <th scope="row">
                  {row.NOM_COMPLET}
                  {mine ? <span className={styles.you}>{text.you}</span> : null}
                  {left.has(row.IDPERSONNEL) ? <span className={styles.you}>{text.left}</span> : null}
                </th>
                <td data-label={columns.signed}>
                  <Quotes row={row} side="signed" onOpen={onOpen} />
                </td>
                <td data-label={columns.signedAmount}>{formatMoney(row.signed.NET_HT)}</td>
                <td data-label={columns.refused}>
                  <Quotes row={row} side="refused" onOpen={onOpen} />
                </td>
                <td data-label={columns.refusedAmount}>{formatMoney(row.refused.NET_HT)}</td>
                <td data-label={columns.total} className={figuresTotal}>
                  {formatMoney(row.total)}
                </td>
                {before ? (
                  <td data-label={text.former}>
                    <Former now={row.total} before={formerOf(row)} />
                  </td>
                ) : null}
                {hasTargets ? (
                  <td data-label={text.target}>
                    <Reached row={row} target={targets.get(row.IDPERSONNEL)} />
                  </td>
                ) : null}
              </tr>
            )
          })}
        </tbody>
        <tfoot>
          <tr>
            <td />
            <th scope="row">{text.total}</th>
            <td data-label={columns.signed}>{formatCount(sum.signed.count)}</td>
            <td data-label={columns.signedAmount}>{formatMoney(sum.signed.NET_HT)}</td>
            <td data-label={columns.refused}>{formatCount(sum.refused.count)}</td>
            <td data-label={columns.refusedAmount}>{formatMoney(sum.refused.NET_HT)}</td>
            <td data-label={columns.total} className={figuresTotal}>
              {formatMoney(sum.total)}
            </td>
            {before ? (
              <td data-label={text.former}>
                <Former now={sum.total} before={allBefore} />
              </td>
            ) : null}
            {hasTargets ? <td data-label={text.target} /> : null}
          </tr>
        </tfoot>
      </FiguresTable>
    </section>
  )
}
