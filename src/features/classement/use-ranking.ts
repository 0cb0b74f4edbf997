import { useMemo } from 'react'
import { seesAgencies } from '../../../schemas/access.ts'
import { isDate } from '../../../schemas/dates.ts'
import { type Conversion, conversionOf } from '../../../schemas/rules/conversion.ts'
import {
  type FormerName,
  formerPeriod,
  isPeriodName,
  type Period,
  type PeriodName,
  periodOf,
} from '../../../schemas/rules/periods.ts'
import { type FormerPerson, periodInstants, type RankingRow, rankingOfDays } from '../../../schemas/rules/ranking.ts'
import { type PeriodTarget, periodTarget, targetsByMonth } from '../../../schemas/rules/targets.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useLiveList } from '../../data/records/use-live.ts'
import { useRankedPeople } from '../../data/records/use-ranked-people.ts'
import { useRankingFigures } from '../../data/records/use-ranking-figures.ts'
import { useSession } from '../../data/session/session.tsx'
import { useStaff } from '../../domain/personnels/use-staff.ts'
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
  /** Total of each person in the former period, in cents; null where nothing can be compared. */
  former:
    | { period: Period; isPart: boolean; totals: ReadonlyMap<string, number> }
    | { period: Period; tooOld: true }
    | null
  /** What became of the projects that each person met first in the period; null: not told yet. */
  conversion: ReadonlyMap<string, Conversion> | null
  /** What each person is asked for in the period: of the people whose targets I may read. */
  targets: ReadonlyMap<string, PeriodTarget>
  left: ReadonlySet<string>
  /** First day and instant of the figures. */
  since: string
  at: string
}

interface Asked {
  period: Period
  compare: FormerName
  /** One agency; null for all. */
  agence: string | null
  today: string
}

const worksFor = (person: FormerPerson, agence: string): boolean =>
  person.IDAGENCE === agence || person.AGENCES.includes(agence)

/** The ranking of a period from the figures on this device; undefined while they are read, null before the first synchronisation. */
export function useRanking({ period: { from, to }, compare, agence, today }: Asked): Ranking | null | undefined {
  const { company } = useSession()
  const figures = useRankingFigures()
  const people = useRankedPeople()
  const objectifs = useLiveList('objectif', {})
  const staff = useStaff()
  const isOffice = seesAgencies(staff)
  return useMemo(() => {
    if (figures === undefined || people === undefined || objectifs === undefined) return undefined
    if (figures === null) return null
    const { days, since, at } = figures
    const period = { from, to }
    const left = new Set(figures.left)
    const asked = people.filter((person) => agence === null || worksFor(person, agence))
    const of = (within: Period) => rankingOfDays({ days, people: asked, period: within, company: company.id, left })
    const rows = of(period)
    const other = formerPeriod(period, compare, today)
    const found = targetsByMonth(objectifs)
    return {
      rows,
      former:
        other === null
          ? null
          : other.former.from < since
            ? { period: other.former, tooOld: true as const }
            : {
                period: other.former,
                isPart: other.now.to !== to,
                totals: new Map(of(other.former).map(({ IDPERSONNEL, total }) => [IDPERSONNEL, total])),
              },
      conversion: figures.conversion ? conversionOf(figures.conversion, period) : null,
      targets: new Map(
        rows
          .filter(({ IDPERSONNEL }) => isOffice || IDPERSONNEL === staff.id)
          .map(({ IDPERSONNEL }) => [IDPERSONNEL, periodTarget(found, { person: IDPERSONNEL, period })]),
      ),
      left,
      since,
      at,
    }
  }, [figures, people, objectifs, from, to, compare, agence, today, company.id, isOffice, staff.id])
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
