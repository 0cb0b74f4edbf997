import { sql } from 'kysely'
import type { Values } from '../../schemas/merge.ts'
import type { Tx } from '../plugins/database/database.ts'

/** The company's labels (`id`, LIBELLE, COULEUR, ORDRE), in their order. */
export async function labelRows(tx: Tx): Promise<Values[]> {
  const { rows } =
    await sql<Values>`select id, "LIBELLE", "COULEUR", "ORDRE" from label where company_id = current_setting('app.company_id')
    order by "ORDRE", "LIBELLE" collate "und-x-icu", id`.execute(tx)
  return rows
}
