import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react'
import type { RankingRow } from '../../../schemas/rules/ranking.ts'
import type { PeriodTarget } from '../../../schemas/rules/targets.ts'
import { classementText as text } from '../../text/classement.ts'
import { EMPTY } from '../../text/words.ts'
import { formatMoney, formatPercent, formatRoundMoney } from '../../ui/format/format.ts'
import styles from './classement.module.css'
import { changeOf, reached } from './ranking-view.ts'

/** A figure of the former period, and the change since, in words. */
export function Former({ now, before }: { now: number; before: number }) {
  const change = changeOf(now, before)
  const Arrow = change.way === 'up' ? IconArrowUpRight : change.way === 'down' ? IconArrowDownRight : null
  const words =
    change.way === 'same'
      ? text.change.same
      : text.change[change.way](
          'percent' in change ? formatPercent(change.percent / 100) : formatRoundMoney(change.cents),
        )
  return (
    <span>
      {formatMoney(before)}
      <span className={styles.small} data-way={change.way}>
        {Arrow ? <Arrow size={14} aria-hidden /> : null}
        {words}
      </span>
    </span>
  )
}

/** How much of a target is reached, and what the target is: of the amount, of the number of sales, or of both. A colleague's is not told. */
export function Reached({
  row,
  target,
}: {
  row: Pick<RankingRow, 'total' | 'signed' | 'refused'>
  target: PeriodTarget | undefined
}) {
  if (!target) return <span className={styles.small}>{text.targetNotTold}</span>
  if (target.MONTANT === null && target.VENTES === null) {
    return <span className={styles.small}>{text.noTarget}</span>
  }
  const { amount, sales, done } = reached(row, target)
  return (
    <span>
      {target.MONTANT === null ? null : (
        <>
          {amount === null ? EMPTY : formatPercent(amount / 100)}
          <span className={styles.small}>{text.targetAmount(formatRoundMoney(target.MONTANT))}</span>
        </>
      )}
      {target.VENTES === null ? null : (
        <>
          {target.MONTANT === null ? (sales === null ? EMPTY : formatPercent(sales / 100)) : null}
          <span className={styles.small}>{text.targetSales(done, target.VENTES)}</span>
        </>
      )}
    </span>
  )
}
