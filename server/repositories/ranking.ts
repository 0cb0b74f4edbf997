import { sql } from 'kysely'
import type { ConversionDay } from '../../schemas/rules/conversion.ts'
import { UNSOLD } from '../../schemas/rules/raf.ts'
import type { FormerPerson, RankedPerson, RankedQuote } from '../../schemas/rules/ranking.ts'
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

/** The commercials who take part in the ranking, and whoever was removed or erased since and has one of these quotes. */
export async function rankedPeople(tx: Tx, quotes: readonly RankedQuote[]): Promise<RankedPerson[]> {
  const { rows } = await sql<RankedPerson>`select "IDPERSONNEL", "NOM_COMPLET", "ROLES", "HORS_STATS", "IDCOMPANY"
    from personnel where company_id = current_setting('app.company_id') and not deleted
      and "ROLES" @> '{commercial}' and "HORS_STATS" = 0`.execute(tx)
  return [...rows, ...(await formerPeople(tx, quotes))]
}

/** Whoever was removed or erased and has one of these quotes: devices have no record of them, and past periods count what they sold. */
export async function formerPeople(tx: Tx, quotes: readonly RankedQuote[]): Promise<FormerPerson[]> {
  const ids = [...new Set(quotes.flatMap(({ IDRESPONSABLEPROJET: id }) => (id === null ? [] : [id])))]
  const { rows } =
    await sql<FormerPerson>`select "IDPERSONNEL", coalesce("NOM_COMPLET", "NOM") as "NOM_COMPLET", "ROLES",
      "HORS_STATS", "IDCOMPANY", "IDAGENCE", "AGENCES"
    from personnel where company_id = current_setting('app.company_id') and deleted and "HORS_STATS" = 0
      and "IDPERSONNEL" = any(${ids}::text[]) order by "IDPERSONNEL"`.execute(tx)
  return rows
}

/**
 * What each person met first on each day from `since`, and what became of it: `conversionDays` of schemas/rules/conversion.ts, in SQL because devices must not
 * have everybody's appointments.
 * @param now the company's wall clock
 */
export async function conversionFigures(
  tx: Tx,
  { since, now }: { since: string; now: string },
): Promise<ConversionDay[]> {
  const { rows } = await sql<ConversionDay>`with visit as (
      select distinct on (r."IDPROJET") r."IDPROJET", r."RDV_DEBUT", r."IDPERSONNELS"
      from rdv r left join reference nature on nature.company_id = r.company_id and nature.id = r."IDNATURE_RDV"
      where r.company_id = current_setting('app.company_id') and not r.deleted and r."SUPPRIME" = 0
        and r."IDPROJET" is not null and r."RDV_FIN" <= ${now} and r."DEBRIEF_CATEGORIE" <> 1
        and coalesce(nature."CODE", '') <> all(${[...UNSOLD]}::text[])
      order by r."IDPROJET", r."RDV_DEBUT" collate "C", r."IDRDV" collate "C"
    ), quote as (
      select "IDPROJET", bool_or("DATE_TRANSMISSION" is not null or "DEVIS_SIGNE" = 1) as quoted,
        bool_or("DEVIS_SIGNE" = 1 and "REFUSE" <> 1) as sold
      from devis where company_id = current_setting('app.company_id') and not deleted group by 1
    ), figures as (
    select left(visit."RDV_DEBUT", 10) as "JOUR", person as "IDPERSONNEL", count(*)::integer as met,
      (count(*) filter (where quote.quoted))::integer as quoted, (count(*) filter (where quote.sold))::integer as sold
    from visit
    join projet on projet.company_id = current_setting('app.company_id') and projet."IDPROJET" = visit."IDPROJET"
      and not projet.deleted and projet."TYPE_PROJET" = 0
    left join quote on quote."IDPROJET" = visit."IDPROJET"
    cross join unnest(visit."IDPERSONNELS") as person
    where visit."RDV_DEBUT" >= ${since}
    group by 1, 2
    ) select * from figures order by "JOUR" collate "C", "IDPERSONNEL" collate "C"`.execute(tx)
  return rows
}
