import { type Conversion, conversionSum, rateOf } from '../../../schemas/rules/conversion.ts'
import type { RankingRow } from '../../../schemas/rules/ranking.ts'
import { classementText as text } from '../../text/classement.ts'
import { EMPTY } from '../../text/words.ts'
import { formatCount, formatPercent } from '../../ui/format/format.ts'
import { Figure, FiguresTable, figuresTotal } from '../../ui/list/figures-table.tsx'
import styles from './classement.module.css'
import { STAGES, type Stage } from './ranking-view.ts'

const NOTHING: Conversion = { met: 0, quoted: 0, sold: 0 }

function Rate({ figures: { met, sold } }: { figures: Conversion }) {
  const rate = rateOf(sold, met)
  if (rate !== null) return <>{formatPercent(rate / 100)}</>
  return (
    <>
      <span aria-hidden>{EMPTY}</span>
      <span className={styles.small}>{text.noVisit}</span>
    </>
  )
}

/** What became of the projects that each person met first in the period: appointments, quotes, sales. */
export function ConversionTable({
  rows,
  conversion,
  me,
  onOpen,
}: {
  rows: readonly RankingRow[]
  conversion: ReadonlyMap<string, Conversion>
  me: string
  onOpen: (row: RankingRow, stage: Stage) => void
}) {
  const { conversionColumns: columns } = text
  const of = ({ IDPERSONNEL }: RankingRow): Conversion => conversion.get(IDPERSONNEL) ?? NOTHING
  const sum = conversionSum(rows.map(of))
  return (
    <section className={`surface ${styles.card} ${styles.conversion}`} aria-label={text.conversion}>
      <h2 className={styles.cardTitle}>{text.conversion}</h2>
      <FiguresTable className={styles.rates}>
        <thead>
          <tr>
            <th scope="col">{text.columns.name}</th>
            {STAGES.map((stage) => (
              <th scope="col" key={stage}>
                {columns[stage]}
              </th>
            ))}
            <th scope="col">{columns.rate}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const figures = of(row)
            return (
              <tr key={row.IDPERSONNEL} data-me={row.IDPERSONNEL === me || undefined}>
                <th scope="row">{row.NOM_COMPLET}</th>
                {STAGES.map((stage) => (
                  <td key={stage} data-label={columns[stage]}>
                    <Figure
                      count={figures[stage]}
                      label={text.conversionOf[stage](row.NOM_COMPLET, figures[stage])}
                      onOpen={() => onOpen(row, stage)}
                    />
                  </td>
                ))}
                <td data-label={columns.rate} className={figuresTotal}>
                  <Rate figures={figures} />
                </td>
              </tr>
            )
          })}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{text.total}</th>
            {STAGES.map((stage) => (
              <td key={stage} data-label={columns[stage]}>
                {formatCount(sum[stage])}
              </td>
            ))}
            <td data-label={columns.rate} className={figuresTotal}>
              <Rate figures={sum} />
            </td>
          </tr>
        </tfoot>
      </FiguresTable>
      <p className={styles.note}>{text.conversionRule}</p>
    </section>
  )
}
