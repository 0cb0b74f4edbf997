import type { RankingRow } from '../../../schemas/rules/ranking.ts'
import { classementText as text } from '../../text/classement.ts'
import { formatRoundMoney } from '../../ui/format/format.ts'
import styles from './classement.module.css'
import { barsOf } from './ranking-view.ts'

/** One bar for each person, best first. Its text has the same figure; the table beside it has all figures. */
export function RankingChart({ rows, me }: { rows: readonly RankingRow[]; me: string }) {
  const { zero, bars } = barsOf(rows)
  return (
    <section className={`surface ${styles.card}`} aria-label={text.chart}>
      <ol className={styles.chart}>
        {rows.map((row, index) => {
          const bar = bars[index] ?? { left: 0, width: 0 }
          return (
            <li key={row.IDPERSONNEL} className={styles.bar} data-me={row.IDPERSONNEL === me || undefined}>
              <span className={styles.barRank}>{text.rank(row.rank)}</span>
              <span className={styles.barName}>{row.NOM_COMPLET}</span>
              <span className={styles.barAmount}>{formatRoundMoney(row.total)}</span>
              <span className={styles.track} aria-hidden>
                <span
                  className={styles.fill}
                  data-below={row.total < 0 || undefined}
                  style={{ left: `${bar.left}%`, width: `${bar.width}%` }}
                />
                {zero > 0 ? <span className={styles.zero} style={{ left: `${zero}%` }} /> : null}
              </span>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
