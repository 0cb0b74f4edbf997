import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Staff } from '../../schemas/access.ts'
import { entityOf, type SyncedResource } from '../../schemas/resources.ts'
import type { Tx } from '../plugins/database/database.ts'
import { visible } from '../policies/visibility.ts'
import { recordJson } from './record-json.ts'

export interface ListQuery {
  resource: SyncedResource
  where: readonly RawBuilder<SqlBool>[]
  order: RawBuilder<unknown>
  limit: number
  offset: number
}

/** The records that this person may see and that pass the filters, as a JSON array in text. */
export async function listRecords(tx: Tx, staff: Staff, query: ListQuery): Promise<string> {
  const { resource, where, order, limit, offset } = query
  const conditions = [sql<SqlBool>`not deleted`, visible(staff, resource), ...where]
  const { rows } = await sql<{ json: string }>`
    select ${recordJson(resource)} as json from ${sql.table(entityOf(resource).table)}
    where company_id = current_setting('app.company_id') and ${sql.join(conditions, sql` and `)}
    order by ${order} limit ${limit} offset ${offset}`.execute(tx)
  return `[${rows.map((row) => row.json).join(',')}]`
}
