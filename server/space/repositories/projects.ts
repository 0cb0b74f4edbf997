import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../plugins/database/database.ts'
import { otherSigned } from '../../repositories/signed-devis.ts'

const FOR_EVER = '9999-12-31'

/** A sum over the quotes of a project that were given to its customer. */
const ofQuotes = <T>(sum: RawBuilder<unknown>) =>
  sql<T>`(select ${sum} from devis where devis.company_id = projet.company_id and devis."IDPROJET" = projet."IDPROJET"
    and devis."IDCLIENT" = projet."IDCLIENT" and not devis.deleted and (devis."DATE_TRANSMISSION" is not null or devis."DEVIS_SIGNE" = 1))`

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
    .select([
      ofQuotes<boolean>(sql`count(*) > 0`).as('hasQuote'),
      // Those that wait for the customer's answer; without a last day they are valid for ever.
      ofQuotes<string | null>(sql`max(coalesce("DATE_VALIDITE", ${FOR_EVER}))
        filter (where "DEVIS_SIGNE" = 0 and "REFUSE" = 0 and not ${otherSigned()})`).as('waitsUntil'),
    ])
    .where('IDCLIENT', '=', clientId)
    .where('deleted', '=', false)
  return (id === undefined ? query : query.where('IDPROJET', '=', id))
    .orderBy('DATE_CREATION', 'desc')
    .orderBy('IDPROJET')
    .execute()
}
