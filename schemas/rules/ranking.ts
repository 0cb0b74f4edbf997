import { addDays, dayStart, LAST_DAY, today } from '../dates.ts'
import type { Period } from './periods.ts'

/** What the ranking reads of a quote; amounts in cents, dates are instants. */
export interface RankedQuote {
  IDRESPONSABLEPROJET: string | null
  NET_HT: number
  DATE_SIGNATURE: string | null
  DATE_REFUSE: string | null
}

export interface RankedPerson {
  IDPERSONNEL: string
  NOM_COMPLET: string | null
  ROLES: readonly string[]
  HORS_STATS: 0 | 1
  IDCOMPANY: string | null
}

/** Who was removed or erased since; the agencies are those of then. */
export interface FormerPerson extends RankedPerson {
  IDAGENCE: string | null
  AGENCES: readonly string[]
}

export interface RankingRow {
  /** 1 is best; equal totals share a rank and the next one is skipped (1, 1, 3). */
  rank: number
  IDPERSONNEL: string
  NOM_COMPLET: string
  /** Cents: signed − refused; may be negative. */
  total: number
  signed: Amount
  refused: Amount
}

/** Number of quotes, and their cents. */
interface Amount {
  count: number
  NET_HT: number
}

/** The sales that a target asks for: what was signed less what was cancelled, as the amount of a row; never below 0. */
export const salesOf = ({ signed, refused }: Pick<RankingRow, 'signed' | 'refused'>): number =>
  Math.max(0, signed.count - refused.count)

/** The instants of a period of whole days: from the first one's beginning, until the one after the last (excluded). */
export const periodInstants = (period: Period, zone: string): { from: string; until: string } => ({
  from: dayStart(period.from, zone),
  until: period.to < LAST_DAY ? dayStart(addDays(period.to, 1), zone) : `${LAST_DAY}T23:59:59.999Z`,
})

/** A person who counts: commercial of this company, not HORS_STATS. Local records without a company belong to their database's company. */
export const countsInRanking = (person: RankedPerson, company: string): boolean =>
  person.ROLES.includes('commercial') &&
  person.HORS_STATS !== 1 &&
  (person.IDCOMPANY === null || person.IDCOMPANY === company)

/** A row that nobody misses: of somebody who has left, with nothing in the period. */
const isGone = ({ IDPERSONNEL, signed, refused }: RankingRow, left: ReadonlySet<string>): boolean =>
  left.has(IDPERSONNEL) && signed.count === 0 && refused.count === 0

const NOBODY: ReadonlySet<string> = new Set<string>()

/**
 * The ranking (MGR-05): Σ NET_HT of quotes signed in the period − Σ NET_HT of quotes refused in it that had been signed before.
 * Every commercial who counts has a row, also without any quote; those who have `left` only with one. Days of the period are the company's (`zone`),
 * both included.
 * Throws RangeError « Invalid date » for an invalid period.
 */
export function ranking(input: {
  quotes: readonly RankedQuote[]
  people: readonly RankedPerson[]
  period: Period
  zone: string
  company: string
  left?: ReadonlySet<string>
}): RankingRow[] {
  const { from, until } = periodInstants(input.period, input.zone)
  const rows = emptyRows(input.people, input.company)
  // Instants of the contract have one fixed form, so their texts sort in the order of time.
  const within = (instant: string | null): instant is string => instant !== null && instant >= from && instant < until
  for (const { IDRESPONSABLEPROJET, NET_HT, DATE_SIGNATURE, DATE_REFUSE } of input.quotes) {
    const row = rows.get(IDRESPONSABLEPROJET ?? '')
    if (!row || DATE_SIGNATURE === null) continue
    if (within(DATE_SIGNATURE)) add(row, 'signed', { count: 1, NET_HT })
    if (within(DATE_REFUSE) && DATE_SIGNATURE <= DATE_REFUSE) add(row, 'refused', { count: 1, NET_HT })
  }
  return ranked([...rows.values()].filter((row) => !isGone(row, input.left ?? NOBODY)))
}

/** What one person signed and lost on one day of the company: the figures that every device may hold, without anybody's quotes. */
export interface RankingDay {
  /** `yyyy-MM-dd`. */
  JOUR: string
  IDPERSONNEL: string
  signed: Amount
  refused: Amount
}

/** Quotes as days, by day then person: `rankingOfDays` of them is `ranking` of the quotes, for any period of whole days. */
export function rankingDays(quotes: readonly RankedQuote[], zone: string): RankingDay[] {
  const days = new Map<string, RankingDay>()
  const count = (IDPERSONNEL: string, instant: string, side: 'signed' | 'refused', NET_HT: number): void => {
    const JOUR = today(zone, new Date(instant))
    const key = `${JOUR} ${IDPERSONNEL}`
    const day = days.get(key) ?? { JOUR, IDPERSONNEL, signed: none(), refused: none() }
    day[side].count += 1
    day[side].NET_HT += NET_HT
    days.set(key, day)
  }
  for (const { IDRESPONSABLEPROJET: who, NET_HT, DATE_SIGNATURE, DATE_REFUSE } of quotes) {
    if (who === null || DATE_SIGNATURE === null) continue
    count(who, DATE_SIGNATURE, 'signed', NET_HT)
    if (DATE_REFUSE !== null && DATE_SIGNATURE <= DATE_REFUSE) count(who, DATE_REFUSE, 'refused', NET_HT)
  }
  return [...days].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, day]) => day)
}

/** The same ranking from days (MGR-05). */
export function rankingOfDays(input: {
  days: readonly RankingDay[]
  people: readonly RankedPerson[]
  period: Period
  company: string
  left?: ReadonlySet<string>
}): RankingRow[] {
  const rows = emptyRows(input.people, input.company)
  for (const { JOUR, IDPERSONNEL, signed, refused } of input.days) {
    const row = rows.get(IDPERSONNEL)
    if (!row || JOUR < input.period.from || JOUR > input.period.to) continue
    add(row, 'signed', signed)
    add(row, 'refused', refused)
  }
  return ranked([...rows.values()].filter((row) => !isGone(row, input.left ?? NOBODY)))
}

const none = (): Amount => ({ count: 0, NET_HT: 0 })

function emptyRows(people: readonly RankedPerson[], company: string): Map<string, RankingRow> {
  const rows = new Map<string, RankingRow>()
  for (const person of people) {
    if (!countsInRanking(person, company)) continue
    const { IDPERSONNEL, NOM_COMPLET } = person
    const row = { rank: 0, IDPERSONNEL, NOM_COMPLET: NOM_COMPLET ?? '', total: 0, signed: none(), refused: none() }
    rows.set(IDPERSONNEL, row)
  }
  return rows
}

function add(row: RankingRow, side: 'signed' | 'refused', { count, NET_HT }: Amount): void {
  row[side].count += count
  row[side].NET_HT += NET_HT
  row.total += side === 'signed' ? NET_HT : -NET_HT
}

function ranked(rows: RankingRow[]): RankingRow[] {
  const names = new Intl.Collator('fr')
  rows.sort(
    (a, b) =>
      b.total - a.total || names.compare(a.NOM_COMPLET, b.NOM_COMPLET) || (a.IDPERSONNEL < b.IDPERSONNEL ? -1 : 1),
  )
  rows.forEach((row, i) => {
    const before = rows[i - 1]
    row.rank = before && before.total === row.total ? before.rank : i + 1
  })
  return rows
}
