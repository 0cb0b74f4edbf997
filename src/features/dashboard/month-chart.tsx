import { formatDay } from '../../../schemas/dates.ts'
import { dashboardText as text } from '../../text/dashboard.ts'
import { formatMonth, formatRoundMoney } from '../../ui/format/format.ts'
import styles from './dashboard.module.css'
import type { MonthTotal } from './month-stats.ts'

const WIDTH = 320
const HEIGHT = 96
const BAR = 30
const TOP = 6

/** Net signed amount of the last months; a negative month is below the line. Its text has the same figures. */
export function MonthChart({ totals }: { totals: readonly MonthTotal[] }) {
  const highest = Math.max(1, ...totals.map(({ net }) => net))
  const lowest = Math.min(0, ...totals.map(({ net }) => net))
  const scale = (HEIGHT - TOP) / (highest - lowest)
  const zero = TOP + highest * scale
  const step = WIDTH / totals.length
  const told = totals
    .map(({ period, net }) => text.chartPart(formatMonth(period.from), formatRoundMoney(net)))
    .join(', ')
  return (
    <svg className={styles.chart} viewBox={`0 0 ${WIDTH} ${HEIGHT + 20}`} role="img" aria-label={text.chart(told)}>
      {totals.map(({ period, net }, index) => {
        const height = Math.max(2, Math.abs(net) * scale)
        const x = index * step + (step - BAR) / 2
        const last = index === totals.length - 1
        return (
          <g key={period.from} data-current={last || undefined}>
            <rect x={x} y={net >= 0 ? zero - height : zero} width={BAR} height={height} rx={3} />
            <text x={x + BAR / 2} y={HEIGHT + 16} textAnchor="middle">
              {formatDay(period.from, 'MMM')}
            </text>
          </g>
        )
      })}
      <line x1={0} x2={WIDTH} y1={zero} y2={zero} />
    </svg>
  )
}
