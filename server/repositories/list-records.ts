import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Staff } from '../../schemas/access.ts'
import { entityOf, type SyncedResource } from '../../schemas/resources.ts'
import type { Tx } from '../plugins/database/database.ts'
import { visible } from '../policies/visibility.ts'
import type { Condition } from './filters.ts'
import { recordJson } from './record-json.ts'

/** Resources with a plain list. Rows of `reference` are read by their list (repositories/references.ts). */
export type ListedResource = Exclude<SyncedResource, 'reference'>

/** The order of each plain list; the key at the end makes pages stable. */
const ORDER: Readonly<Record<ListedResource, RawBuilder<unknown>>> = {
  absence: sql`"DEBUT", id`,
  adresse: sql`"IDADRESSE"`,
  article: sql`"FAMILLE" collate "und-x-icu" nulls last, "REFERENCE" collate "und-x-icu", id`,
  client: sql`cle_nom, "IDCLIENT"`,
  conflit: sql`"DATE_CONFLIT" desc, id`,
  demande: sql`"DATE_DEMANDE" desc, id`,
  devis: sql`"DATE_CREATION" desc nulls last, "IDDEVIS"`,
  fichier: sql`"DATE_CREATION" desc, "IDFICHIER"`,
  filtre: sql`"ECRAN", "DATE_CREATION", id`,
  intervention: sql`"RDV_DEBUT", "IDINTERVENTION"`,
  notification: sql`"DATE_NOTIFICATION" desc, id`,
  paiement: sql`"DATE_PAIEMENT" desc, id`,
  objectif: sql`"MOIS", "IDPERSONNEL", id`,
  personnel: sql`"NOM" collate "und-x-icu", "PRENOM" collate "und-x-icu", "IDPERSONNEL"`,
  projet: sql`"DATE_CREATION" desc nulls last, "IDPROJET"`,
  rapport: sql`"TITRE" collate "und-x-icu", id`,
  rdv: sql`"RDV_DEBUT", "IDRDV"`,
  soumission: sql`"DATE_SOUMISSION" desc nulls last, "IDSOUMISSION"`,
}

export interface ListQuery {
  resource: ListedResource
  where: readonly Condition[]
  limit: number
  offset: number
}

/** The records that this person may see and that pass the filters, as a JSON array in text, and whether others come after them. */
export async function listRecords(tx: Tx, staff: Staff, query: ListQuery): Promise<{ json: string; more: boolean }> {
  const { resource, where, limit, offset } = query
  const conditions = [sql<SqlBool>`not deleted`, visible(staff, resource), ...where]
  const { rows } = await sql<{ json: string }>`
    select ${recordJson(resource)} as json from ${sql.table(entityOf(resource).table)}
    where company_id = current_setting('app.company_id') and ${sql.join(conditions, sql` and `)}
    order by ${ORDER[resource]} limit ${limit + 1} offset ${offset}`.execute(tx)
  const page = rows.slice(0, limit)
  return { json: `[${page.map((row) => row.json).join(',')}]`, more: rows.length > limit }
}
