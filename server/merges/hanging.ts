import { sql } from 'kysely'
import type { Hanging } from '../../schemas/client-merge.ts'
import type { Tx } from '../plugins/database/database.ts'
import { visible } from '../policies/visibility.ts'
import type { StaffActor } from '../writes/write-types.ts'

const MINE = sql`company_id = current_setting('app.company_id')`

/** What hangs on a client's record, as far as this person may see it. */
export async function readHanging(tx: Tx, { staff }: Pick<StaffActor, 'staff'>, client: string): Promise<Hanging> {
  const projects = sql`"IDPROJET" in (select "IDPROJET" from projet where ${MINE} and not deleted and "IDCLIENT" = ${client}
    and ${visible(staff, 'projet')})`
  const of = (table: 'rdv' | 'intervention' | 'soumission' | 'fichier' | 'paiement') => sql`(select count(*)::integer
    from ${sql.table(table)} where ${MINE} and not deleted and ${projects} and ${visible(staff, table)})`
  const quotes = sql`select "IDDEVIS" from devis where ${MINE} and not deleted and "IDCLIENT" = ${client}
    and ${visible(staff, 'devis')}`
  const { rows } = await sql<Hanging>`select
    (select count(*)::integer from projet where ${MINE} and not deleted and "IDCLIENT" = ${client}
      and ${visible(staff, 'projet')}) as "PROJETS",
    (select count(*)::integer from (${quotes}) as q) as "DEVIS",
    ${of('rdv')} as "RDVS", ${of('intervention')} as "INTERVENTIONS", ${of('soumission')} as "RAPPORTS",
    ${of('fichier')} as "FICHIERS",
    ${of('paiement')} as "PAIEMENTS",
    (select count(*)::integer from demande where ${MINE} and not deleted and "IDCLIENT" = ${client}
      and ${visible(staff, 'demande')}) as "DEMANDES"`.execute(tx)
  return rows[0] as Hanging
}
