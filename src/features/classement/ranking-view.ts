import type { RankedQuote, RankingRow } from '../../../schemas/rules/ranking.ts'

export type Side = 'signed' | 'refused'
export const isSide = (name: string | undefined): name is Side => name === 'signed' || name === 'refused'

/** The place of each bar of the chart, in percent of its width: amounts below zero go to the left of a common line. */
export interface Bar {
  left: number
  width: number
}

export function barsOf(rows: readonly Pick<RankingRow, 'total'>[]): { zero: number; bars: Bar[] } {
  const highest = Math.max(0, ...rows.map(({ total }) => total))
  const lowest = Math.min(0, ...rows.map(({ total }) => total))
  const span = highest - lowest || 1
  const zero = (Math.abs(lowest) / span) * 100
  const bars = rows.map(({ total }) => {
    const width = (Math.abs(total) / span) * 100
    return { left: total < 0 ? zero - width : zero, width }
  })
  return { zero, bars }
}

/** The sums under the table. */
export function totalsOf(rows: readonly RankingRow[]): Pick<RankingRow, 'total' | 'signed' | 'refused'> {
  const sum = { total: 0, signed: { count: 0, NET_HT: 0 }, refused: { count: 0, NET_HT: 0 } }
  for (const row of rows) {
    sum.total += row.total
    for (const side of ['signed', 'refused'] as const) {
      sum[side].count += row[side].count
      sum[side].NET_HT += row[side].NET_HT
    }
  }
  return sum
}

/** Whether a figure counts this quote. The rule of `ranking`, for one person and one side. */
export function isOfFigure(
  quote: RankedQuote,
  figure: { person: string; side: Side; from: string; until: string },
): boolean {
  const { DATE_SIGNATURE, DATE_REFUSE } = quote
  if (quote.IDRESPONSABLEPROJET !== figure.person || DATE_SIGNATURE === null) return false
  const instant = figure.side === 'signed' ? DATE_SIGNATURE : DATE_REFUSE
  if (instant === null || instant < figure.from || instant >= figure.until) return false
  return figure.side === 'signed' || DATE_SIGNATURE <= instant
}
