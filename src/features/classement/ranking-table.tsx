import type { RankingRow } from '../../../schemas/rules/ranking.ts'
import { classementText as text } from '../../text/classement.ts'
import { formatCount, formatMoney } from '../../ui/format/format.ts'
import { Figure, FiguresTable, figuresTotal } from '../../ui/list/figures-table.tsx'
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

/** Rank, counts and amounts of everybody in the ranking, my row marked; on a phone each person is a block. */
export function RankingTable({
  ranking: { rows, former, targets, left },
  me,
  onOpen,
}: {
  ranking: Ranking
  me: string
  onOpen: QuotesProps['onOpen']
}) {
  const { columns } = text
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
            <th scope="col">{columns.rank}</th>
            <th scope="col">{columns.name}</th>
            <th scope="col">{columns.signed}</th>
            <th scope="col">{columns.signedAmount}</th>
            <th scope="col">{columns.refused}</th>
            <th scope="col">{columns.refusedAmount}</th>
            <th scope="col">{columns.total}</th>
            {before ? <th scope="col">{text.former}</th> : null}
            {hasTargets ? <th scope="col">{text.target}</th> : null}
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
