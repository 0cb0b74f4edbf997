import type { Dexie } from 'dexie'
import {
  type DexieSettings,
  getQueryMatcher,
  getSortComparator,
  type PreparedQuery,
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
import { answered } from './stored-rows.ts'

/** What RxDB hides of Dexie; named here and nowhere else. */
interface DexieInternals {
  _options: { autoOpen: boolean; chromeTransactionDurability: 'default' | 'strict' | 'relaxed' }
}

/**
 * RxDB's Dexie storage, with three corrections. RxDB turns `autoOpen` off: when iOS closes IndexedDB behind a sleeping page, everything fails
 * until a reload. Commits are strict: a write that people were told is saved must survive a power cut (sync hole 25). And queries read
 * pages of rows, where RxDB's own moves a cursor: a message between processes for each row.
 */
export function localStorage(): RxStorage<unknown, unknown> {
  const storage = getRxStorageDexie({
    onCreate: (dexie: Dexie) => {
      const options = (dexie as unknown as DexieInternals)._options
      options.autoOpen = true
      options.chromeTransactionDurability = 'strict'
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

const PAGE = 500
/** Of the first page: a query with a limit mostly ends there. */
const FEW = 50

/** Answers what RxDB's own query answers; a test holds one against the other. */
async function queryByPages<T>(
  instance: RxStorageInstanceDexie<T>,
  prepared: PreparedQuery<T>,
): Promise<RxStorageQueryResult<T>> {
  if (instance.closed) throw new Error(`${instance.databaseName}-${instance.collectionName} is closed`)
  const { dexieDb, dexieTable, booleanIndexes } = await instance.internals
  const { query, queryPlan } = prepared
  const { skip = 0, limit = Number.POSITIVE_INFINITY } = query
  const enough = queryPlan.sortSatisfiedByIndex ? skip + limit : Number.POSITIVE_INFINITY
  const matches = queryPlan.selectorSatisfiedByIndex ? () => true : getQueryMatcher(instance.schema, query)
  const range = rangeOf(() => getKeyRangeByQueryPlan(booleanIndexes, queryPlan, IDBKeyRange))
  const found: RxDocumentData<T>[] = []
  if (range === null || limit === 0) return { documents: found }
  await dexieDb.transaction('r', dexieTable, async ({ idbtrans }) => {
    const index = idbtrans.objectStore(dexieTable.name).index(`[${queryPlan.index.join('+')}]`)
    for await (const rows of pagesOf(index, range, Math.min(Math.max(enough, FEW), PAGE))) {
      for (const row of rows) {
        const document = fromDexieToStorage<T>(booleanIndexes, row)
        if (matches(document)) found.push(document)
      }
      if (found.length >= enough) return
    }
  })
  if (!queryPlan.sortSatisfiedByIndex) found.sort(getSortComparator(instance.schema, query))
  return { documents: found.slice(skip, skip + limit) }
}

/** Null where nothing can be within it. */
function rangeOf(make: () => IDBKeyRange): IDBKeyRange | null {
  try {
    return make()
  } catch (error) {
    if (error instanceof Error && error.name === 'DataError') return null
    throw error
  }
}

type Row = Readonly<Record<string, unknown>>

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
