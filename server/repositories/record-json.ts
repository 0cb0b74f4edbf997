import { type RawBuilder, sql } from 'kysely'
import { DELETED, SEQ } from '../../schemas/protocol.ts'
import { entityOf, type SyncedResource } from '../../schemas/resources.ts'

const literal = (text: string): RawBuilder<unknown> => sql.lit(text)

/** SQL: the record of a row as JSON text, with VERSION. PostgreSQL writes it, so that Node never parses a page. */
export function recordJson(resource: SyncedResource): RawBuilder<string> {
  return sql<string>`json_build_object(${sql.join(pairs(resource))})::text`
}

/** SQL: the row as a pull sends it, whole. */
export function pulledJson(resource: SyncedResource): RawBuilder<string> {
  const marks = [sql`${literal(SEQ)}, seq`, sql`${literal(DELETED)}, false`]
  return sql<string>`json_build_object(${sql.join([...pairs(resource), ...marks])})::text`
}

/** SQL: the row as a pull sends it to whoever may not see it (any more): nothing but its key. */
export function goneJson(resource: SyncedResource): RawBuilder<string> {
  const { key } = entityOf(resource)
  return sql<string>`json_build_object(${literal(key)}, ${sql.ref(key)}, ${literal(SEQ)}, seq, ${literal(DELETED)}, true)::text`
}

function pairs(resource: SyncedResource): RawBuilder<unknown>[] {
  const names = [...Object.keys(entityOf(resource).fields), 'VERSION']
  return names.map((name) => sql`${literal(name)}, ${sql.ref(name)}`)
}
