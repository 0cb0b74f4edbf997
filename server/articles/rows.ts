import { sql } from 'kysely'
import type { Values } from '../../schemas/merge.ts'
import type { Tx } from '../plugins/database/database.ts'

/** Every article of the company, archived ones too, by family and reference. */
export async function allArticleRows(tx: Tx): Promise<Values[]> {
  const { rows } = await sql<Values>`select * from article
    where company_id = current_setting('app.company_id') and not deleted
    order by "FAMILLE" collate "und-x-icu" nulls last, "REFERENCE" collate "und-x-icu", id`.execute(tx)
  return rows
}
