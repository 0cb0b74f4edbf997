import { sql } from 'kysely'
import type { Tx } from '../../plugins/database/database.ts'
import type { KeptDemande } from '../presenters/demande.ts'

/** The latest requests that a customer is shown. */
const MOST = 50

/** A customer's requests, latest first. */
export async function readDemandes(tx: Tx, clientId: string): Promise<KeptDemande[]> {
  const { rows } = await sql<KeptDemande>`select id, "GENRE", "MESSAGE", "DATE_DEMANDE", "PRISE_PAR", "REPONSES",
      "IDCLIENT_SUITE", "IDPROJET_SUITE" from demande
    where company_id = current_setting('app.company_id') and "IDCLIENT" = ${clientId} and not deleted
    order by "DATE_DEMANDE" desc, id limit ${sql.lit(MOST)}`.execute(tx)
  return rows
}
