import { addDays, today } from '../../../schemas/dates.ts'
import type { Period } from '../../../schemas/rules/periods.ts'
import { periodOf } from '../../../schemas/rules/periods.ts'
import { type RankedPerson, type RankingDay, rankingOfDays, salesOf } from '../../../schemas/rules/ranking.ts'

/** The last `count` months up to this one, oldest first. */
export function lastMonths(thisDay: string, count: number): Period[] {
  const months: Period[] = []
  let day = thisDay
  for (let n = 0; n < count; n++) {
    const month = periodOf('current_month', day)
    months.unshift(month)
    day = addDays(month.from, -1)
  }
  return months
}

export interface MonthTotal {
  period: Period
  /** Cents: signed − refused after signature (ENT and MGR-05's rule). */
  net: number
  signed: number
  /** What a target of sales asks for (`salesOf`). */
  sales: number
}

/**
 * Net signed amount and number of quotes signed, month by month: of everybody who is ranked, or of one person alone. « Classement » reads the same days.
 * HORS_STATS hides somebody from the ranking and from the team's figures, not from their own.
 */
export function monthTotals(input: {
  months: readonly Period[]
  days: readonly RankingDay[]
  people: readonly RankedPerson[]
  company: string
  /** The person whose figures they are; null: the team's. */
  only: string | null
}): MonthTotal[] {
  const { months, days, company, only } = input
  const people =
    only === null
      ? input.people
      : input.people
          .filter(({ IDPERSONNEL }) => IDPERSONNEL === only)
          .map((one) => ({ ...one, HORS_STATS: 0 as const }))
  return months.map((period) => {
    const rows = rankingOfDays({ days, people, period, company })
    return {
      period,
      net: rows.reduce((sum, row) => sum + row.total, 0),
      signed: rows.reduce((sum, row) => sum + row.signed.count, 0),
      sales: rows.reduce((sum, row) => sum + salesOf(row), 0),
    }
  })
}

interface HeldRdv {
  RDV_DEBUT: string
  RDV_FIN: string
  SUPPRIME: 0 | 1
  IDPERSONNELS: readonly string[]
}

/** My active appointments of the period that are over. */
export const heldCount = (
  rdvs: readonly HeldRdv[],
  { me, now, period }: { me: string; now: string; period: Period },
): number =>
  rdvs.filter(
    (rdv) =>
      rdv.SUPPRIME !== 1 &&
      rdv.IDPERSONNELS.includes(me) &&
      rdv.RDV_FIN <= now &&
      rdv.RDV_DEBUT.slice(0, 10) >= period.from &&
      rdv.RDV_DEBUT.slice(0, 10) <= period.to,
  ).length

interface DoneWork {
  FEEDBACK: string | null
  DATE_FEEDBACK: string | null
  IDINTERVENTION_PLANNING: readonly { IDPERSONNEL: string }[]
}

/** The works that I was planned on and that were finalised in the period: those that began in an earlier month, too. */
export const doneCount = (
  works: readonly DoneWork[],
  { me, zone, period }: { me: string; zone: string; period: Period },
): number =>
  works.filter(({ FEEDBACK, DATE_FEEDBACK, IDINTERVENTION_PLANNING }) => {
    if (FEEDBACK === null || DATE_FEEDBACK === null) return false
    const day = today(zone, new Date(DATE_FEEDBACK))
    return (
      day >= period.from && day <= period.to && IDINTERVENTION_PLANNING.some(({ IDPERSONNEL }) => IDPERSONNEL === me)
    )
  }).length
