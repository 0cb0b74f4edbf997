import { rateOf } from '../../../schemas/rules/conversion.ts'
import { type RankedQuote, type RankingRow, salesOf } from '../../../schemas/rules/ranking.ts'
import type { PeriodTarget } from '../../../schemas/rules/targets.ts'

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

/** How a figure differs from the former one: whole percent where the former one is above zero, else the difference itself, in cents. */
export type Change = { way: 'same' } | { way: 'up' | 'down'; percent: number } | { way: 'up' | 'down'; cents: number }

export function changeOf(now: number, before: number): Change {
  const difference = now - before
  if (difference === 0) return { way: 'same' }
  const way = difference > 0 ? 'up' : 'down'
  if (before <= 0) return { way, cents: Math.abs(difference) }
  const percent = Math.round((Math.abs(difference) / before) * 100)
  return percent === 0 ? { way: 'same' } : { way, percent }
}

/** How much of a target is reached, in whole percent; null without one, or where there is nothing to reach. `done` is the number of sales. */
export function reached(row: Pick<RankingRow, 'total' | 'signed' | 'refused'>, target: PeriodTarget) {
  const done = salesOf(row)
  return {
    amount: target.MONTANT === null ? null : rateOf(Math.max(0, row.total), target.MONTANT),
    sales: target.VENTES === null ? null : rateOf(done, target.VENTES),
    done,
  }
}

/** The stages of the conversion, each with a list of its projects. */
export const STAGES = ['met', 'quoted', 'sold'] as const
export type Stage = (typeof STAGES)[number]
export const isStage = (name: string | undefined): name is Stage =>
  (STAGES as readonly (string | undefined)[]).includes(name)
