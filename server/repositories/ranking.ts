import { sql } from 'kysely'
import type { RankedPerson, RankedQuote } from '../../schemas/rules/ranking.ts'
import type { Tx } from '../plugins/database/database.ts'
import { betweenInstants, type DayRange } from './filters.ts'

/** A sale keeps counting: only the erasure of its customer deletes a signed quote, and no figure names a customer. */
const COUNTED = sql`(not deleted or "DEVIS_SIGNE" = 1)`

/** Quotes that were signed or refused in the range. @param zone the company's time zone */
export async function rankedQuotes(tx: Tx, range: DayRange, zone: string): Promise<RankedQuote[]> {
  const within = (column: string) => sql.join(betweenInstants(column, range, zone), sql` and `)
  const { rows } = await sql<RankedQuote>`select "IDRESPONSABLEPROJET", "NET_HT", "DATE_SIGNATURE", "DATE_REFUSE"
    from devis where company_id = current_setting('app.company_id') and ${COUNTED}
      and "DATE_SIGNATURE" is not null and (${within('DATE_SIGNATURE')} or ${within('DATE_REFUSE')})`.execute(tx)
  return rows
}

/** The commercials who take part in the ranking. */
export async function rankedPeople(tx: Tx): Promise<RankedPerson[]> {
  const { rows } = await sql<RankedPerson>`select "IDPERSONNEL", "NOM_COMPLET", "ROLES", "HORS_STATS", "IDCOMPANY"
    from personnel where company_id = current_setting('app.company_id') and not deleted
      and "ROLES" @> '{commercial}' and "HORS_STATS" = 0`.execute(tx)
  return rows
}
