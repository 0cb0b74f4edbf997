import { sql } from 'kysely'
import type { Tx } from '../../plugins/database/database.ts'

/** Projects of a customer, newest first; one of them by its id. */
export function readProjects(tx: Tx, clientId: string, id?: string) {
  const query = tx
    .selectFrom('projet')
    .select([
      'IDPROJET',
      'DESCRIPTION',
      'TYPE_PROJET',
      'IDETAT_PROJET',
      'DATE_CREATION',
      'DATE_SANS_SUITE',
      'REFUSE',
      'ADRESSE_CHANTIER',
      'IDRESPONSABLEPROJET',
      'IDAGENCE',
    ])
    .select(
      sql<boolean>`exists (select 1 from devis d where d.company_id = projet.company_id and d."IDPROJET" = projet."IDPROJET"
        and not d.deleted and (d."DATE_TRANSMISSION" is not null or d."DEVIS_SIGNE" = 1))`.as('hasQuote'),
    )
    .where('IDCLIENT', '=', clientId)
    .where('deleted', '=', false)
  return (id === undefined ? query : query.where('IDPROJET', '=', id))
    .orderBy('DATE_CREATION', 'desc')
    .orderBy('IDPROJET')
    .execute()
}
