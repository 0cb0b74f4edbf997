import { sql } from 'kysely'
import type { Tx } from '../plugins/database/database.ts'
import { groupBy } from './derived-fields.ts'
import type { Devis } from './record.ts'

const yearOf = ({ DATE_CREATION }: Devis): string => (DATE_CREATION ?? '').slice(0, 4)

/** How many quotes each year has. */
export const countByYear = (devis: readonly Devis[]): Map<string, number> =>
  new Map([...groupBy(devis, yearOf)].map(([year, quotes]) => [year, quotes.length]))

/**
 * Numbers quotes D-YYYY-NNNNN in the order of their creation, after the last number of each year (`last`, none by default). Answers the
 * last numbers given.
 */
export function numberQuotes(
  devis: readonly Devis[],
  last: ReadonlyMap<string, number> = new Map(),
): Map<string, number> {
  const given = new Map(last)
  for (const quote of devis.toSorted((a, b) => ((a.DATE_CREATION ?? '') < (b.DATE_CREATION ?? '') ? -1 : 1))) {
    const number = (given.get(yearOf(quote)) ?? 0) + 1
    given.set(yearOf(quote), number)
    quote.NUMERO_DEVIS = `D-${yearOf(quote)}-${String(number).padStart(5, '0')}`
  }
  return given
}

/** Takes so many numbers of each year from the company's counters; answers the last number before them. */
export async function takeQuoteNumbers(tx: Tx, counts: ReadonlyMap<string, number>): Promise<Map<string, number>> {
  const before = new Map<string, number>()
  for (const [year, count] of counts) {
    const { rows } = await sql<{ value: number }>`insert into numbering (company_id, name, value)
      values (current_setting('app.company_id'), ${`devis-${year}`}, ${count})
      on conflict (company_id, name) do update set value = numbering.value + excluded.value
      returning value`.execute(tx)
    before.set(year, (rows[0]?.value ?? count) - count)
  }
  return before
}
