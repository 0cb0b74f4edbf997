import { type RawBuilder, sql } from 'kysely'
import { DELETED, SEQ } from '../../schemas/protocol.ts'
import { entityOf, type SyncedResource } from '../../schemas/resources.ts'

// PostgreSQL writes the JSON, so that Node never parses a page. row_to_json and not json_build_object, which PostgreSQL 15 runs
// five times slower.

const rowJson = (columns: readonly RawBuilder<unknown>[]): RawBuilder<string> =>
  sql<string>`(select row_to_json(r)::text from (select ${sql.join(columns)}) as r)`

function columns(resource: SyncedResource): RawBuilder<unknown>[] {
  const { table, fields } = entityOf(resource)
  return [...Object.keys(fields), 'VERSION'].map((name) => sql.ref(`${table}.${name}`))
}

const seqOf = (resource: SyncedResource): RawBuilder<unknown> =>
  sql`${sql.ref(`${entityOf(resource).table}.seq`)} as ${sql.ref(SEQ)}`

/** SQL: the record of a row as JSON text, with VERSION. */
export const recordJson = (resource: SyncedResource): RawBuilder<string> => rowJson(columns(resource))

/** SQL: the row as a pull sends it, whole. */
export const pulledJson = (resource: SyncedResource): RawBuilder<string> =>
  rowJson([...columns(resource), seqOf(resource), sql`false as ${sql.ref(DELETED)}`])

/** SQL: the row as a pull sends it to a person who may not see it (any more): nothing but its key. */
export function goneJson(resource: SyncedResource): RawBuilder<string> {
  const { table, key } = entityOf(resource)
  return rowJson([sql.ref(`${table}.${key}`), seqOf(resource), sql`true as ${sql.ref(DELETED)}`])
}
