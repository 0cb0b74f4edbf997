import { sql } from 'kysely'
import type { Viewers } from '../../schemas/access.ts'
import type { Stamp } from '../../schemas/merge.ts'
import { DELETED } from '../../schemas/protocol.ts'
import { entityOf, type SyncedResource } from '../../schemas/resources.ts'
import type { Tx } from '../plugins/database/database.ts'
import { isScoped } from './rows.ts'

/** A new row and what synchronisation keeps beside it. */
export interface NewRow {
  record: object
  createdBy: string | null
  viewers: Viewers
}

/** Rows of one statement: one JSON parameter of about half a megabyte. */
const ROWS = 500

const column = (name: string, type: string) => sql`${sql.ref(name)} ${sql.raw(type)}`

/**
 * Inserts new rows of one resource, numbered from `firstSeq` on (taken by the caller in the same transaction). The rows travel as one
 * JSON parameter: PostgreSQL unpacks it several times faster than it binds twenty parameters a row.
 */
export async function bulkInsert(
  tx: Tx,
  { resource, rows, firstSeq }: { resource: SyncedResource; rows: readonly NewRow[]; firstSeq: number },
): Promise<void> {
  const entity = entityOf(resource)
  const types: [name: string, type: string][] = [
    ...Object.entries(entity.fields).map(([name, field]): [string, string] => [name, field.column]),
    ['VERSION', 'integer'],
    ['seq', 'bigint'],
    ['created_by', 'text'],
  ]
  if (isScoped(resource)) types.push(['viewer_agence', 'text'], ['viewer_personnes', 'text[]'])
  const names = sql.join(types.map(([name]) => sql.ref(name)))
  const columns = sql.join(types.map(([name, type]) => column(name, type)))
  for (let from = 0; from < rows.length; from += ROWS) {
    const page = rows.slice(from, from + ROWS).map(({ record, createdBy, viewers }, i) => ({
      ...record,
      seq: firstSeq + from + i,
      created_by: createdBy,
      viewer_agence: viewers.agence,
      viewer_personnes: viewers.personnes,
    }))
    await sql`insert into ${sql.table(entity.table)} (company_id, ${names})
      select current_setting('app.company_id'), ${names} from json_to_recordset(${JSON.stringify(page)}::json) as r(${columns})`.execute(
      tx,
    )
  }
}

/** A row that becomes a tombstone: its stamp says who deleted it, and which VERSION that made (bury.ts). */
export interface Buried {
  id: string
  seq: number
  stamp: Stamp
}

/** Makes tombstones of locked rows of one resource, each with a seq of this transaction. */
export async function bulkBury(tx: Tx, resource: SyncedResource, rows: readonly Buried[]): Promise<void> {
  if (rows.length === 0) return
  const { table, key } = entityOf(resource)
  await sql`update ${sql.table(table)} as t set deleted = true, "VERSION" = t."VERSION" + 1, seq = n.seq,
      stamps = t.stamps || jsonb_build_object(${DELETED}::text, n.stamp), updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(id text, seq bigint, stamp jsonb)
    where t.company_id = current_setting('app.company_id') and t.${sql.ref(key)} = n.id`.execute(tx)
}
