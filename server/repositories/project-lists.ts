import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ProjectListName } from '../../schemas/rules/project-lists.ts'

const condition = (text: RawBuilder<SqlBool>): RawBuilder<SqlBool> => text
const closed = condition(sql`(coalesce("DATE_SANS_SUITE", '') <> '' or "REFUSE" = 1)`)
const given = (column: string): RawBuilder<SqlBool> => sql`coalesce(${sql.ref(column)}, '') <> ''`
const activeRdv = condition(sql`exists (select 1 from rdv where rdv.company_id = projet.company_id
  and rdv."IDPROJET" = projet."IDPROJET" and not rdv.deleted and rdv."SUPPRIME" <> 1)`)

/** The derived lists of schemas/rules/project-lists.ts in SQL, over `projet` (a test holds both together). */
export const PROJECT_LIST_SQL: Record<ProjectListName, RawBuilder<SqlBool>> = {
  to_assignment: sql`not ${closed} and "TYPE_PROJET" = 0 and not (${given('IDRESPONSABLEPROJET')})`,
  to_contact: sql`${given('IDRESPONSABLEPROJET')} and "IDETAT_PROJET" = 1 and not (${given('RELANCE_INTERMEDIAIRE')})
    and not ${activeRdv}`,
  without_rdv: sql`${given('RELANCE_INTERMEDIAIRE')} and "IDETAT_PROJET" = 1 and not ${activeRdv}`,
  without_quote: sql`${activeRdv} and "IDETAT_PROJET" = 1`,
  with_quote: sql`"IDETAT_PROJET" = 2`,
  with_signed_quote: sql`"IDETAT_PROJET" >= 4 and "REFUSE" <> 1`,
  annule: sql`"IDETAT_PROJET" >= 4 and ${closed}`,
  sans_suite: sql`"IDETAT_PROJET" in (1, 2) and ${closed}`,
}
