import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Staff } from '../../schemas/access.ts'
import type { Relation } from '../../schemas/entity.ts'
import type { Values } from '../../schemas/merge.ts'
import { entityOf, type SyncedResource } from '../../schemas/resources.ts'
import type { Tx } from '../plugins/database/database.ts'
import { seesRow, visible } from '../policies/visibility.ts'
import { recordJson } from './record-json.ts'
import { readRow } from './rows.ts'

/** One record with the records that it points to and that point to it, as far as this person may see them; null when they may not see the record itself. */
export async function showRecord(
  tx: Tx,
  staff: Staff,
  { resource, id }: { resource: SyncedResource; id: string },
): Promise<(Values & { VERSION: number }) | null> {
  const row = await readRow(tx, { resource, id })
  if (!row || row.deleted || !seesRow(staff, resource, row)) return null
  const embedded: Values = {}
  for (const [name, relation] of Object.entries(entityOf(resource).relations ?? {})) {
    embedded[name] = await related(tx, staff, { resource, record: row.record, relation })
  }
  return { ...row.record, VERSION: row.version, ...embedded }
}

async function related(
  tx: Tx,
  staff: Staff,
  { resource, record, relation }: { resource: SyncedResource; record: Values; relation: Relation },
): Promise<unknown> {
  const to = relation.to as SyncedResource
  const { key } = entityOf(to)
  const mine = record[relation.by]
  if (!relation.many) {
    if (typeof mine !== 'string') return null
    const [one] = await find(tx, staff, to, sql<SqlBool>`${sql.ref(key)} = ${mine}`)
    return one ?? null
  }
  // Many: either our own list of ids, or the records there that have our id.
  if (Array.isArray(mine)) return find(tx, staff, to, sql<SqlBool>`${sql.ref(key)} = any(${mine}::text[])`)
  return find(tx, staff, to, sql<SqlBool>`${sql.ref(relation.by)} = ${record[entityOf(resource).key]}`)
}

async function find(
  tx: Tx,
  staff: Staff,
  resource: SyncedResource,
  condition: RawBuilder<SqlBool>,
): Promise<unknown[]> {
  const { table, key } = entityOf(resource)
  const { rows } = await sql<{ json: string }>`select ${recordJson(resource)} as json from ${sql.table(table)}
    where company_id = current_setting('app.company_id') and not deleted and ${visible(staff, resource)} and ${condition}
    order by ${sql.ref(key)}`.execute(tx)
  return rows.map((row) => JSON.parse(row.json) as unknown)
}
