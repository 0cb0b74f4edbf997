import { addDays, instantOf } from '../dates.ts'
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

export interface RankingRow {
  /** 1 is best; equal totals share a rank and the next one is skipped (1, 1, 3). */
  rank: number
  IDPERSONNEL: string
  NOM_COMPLET: string
  /** Cents: signed − refused; may be negative. */
  total: number
  signed: { count: number; NET_HT: number }
  refused: { count: number; NET_HT: number }
}

/** The instant at which a company's day begins. Where a change of time skips midnight, the day begins at one o'clock. */
const dayStart = (day: string, zone: string): string => {
  const start = instantOf(`${day} 00:00`, zone) ?? instantOf(`${day} 01:00`, zone)
  if (!start) throw new RangeError('Invalid date')
  return start.toISOString()
}

/** A person who counts: commercial of this company, not HORS_STATS. Local records without a company are of their database's. */
export const countsInRanking = (person: RankedPerson, company: string): boolean =>
  person.ROLES.includes('commercial') &&
  person.HORS_STATS !== 1 &&
  (person.IDCOMPANY === null || person.IDCOMPANY === company)

/**
 * The ranking (MGR-05): Σ NET_HT of quotes signed in the period − Σ NET_HT of quotes refused in it that had been signed before.
 * Every commercial who counts has a row, also without any quote. Days of the period are the company's (`zone`), both included.
 * Throws RangeError « Invalid date » for a period that is none.
 */
export function ranking(input: {
  quotes: readonly RankedQuote[]
  people: readonly RankedPerson[]
  period: Period
  zone: string
  company: string
}): RankingRow[] {
  const from = dayStart(input.period.from, input.zone)
  const until = dayStart(addDays(input.period.to, 1), input.zone)
  const rows = new Map<string, RankingRow>()
  for (const person of input.people) {
    if (!countsInRanking(person, input.company)) continue
    const none = () => ({ count: 0, NET_HT: 0 })
    const { IDPERSONNEL, NOM_COMPLET } = person
    rows.set(IDPERSONNEL, {
      rank: 0,
      IDPERSONNEL,
      NOM_COMPLET: NOM_COMPLET ?? '',
      total: 0,
      signed: none(),
      refused: none(),
    })
  }
  // Instants of the contract have one fixed form, so their text sorts as time does.
  const within = (instant: string | null): instant is string => instant !== null && instant >= from && instant < until
  for (const { IDRESPONSABLEPROJET, NET_HT, DATE_SIGNATURE, DATE_REFUSE } of input.quotes) {
    const row = rows.get(IDRESPONSABLEPROJET ?? '')
    if (!row || DATE_SIGNATURE === null) continue
    if (within(DATE_SIGNATURE)) add(row, 'signed', NET_HT)
    if (within(DATE_REFUSE) && DATE_SIGNATURE <= DATE_REFUSE) add(row, 'refused', NET_HT)
  }
  return ranked([...rows.values()])
}

function add(row: RankingRow, side: 'signed' | 'refused', cents: number): void {
  row[side].count += 1
  row[side].NET_HT += cents
  row.total += side === 'signed' ? cents : -cents
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
