import { sql } from 'kysely'
import type { Staff } from '../../schemas/access.ts'
import { addDays } from '../../schemas/dates.ts'
import type { TakenTime } from '../../schemas/rules/occupation.ts'
import { TEAM_WORKS_DAYS } from '../../schemas/rules/team-location.ts'
import type { Tx } from '../plugins/database/database.ts'
import { visible } from '../policies/visibility.ts'

/**
 * Times between two days, the first included, at which people of the company are taken by what this member of the staff may not see (DAY-01): the exact
 * complement of what a pull shows them. No column that says what, where or for whom is read.
 */
export async function takenOutOfSight(
  tx: Tx,
  staff: Staff,
  { from, before }: { from: string; before: string },
): Promise<TakenTime[]> {
  const { rows } = await sql<TakenTime>`
    select distinct "IDPERSONNEL", kind, debut, fin from (
      select unnest("IDPERSONNELS") as "IDPERSONNEL", 'rdv' as kind, "RDV_DEBUT" as debut, "RDV_FIN" as fin
      from rdv where company_id = current_setting('app.company_id') and not deleted and "SUPPRIME" = 0
        and "RDV_DEBUT" >= ${addDays(from, -TEAM_WORKS_DAYS)} and "RDV_DEBUT" < ${before} and not ${visible(staff, 'rdv')}
      union all
      select entry->>'IDPERSONNEL', 'intervention', entry->>'DEBUT', entry->>'FIN'
      from intervention, jsonb_array_elements("IDINTERVENTION_PLANNING") as entry
      where company_id = current_setting('app.company_id') and not deleted and not ${visible(staff, 'intervention')}
    ) as taken
    where fin > ${from} and debut < ${before} and fin > debut
    order by "IDPERSONNEL", kind, debut, fin`.execute(tx)
  return rows
}
