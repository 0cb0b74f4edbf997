import { sql } from 'kysely'
import type { Tx } from '../plugins/database/database.ts'
import { isStopped } from './stopped-project.ts'

/** A person who is expected at an appointment or works that are not over. */
export interface VisitToCome {
  resource: 'rdv' | 'intervention'
  id: string
  person: string
  /** Of the first of their hours there that are to come, on the company's wall clock. */
  start: string
}

const NOW = sql`(select to_char(now() at time zone "FUSEAU", 'YYYY-MM-DD HH24:MI') from company
  where id = current_setting('app.company_id'))`

/** Who is expected at works, and from when. `i` is a row of `intervention`. */
const PLANNED = sql`select 'intervention' as resource, i."IDINTERVENTION" as id, entry->>'IDPERSONNEL' as person,
    min(entry->>'DEBUT') as start
  from intervention i, jsonb_array_elements(i."IDINTERVENTION_PLANNING") as entry
  where i.company_id = current_setting('app.company_id') and not i.deleted and i."FEEDBACK" is distinct from 'bon' and entry->>'FIN' > ${NOW}`

/** Those of a project's appointments and works; not of works whose order has ended, because they were told then. */
export async function visitsOfProject(tx: Tx, projet: string): Promise<VisitToCome[]> {
  const { rows } = await sql<VisitToCome>`select 'rdv' as resource, "IDRDV" as id, person, "RDV_DEBUT" as start
    from rdv, unnest("IDPERSONNELS") as person
    where company_id = current_setting('app.company_id') and "IDPROJET" = ${projet} and not deleted and "SUPPRIME" = 0 and "DEBRIEF_CATEGORIE" = 0
      and "RDV_FIN" > ${NOW}
    union all
    (${PLANNED} and i."IDPROJET" = ${projet} and not exists (select 1 from devis
        where devis.company_id = i.company_id and devis."IDDEVIS" = i."IDDEVIS" and devis."DEVIS_SIGNE" = 1 and devis."REFUSE" = 1)
      group by 2, 3)
    order by start, id, person`.execute(tx)
  return rows
}

/** Those of an order's works; nobody where its project was stopped, because they were told then. */
export async function visitsOfOrder(tx: Tx, devis: string): Promise<VisitToCome[]> {
  const { rows } = await sql<VisitToCome>`${PLANNED} and i."IDDEVIS" = ${devis} and not exists (select 1 from projet p
        where p.company_id = i.company_id and p."IDPROJET" = i."IDPROJET" and ${isStopped('p')})
    group by 2, 3 order by start, id, person`.execute(tx)
  return rows
}
