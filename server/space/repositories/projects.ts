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
    ])
    .where('IDCLIENT', '=', clientId)
    .where('deleted', '=', false)
  return (id === undefined ? query : query.where('IDPROJET', '=', id))
    .orderBy('DATE_CREATION', 'desc')
    .orderBy('IDPROJET')
    .execute()
}
