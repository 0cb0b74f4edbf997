import type { Dexie } from 'dexie'
import {
  type DexieSettings,
  type FilledMangoQuery,
  getQueryMatcher,
  getSortComparator,
  type PreparedQuery,
  type RxDatabase,
  type RxDocumentData,
  type RxStorage,
  type RxStorageInstanceCreationParams,
  type RxStorageQueryResult,
} from 'rxdb/plugins/core'
import {
  fromDexieToStorage,
  getKeyRangeByQueryPlan,
  getRxStorageDexie,
  type RxStorageInstanceDexie,
} from 'rxdb/plugins/storage-dexie'
import { reopenable } from './reopen.ts'
import { answered } from './stored-rows.ts'

/** Private fields of Dexie that this file uses. */
interface DexieInternals {
  _state: { autoOpen: boolean }
  _options: { autoOpen: boolean; chromeTransactionDurability: 'default' | 'strict' | 'relaxed' }
}

/**
 * RxDB's Dexie storage, with four corrections. RxDB turns `autoOpen` off: when iOS closes IndexedDB behind a sleeping page, everything fails until a
 * reload. Commits are strict: a write that was shown as saved must survive a power cut. Queries read pages of rows: RxDB moves a cursor, which costs a
 * message between processes for each row, and reads all that lies between the first and the last value of a `$in`. RxDB caches an opening under the database's name, also a refused one, so that every later opening in this
 * realm fails too: here the first use opens, or `openStores` (WORK-9).
 */
export function localStorage(): RxStorage<unknown, unknown> {
  const storage = getRxStorageDexie({
    onCreate: (dexie: Dexie) => {
      const { _options: options, _state: state } = dexie as unknown as DexieInternals
      options.autoOpen = true
      state.autoOpen = true
      options.chromeTransactionDurability = 'strict'
      reopenable(dexie)
      const open = dexie.open
      // RxDB's own call of `open`.
      dexie.open = (() => {
        dexie.open = open
        return Promise.resolve(dexie)
      }) as typeof open
    },
  })
  const create = storage.createStorageInstance.bind(storage)
  storage.createStorageInstance = async <T>(params: RxStorageInstanceCreationParams<T, DexieSettings>) => {
    const instance = await create(params)
    instance.query = (query) => queryByPages(instance, query)
    return instance
  }
  return storage as unknown as RxStorage<unknown, unknown>
}

/** Opens every collection now. @throws the error with which IndexedDB refuses the first of them */
export async function openStores(rx: RxDatabase): Promise<void> {
  const instances = Object.values(rx.collections).map(({ storageInstance }) => storageInstance)
  await Promise.all(
    instances.map(async ({ internals }) => {
      // Tests use other storages, without `dexieDb`.
      const { dexieDb } = ((await internals) ?? {}) as { dexieDb?: Dexie }
      await dexieDb?.open()
    }),
  )
}

const PAGE = 500
/** Up to so many listed values are asked for one by one. Of more, the rows between the first and the last are read in pages, where these rows are few for the values. */
const SPARSE = 50
/** A request for one value costs about as much as so many rows of a page. */
const ROWS_FOR_A_REQUEST = 3
/** Size of the first page: a query with a limit mostly ends there. */
const FEW = 50

/** Answers what RxDB's own query answers; a test compares the two. */
async function queryByPages<T>(
  instance: RxStorageInstanceDexie<T>,
  prepared: PreparedQuery<T>,
): Promise<RxStorageQueryResult<T>> {
  if (instance.closed) throw new Error(`${instance.databaseName}-${instance.collectionName} is closed`)
  const { dexieDb, dexieTable, booleanIndexes } = await instance.internals
  const { query, queryPlan } = prepared
  const { skip = 0, limit = Number.POSITIVE_INFINITY } = query
  const enough = queryPlan.sortSatisfiedByIndex ? skip + limit : Number.POSITIVE_INFINITY
  const range = rangeOf(() => getKeyRangeByQueryPlan(booleanIndexes, queryPlan, IDBKeyRange))
  const found: RxDocumentData<T>[] = []
  if (range === null || limit === 0) return { documents: found }
  const values = listedValues(prepared, range)
  // Rows of listed values are asked for by value: RxDB's matcher would go through the whole list again for each of them.
  const asked = values ? withoutField(query, String(queryPlan.index[1])) : query
  const matches = queryPlan.selectorSatisfiedByIndex ? () => true : getQueryMatcher(instance.schema, asked)
  await dexieDb.transaction('r', dexieTable, async ({ idbtrans }) => {
    const index = idbtrans.objectStore(dexieTable.name).index(`[${queryPlan.index.join('+')}]`)
    const isDense =
      values !== null &&
      values.length > SPARSE &&
      (await answered(index.count(range))) <= ROWS_FOR_A_REQUEST * values.length
    const pages =
      values && !isDense
        ? pagesOfValues(index, range, values)
        : pagesOf(index, range, Math.min(Math.max(enough, FEW), PAGE))
    const wanted = isDense ? new Set<unknown>(values) : null
    for await (const rows of pages) {
      for (const row of rows) {
        if (wanted && !wanted.has(row[String(queryPlan.index[1])])) continue
        const document = fromDexieToStorage<T>(booleanIndexes, row)
        if (matches(document)) found.push(document)
      }
      if (found.length >= enough) return
    }
  })
  if (!queryPlan.sortSatisfiedByIndex) found.sort(getSortComparator(instance.schema, query))
  return { documents: found.slice(skip, skip + limit) }
}

/** Null for a range that can hold nothing. */
function rangeOf(make: () => IDBKeyRange): IDBKeyRange | null {
  try {
    return make()
  } catch (error) {
    if (error instanceof Error && error.name === 'DataError') return null
    throw error
  }
}

type Row = Readonly<Record<string, unknown>>

/** The values, in the order of the index, of a `$in` on the first field of the index after `_deleted`; null when the query has none. */
function listedValues<T>({ query, queryPlan }: PreparedQuery<T>, { lower, upper }: IDBKeyRange): string[] | null {
  const [deleted, field] = queryPlan.index
  const condition = (query.selector as Record<string, { $in?: unknown } | undefined>)[String(field)]
  const listed = condition?.$in
  if (deleted !== '_deleted' || lower[0] !== upper[0]) return null
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
async function* pagesOfValues(index: IDBIndex, range: IDBKeyRange, values: readonly string[]): AsyncGenerator<Row[]> {
  const [deleted] = range.lower as IDBValidKey[]
  for (let at = 0; at < values.length; at += VALUES) {
    const some = values.slice(at, at + VALUES)
    // An array is after every string: this is the end of all keys that begin with the value.
    const of = (value: string): IDBKeyRange =>
      IDBKeyRange.bound([deleted as IDBValidKey, value], [deleted as IDBValidKey, value, []])
    const lists: Row[][] = await Promise.all(some.map((value) => answered(index.getAll(of(value)))))
    yield lists.flat()
  }
}

/** The rows of an index within a range, in its order. Every index of RxDB ends with the primary key: no two rows have the same place in it. */
async function* pagesOf(index: IDBIndex, range: IDBKeyRange, first: number): AsyncGenerator<Row[]> {
  for (let [rest, size] = [range, first]; ; size = PAGE) {
    const rows: Row[] = await answered(index.getAll(rest, size))
    yield rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < size) return
    rest = IDBKeyRange.bound(placeOf(last, index), range.upper, true, range.upperOpen)
  }
}

/** `_meta.lwt` is a field within a field. */
const placeOf = (row: Row, { keyPath }: IDBIndex): IDBValidKey[] =>
  (keyPath as string[]).map((path) =>
    path.split('.').reduce<unknown>((value, name) => (value as Row)[name], row),
  ) as IDBValidKey[]
