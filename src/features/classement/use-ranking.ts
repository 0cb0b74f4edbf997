import { useMemo } from 'react'
import { isDate } from '../../../schemas/dates.ts'
import { isPeriodName, type Period, type PeriodName, periodOf } from '../../../schemas/rules/periods.ts'
import { periodInstants, type RankingRow, rankingOfDays } from '../../../schemas/rules/ranking.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useLiveList } from '../../data/records/use-live.ts'
import { useRankingFigures } from '../../data/records/use-ranking-figures.ts'
import { useSession } from '../../data/session/session.tsx'
import { isOfFigure, type Side } from './ranking-view.ts'

/** The last day that an address may name: the day after it must exist too. */
const FAR = '2200'

/** The period of the address: a preset, or the two days of a custom one. */
export function periodOfQuery(query: Record<string, string>, today: string): { name: PeriodName; period: Period } {
  const name = isPeriodName(query.periode) ? query.periode : 'current_month'
  const day = (value: string | undefined): string =>
    value !== undefined && isDate(value) && value < FAR ? value : today
  return { name, period: periodOf(name, today, { from: day(query.du), to: day(query.au) }) }
}

export interface Ranking {
  rows: RankingRow[]
  /** First day and instant of the figures. */
  since: string
  at: string
}

/** The ranking of a period from the figures on this device; undefined while they are read, null before the first synchronisation. */
export function useRanking({ from, to }: Period): Ranking | null | undefined {
  const { company } = useSession()
  const figures = useRankingFigures()
  const people = useLiveList('personnel', {})
  return useMemo(() => {
    if (figures === undefined || people === undefined) return undefined
    if (figures === null) return null
    const rows = rankingOfDays({ days: figures.days, people, period: { from, to }, company: company.id })
    return { rows, since: figures.since, at: figures.at }
  }, [figures, people, from, to, company.id])
}

/** The quotes behind a figure that I may see; undefined until they are read. */
export function useFigureQuotes(
  figure: { person: string; side: Side } | null,
  { period, zone }: { period: Period; zone: string },
): LocalRecord<'devis'>[] | undefined {
  const instants = periodInstants(period, zone)
  const range = { $gte: instants.from, $lt: instants.until }
  const key = figure?.side === 'refused' ? 'CLE_REFUS' : 'CLE_SIGNATURE'
  const rows = useLiveList('devis', figure ? { selector: { [key]: range }, sort: [{ [key]: 'desc' }] } : null)
  return figure ? rows?.filter((quote) => isOfFigure(quote, { ...figure, ...instants })) : undefined
}
