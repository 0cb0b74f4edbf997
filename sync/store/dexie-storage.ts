import type { Dexie } from 'dexie'
import type {
  DexieSettings,
  PreparedQuery,
  RxDatabase,
  RxStorage,
  RxStorageInstanceCreationParams,
  RxStorageQueryResult,
} from 'rxdb/plugins/core'
import {
  fromDexieToStorage,
  getKeyRangeByQueryPlan,
  getRxStorageDexie,
  type RxStorageInstanceDexie,
} from 'rxdb/plugins/storage-dexie'
import { SYNCED } from '../../schemas/resources.ts'
import { collectionOf } from './local-schema.ts'
import { createRecordStorage } from './record-storage.ts'
import { reopenable } from './reopen.ts'
import { documentsIn, rangeOf } from './row-pages.ts'

/** Private fields of Dexie that this file uses. */
interface DexieInternals {
  _state: { autoOpen: boolean }
  _options: { autoOpen: boolean; chromeTransactionDurability: 'default' | 'strict' | 'relaxed' }
}

interface LocalStorageOptions {
  /** Whether RxDB holds a document of this collection in this realm (STORE-2). */
  isHeld?: (collection: string, id: string) => boolean
}

/**
 * Our storage for records, RxDB's Dexie storage for the rest: RxDB's own notes, and the outbox, which every version of the app reads (VER-3). The latter has four corrections. RxDB turns `autoOpen` off: when iOS closes IndexedDB behind a sleeping page, everything fails until a
 * reload. Commits are strict: a write that was shown as saved must survive a power cut. Queries read pages of rows: RxDB moves a cursor, which costs a
 * message between processes for each row, and reads all that lies between the first and the last value of a `$in`. RxDB caches an opening under the database's name, also a refused one, so that every later opening in this
 * realm fails too: here the first use opens, or `openStores` (WORK-9).
 */
export function localStorage({ isHeld = () => true }: LocalStorageOptions = {}): RxStorage<unknown, unknown> {
  const storage = getRxStorageDexie({
    onCreate: (dexie: Dexie) => {
      configure(dexie)
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
    const { collectionName } = params
    if (RECORDS.has(collectionName)) {
      const setUp = { configure, isHeld: (id: string) => isHeld(collectionName, id) }
      return createRecordStorage(params as never, setUp) as never
    }
    const instance = await create(params)
    instance.query = (query) => queryByPages(instance, query)
    return instance
  }
  return storage as unknown as RxStorage<unknown, unknown>
}

/** The collections of records. */
const RECORDS = new Set(SYNCED.map(collectionOf))

/** The first use opens, and opens again after a failure; a commit is written to the disk. */
function configure(dexie: Dexie): void {
  const { _options: options, _state: state } = dexie as unknown as DexieInternals
  options.autoOpen = true
  state.autoOpen = true
  options.chromeTransactionDurability = 'strict'
  reopenable(dexie)
}

/** Opens every collection now, and calls back for each. @throws the error with which IndexedDB refuses the first of them */
export async function openStores(rx: RxDatabase, onOpen: () => void): Promise<void> {
  const instances = Object.values(rx.collections).map(({ storageInstance }) => storageInstance)
  await Promise.all(
    instances.map(async ({ internals }) => {
      // Tests use other storages, without `dexieDb`.
      const { dexieDb } = ((await internals) ?? {}) as { dexieDb?: Dexie }
      await dexieDb?.open()
      onOpen()
    }),
  )
}

/** Answers what RxDB's own query answers; a test compares the two. */
async function queryByPages<T>(
  instance: RxStorageInstanceDexie<T>,
  prepared: PreparedQuery<T>,
): Promise<RxStorageQueryResult<T>> {
  if (instance.closed) throw new Error(`${instance.databaseName}-${instance.collectionName} is closed`)
  const { dexieDb, dexieTable, booleanIndexes } = await instance.internals
  const { query, queryPlan } = prepared
  const range = rangeOf(() => getKeyRangeByQueryPlan(booleanIndexes, queryPlan, IDBKeyRange))
  if (range === null || query.limit === 0) return { documents: [] }
  const first = (range.lower as IDBValidKey[]).slice(0, 1)
  const documents = await dexieDb.transaction('r', dexieTable, async ({ idbtrans }) => {
    const index = idbtrans.objectStore(dexieTable.name).index(`[${queryPlan.index.join('+')}]`)
    return documentsIn({
      schema: instance.schema,
      prepared,
      source: { index, range, first },
      documentOf: (row) => fromDexieToStorage<T>(booleanIndexes, row),
    })
  })
  return { documents }
}
