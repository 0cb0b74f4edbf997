import { type RawBuilder, sql } from 'kysely'
import { POLICIES, type Viewers } from '../../schemas/access.ts'
import type { Entity, Field } from '../../schemas/entity.ts'
import type { Stamps, Values } from '../../schemas/merge.ts'
import { entityOf, type SyncedResource } from '../../schemas/resources.ts'
import type { Tx } from '../plugins/database/database.ts'

/** One row of a synced table: the entity's fields in `record`, and the columns of synchronisation. */
export interface StoredRow {
  id: string
  record: Values
  version: number
  seq: number
  deleted: boolean
  stamps: Stamps
  createdBy: string | null
  viewers: Viewers
}

export const EVERYONE: Viewers = { agence: null, personnes: [] }
/** Whether the rows of a resource have viewers of their own. */
export const isScoped = (resource: SyncedResource): boolean =>
  POLICIES[resource]?.scope !== undefined && POLICIES[resource]?.scope !== 'company'
/** Whether each row is for one person alone, whatever the agency. */
export const isOwn = (resource: SyncedResource): boolean => POLICIES[resource]?.scope === 'own'

const columns = (entity: Entity): RawBuilder<unknown> =>
  sql.join(Object.keys(entity.fields).map((name) => sql.ref(name)))

const viewerColumns = (resource: SyncedResource): RawBuilder<unknown> =>
  isScoped(resource) ? sql`, viewer_agence, viewer_personnes` : sql``

type RawRow = Record<string, unknown>

function toStored(resource: SyncedResource, raw: RawRow): StoredRow {
  const entity = entityOf(resource)
  const record: Values = {}
  for (const name of Object.keys(entity.fields)) record[name] = raw[name]
  return {
    id: raw[entity.key] as string,
    record,
    version: Number(raw.VERSION),
    seq: Number(raw.seq),
    deleted: raw.deleted === true,
    stamps: raw.stamps as Stamps,
    createdBy: (raw.created_by ?? null) as string | null,
    viewers: isScoped(resource)
      ? { agence: raw.viewer_agence as string | null, personnes: raw.viewer_personnes as string[] }
      : EVERYONE,
  }
}

export type Lock = 'update' | 'share' | 'none'
const LOCKS: Record<Lock, RawBuilder<unknown>> = { update: sql`for update`, share: sql`for share`, none: sql`` }

/** Rows by their ids, tombstones included, locked in the order of their ids (so that two writers cannot deadlock). */
export async function readRows(
  tx: Tx,
  { resource, ids, lock = 'none' }: { resource: SyncedResource; ids: readonly string[]; lock?: Lock },
): Promise<StoredRow[]> {
  if (ids.length === 0) return []
  const entity = entityOf(resource)
  const key = sql.ref(entity.key)
  const { rows } = await sql<RawRow>`
    select ${columns(entity)}, "VERSION", seq, deleted, stamps, created_by${viewerColumns(resource)}
    from ${sql.table(entity.table)}
    where company_id = current_setting('app.company_id') and ${key} = any(${[...new Set(ids)]}::text[])
    order by ${key} ${LOCKS[lock]}`.execute(tx)
  return rows.map((raw) => toStored(resource, raw))
}

/** One row by its id, tombstone or not; null when there is none. */
export async function readRow(
  tx: Tx,
  { resource, id, lock = 'none' }: { resource: SyncedResource; id: string; lock?: Lock },
): Promise<StoredRow | null> {
  const [row] = await readRows(tx, { resource, ids: [id], lock })
  return row ?? null
}

/** A value as its column takes it: structured values as JSON text, lists as text[]. */
function bound(field: Field, value: unknown): RawBuilder<unknown> {
  if (value === null || value === undefined) return sql`null`
  if (field.column === 'jsonb') return sql`${JSON.stringify(value)}::jsonb`
  if (field.column === 'text[]') return sql`${value}::text[]`
  return sql`${value}`
}

/** Writes a new row as it is given (seq already taken). */
export async function insertRow(tx: Tx, resource: SyncedResource, row: StoredRow): Promise<void> {
  await insertion(resource, row, sql`${row.seq}`).execute(tx)
}

/** A stored row, and the fields of it to write; `seq` and the other columns of synchronisation are always written. */
export interface RowEdit {
  resource: SyncedResource
  row: StoredRow
  fields: Iterable<string>
}

/** Writes `fields` of a stored row and all its columns of synchronisation. */
export async function updateRow(tx: Tx, edit: RowEdit): Promise<void> {
  await edition(edit, sql`${edit.row.seq}`).execute(tx)
}

/**
 * Takes `count` seqs of the company and writes the first row with the first of them, in one statement: other writers of the company wait from here to the
 * commit (SERVER-1). `beside` is a write of another table in the same statement, given the first seq.
 * @returns the first seq
 */
export async function writeTaking(
  tx: Tx,
  { resource, row, fields }: Omit<RowEdit, 'fields'> & { fields: Iterable<string> | 'new' },
  { count, beside }: { count: number; beside?: (first: RawBuilder<number>) => RawBuilder<unknown> },
): Promise<number> {
  const first = sql<number>`(select first from taken)`
  const write = fields === 'new' ? insertion(resource, row, first) : edition({ resource, row, fields }, first)
  const more = beside ? sql`, beside as (${beside(first)})` : sql``
  const { rows } = await sql<{
    seq: number
  }>`with taken as materialized (select take_seq(${count}::integer) as first)${more}
    ${write} returning seq`.execute(tx)
  if (!rows[0]) throw new Error(`A locked ${resource} is not there any more`)
  return Number(rows[0].seq)
}

function insertion(resource: SyncedResource, row: StoredRow, seq: RawBuilder<unknown>): RawBuilder<unknown> {
  const entity = entityOf(resource)
  const values = sql.join(Object.entries(entity.fields).map(([name, field]) => bound(field, row.record[name])))
  const viewers = isScoped(resource) ? sql`, ${row.viewers.agence}, ${[...row.viewers.personnes]}::text[]` : sql``
  return sql`insert into ${sql.table(entity.table)}
    (company_id, ${columns(entity)}, "VERSION", seq, deleted, stamps, created_by${viewerColumns(resource)})
    values (current_setting('app.company_id'), ${values}, ${row.version}, ${seq}, ${row.deleted},
      ${JSON.stringify(row.stamps)}::jsonb, ${row.createdBy}${viewers})`
}

function edition({ resource, row, fields }: RowEdit, seq: RawBuilder<unknown>): RawBuilder<unknown> {
  const entity = entityOf(resource)
  const sets: RawBuilder<unknown>[] = []
  for (const name of fields) {
    const field = entity.fields[name]
    if (field) sets.push(sql`${sql.ref(name)} = ${bound(field, row.record[name])}`)
  }
  if (isScoped(resource)) {
    sets.push(sql`viewer_agence = ${row.viewers.agence}`)
    sets.push(sql`viewer_personnes = ${[...row.viewers.personnes]}::text[]`)
  }
  sets.push(sql`"VERSION" = ${row.version}`, sql`seq = ${seq}`, sql`deleted = ${row.deleted}`)
  sets.push(sql`stamps = ${JSON.stringify(row.stamps)}::jsonb`, sql`updated_at = now()`)
  return sql`update ${sql.table(entity.table)} set ${sql.join(sets)}
    where company_id = current_setting('app.company_id') and ${sql.ref(entity.key)} = ${row.id}`
}
