import {
  type FilledMangoQuery,
  getQueryMatcher,
  getSortComparator,
  type PreparedQuery,
  type RxDocumentData,
  type RxJsonSchema,
} from 'rxdb/plugins/core'
import { answered } from './stored-rows.ts'

/**
 * Answers a query by pages of rows. RxDB moves a cursor, which costs a message between processes for each row, and reads all that lies between the first
 * and the last value of a `$in`.
 */

export type Row = Readonly<Record<string, unknown>>

/** What a query reads: the rows of an index, or of the store in the order of its primary key, within a range. */
export interface Source {
  index: IDBIndex | IDBObjectStore
  range: IDBKeyRange
  /** What every key of the range begins with, before the first field that a query may name: RxDB’s `_deleted`. */
  first: readonly IDBValidKey[]
}

interface Asked<T> {
  schema: Readonly<RxJsonSchema<RxDocumentData<T>>>
  prepared: PreparedQuery<T>
  source: Source
  /** A stored row as RxDB knows it. */
  documentOf: (row: Row) => RxDocumentData<T>
}

const PAGE = 500
/** Up to so many listed values are asked for one by one. Of more, the rows between the first and the last are read in pages, where these rows are few for the values. */
const SPARSE = 50
/** A request for one value costs about as much as so many rows of a page. */
const ROWS_FOR_A_REQUEST = 3
/** Size of the first page: a query with a limit mostly ends there. */
const FEW = 50

/** The documents of a query, in its order. Call it within a transaction of the source's store. */
export async function documentsIn<T>({ schema, prepared, source, documentOf }: Asked<T>): Promise<RxDocumentData<T>[]> {
  const { query, queryPlan } = prepared
  const { skip = 0, limit = Number.POSITIVE_INFINITY } = query
  const enough = queryPlan.sortSatisfiedByIndex ? skip + limit : Number.POSITIVE_INFINITY
  const { index, range } = source
  const found: RxDocumentData<T>[] = []
  const values = listedValues(prepared)
  const field = String(queryPlan.index[1])
  // Rows of listed values are asked for by value: RxDB's matcher would go through the whole list again for each of them.
  const asked = values ? withoutField(query, field) : query
  const matches = queryPlan.selectorSatisfiedByIndex ? () => true : getQueryMatcher(schema, asked)
  const isDense =
    values !== null &&
    values.length > SPARSE &&
    (await answered(index.count(range))) <= ROWS_FOR_A_REQUEST * values.length
  const pages =
    values && !isDense ? pagesOfValues(source, values) : pagesOf(source, Math.min(Math.max(enough, FEW), PAGE))
  const wanted = isDense ? new Set<unknown>(values) : null
  for await (const rows of pages) {
    for (const row of rows) {
      if (wanted && !wanted.has(row[field])) continue
      const document = documentOf(row)
      if (matches(document)) found.push(document)
    }
    if (found.length >= enough) break
  }
  return inOrder(found, { schema, prepared })
}

/** Sorts what an index has not sorted, and takes the part that the query asks for. */
export function inOrder<T>(
  found: RxDocumentData<T>[],
  { schema, prepared: { query, queryPlan } }: Pick<Asked<T>, 'schema' | 'prepared'>,
): RxDocumentData<T>[] {
  const { skip = 0, limit = Number.POSITIVE_INFINITY } = query
  if (!queryPlan.sortSatisfiedByIndex) found.sort(getSortComparator(schema, query))
  return found.slice(skip, skip + limit)
}

/** Null for a range that can hold nothing. */
export function rangeOf(make: () => IDBKeyRange): IDBKeyRange | null {
  try {
    return make()
  } catch (error) {
    if (error instanceof Error && error.name === 'DataError') return null
    throw error
  }
}

/** The values, in the order of the index, of a `$in` on the first field of the index after `_deleted`; null when the query has none. */
function listedValues<T>({ query, queryPlan }: PreparedQuery<T>): string[] | null {
  const [deleted, field] = queryPlan.index
  const condition = (query.selector as Record<string, { $in?: unknown } | undefined>)[String(field)]
  const listed = condition?.$in
  if (deleted !== '_deleted' || queryPlan.startKeys[0] !== queryPlan.endKeys[0]) return null
  if (!Array.isArray(listed) || Object.keys(condition ?? {}).length > 1) return null
  if (!listed.every((value) => typeof value === 'string')) return null
  return [...new Set(listed)].sort()
}

/** A query without its condition on one field. */
function withoutField<T>(query: FilledMangoQuery<T>, field: string): FilledMangoQuery<T> {
  const { [field]: _, ...selector } = query.selector as Record<string, unknown>
  return { ...query, selector: selector as FilledMangoQuery<T>['selector'] }
}

/** So many values are asked for at once: each is a message to another process, which need not wait for the one before. */
const VALUES = 200

/** The rows of each of these values, value after value. */
async function* pagesOfValues({ index, first }: Source, values: readonly string[]): AsyncGenerator<Row[]> {
  // An array is after every string: this is the end of all keys that begin with the value.
  const of = (value: string): IDBKeyRange =>
    typeof index.keyPath === 'string'
      ? IDBKeyRange.only(value)
      : IDBKeyRange.bound([...first, value], [...first, value, []])
  for (let at = 0; at < values.length; at += VALUES) {
    const some = values.slice(at, at + VALUES)
    const lists: Row[][] = await Promise.all(some.map((value) => answered(index.getAll(of(value)))))
    yield lists.flat()
  }
}

/** The rows of a source, in its order. Every index ends with the primary key: no two rows have the same place in it. */
async function* pagesOf({ index, range }: Source, first: number): AsyncGenerator<Row[]> {
  for (let [rest, size] = [range, first]; ; size = PAGE) {
    const rows: Row[] = await answered(index.getAll(rest, size))
    yield rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < size) return
    rest = IDBKeyRange.bound(placeOf(last, index), range.upper, true, range.upperOpen)
  }
}

/** `_meta.lwt` is a field within a field. */
const valueAt = (row: Row, path: string): IDBValidKey =>
  path.split('.').reduce<unknown>((value, name) => (value as Row)[name], row) as IDBValidKey

const placeOf = (row: Row, { keyPath }: IDBIndex | IDBObjectStore): IDBValidKey =>
  typeof keyPath === 'string' ? valueAt(row, keyPath) : (keyPath as string[]).map((path) => valueAt(row, path))
