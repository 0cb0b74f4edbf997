import type { RankingRow } from '../../../schemas/rules/ranking.ts'
import { formatCount, formatMoney } from '../../components/format.ts'
import { classementText as text } from '../../text/classement.ts'
import styles from './classement.module.css'
import { type Side, totalsOf } from './ranking-view.ts'

interface FigureProps {
  row: RankingRow
  side: Side
  onOpen: (row: RankingRow, side: Side) => void
}

/** A count that opens its quotes; nothing to open behind a zero. */
function Figure({ row, side, onOpen }: FigureProps) {
  const { count } = row[side]
  if (count === 0) return <>0</>
  const label = side === 'signed' ? text.signedOf(row.NOM_COMPLET, count) : text.refusedOf(row.NOM_COMPLET, count)
  return (
    <button type="button" className={styles.figure} aria-label={label} onClick={() => onOpen(row, side)}>
      {formatCount(count)}
    </button>
  )
}

/** Rank, counts and amounts of everybody who counts, my row marked; on a phone each person is a block. */
export function RankingTable({
  rows,
  me,
  onOpen,
}: {
  rows: readonly RankingRow[]
  me: string
  onOpen: FigureProps['onOpen']
}) {
  const { columns } = text
  const sum = totalsOf(rows)
  return (
    <section className={`surface ${styles.card}`} aria-label={text.table}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{columns.rank}</th>
            <th scope="col">{columns.name}</th>
            <th scope="col">{columns.signed}</th>
            <th scope="col">{columns.signedAmount}</th>
            <th scope="col">{columns.refused}</th>
            <th scope="col">{columns.refusedAmount}</th>
            <th scope="col">{columns.total}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const mine = row.IDPERSONNEL === me
            return (
              <tr key={row.IDPERSONNEL} data-me={mine || undefined} {...(mine ? { 'aria-current': true } : {})}>
                <td data-label={columns.rank}>{text.rank(row.rank)}</td>
                <th scope="row">
                  {row.NOM_COMPLET}
                  {mine ? <span className={styles.you}>{text.you}</span> : null}
                </th>
                <td data-label={columns.signed}>
                  <Figure row={row} side="signed" onOpen={onOpen} />
                </td>
                <td data-label={columns.signedAmount}>{formatMoney(row.signed.NET_HT)}</td>
                <td data-label={columns.refused}>
                  <Figure row={row} side="refused" onOpen={onOpen} />
                </td>
                <td data-label={columns.refusedAmount}>{formatMoney(row.refused.NET_HT)}</td>
                <td data-label={columns.total} className={styles.total}>
                  {formatMoney(row.total)}
                </td>
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
            <td data-label={columns.total} className={styles.total}>
              {formatMoney(sum.total)}
            </td>
          </tr>
        </tfoot>
      </table>
    </section>
  )
}
