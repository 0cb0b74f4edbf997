/**
 * The rows of a local collection as the browser stores them, read in bulk without RxDB: a map of 100,000 clients cannot wait while RxDB reads 200,000
 * documents one by one, and the stores of an older version have no collection. This file only reads; a test compares it with RxDB's own answer.
 */

/** The store of a collection's documents. */
export const DOCS = 'docs'
/** The store of its deleted ones, in our storage; RxDB's keeps them in the first. */
export const GONE = 'gone'

/** Name of a collection's database, as RxDB's Dexie storage gives it: former versions of the app find it too, and remove it at logout. */
export const storedName = ({
  database,
  version,
  collection,
}: {
  database: string
  version: number
  collection: string
}): string => `rxdb-dexie-${database}--${version}--${collection}`

/** The stored collections of a local database, of every version. */
export async function storedParts(
  database: string,
  idb: IDBFactory = indexedDB,
): Promise<{ stored: string; collection: string; version: number }[]> {
  const prefix = storedName({ database, version: 0, collection: '' }).replace(/0--$/, '')
  return (await idb.databases()).flatMap(({ name: stored = '' }) => {
    const [version, collection] = stored.startsWith(prefix) ? stored.slice(prefix.length).split('--') : []
    return collection === undefined ? [] : [{ stored, collection, version: Number(version) }]
  })
}

export type StoredRow = Readonly<Record<string, unknown>>

const PAGE = 5000

/** The answer of an IndexedDB request. */
export const answered = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/** RxDB's storage keeps '1' or '0'. */
export const isDeleted = ({ _deleted: deleted }: StoredRow): boolean => deleted === true || deleted === '1'

/** False for what is deleted, hidden by an unsent delete, or damaged. */
const isShown = (row: StoredRow): boolean => {
  const mark = row.sync as { hidden?: unknown } | null | undefined
  return !isDeleted(row) && typeof mark === 'object' && mark !== null && mark.hidden !== 1
}

/** Every row that screens may show, page by page in the order of the primary key. None for a database that does not exist. */
export async function* storedRows(name: string, idb?: IDBFactory): AsyncGenerator<StoredRow[]> {
  for await (const rows of read(name, { stores: [DOCS], idb })) yield rows.filter(isShown)
}

/** The rows of these keys that screens may show; null where the database does not open. */
export async function storedRowsOf(
  name: string,
  keys: readonly string[],
  idb?: IDBFactory,
): Promise<StoredRow[] | null> {
  if (keys.length === 0) return []
  const db = await openStored(name, idb)
  if (db === null) return null
  try {
    const store = db.transaction(DOCS).objectStore(DOCS)
    const rows: (StoredRow | undefined)[] = await Promise.all(keys.map((key) => answered(store.get(key))))
    return rows.filter((row) => row !== undefined).filter(isShown)
  } finally {
    db.close()
  }
}

/** The rows in this range of an index that screens may show; null where the database does not open, or has more than `most` of them. */
export async function storedRange(
  name: string,
  { index, range, most }: { index: string | null; range: IDBKeyRange | null; most: number },
  idb?: IDBFactory,
): Promise<StoredRow[] | null> {
  const db = await openStored(name, idb)
  if (db === null) return null
  try {
    const store = db.transaction(DOCS).objectStore(DOCS)
    const rows: StoredRow[] = await answered((index === null ? store : store.index(index)).getAll(range, most + 1))
    return rows.length > most ? null : rows.filter(isShown)
  } finally {
    db.close()
  }
}

/** One value of any store of a database; undefined where either does not exist. */
export async function storedValue(
  name: string,
  { store, key }: { store: string; key: string },
  idb?: IDBFactory,
): Promise<unknown> {
  const db = await openStored(name, idb)
  try {
    return db?.objectStoreNames.contains(store)
      ? await answered(db.transaction(store).objectStore(store).get(key))
      : undefined
  } finally {
    db?.close()
  }
}

/** Every row, also those that no screen shows. */
export const allStoredRows = (name: string, idb?: IDBFactory): AsyncGenerator<StoredRow[]> =>
  read(name, { stores: [DOCS, GONE], idb })

/** Null for a database that does not exist. */
async function openStored(name: string, idb: IDBFactory = indexedDB): Promise<IDBDatabase | null> {
  const opening = idb.open(name)
  // It is not created here: RxDB creates it, with its stores.
  opening.onupgradeneeded = () => opening.transaction?.abort()
  const db = await answered(opening).catch(() => null)
  // Closes at once when a later version of the app wants to remove the store.
  if (db) db.onversionchange = () => db.close()
  return db
}

async function* read(
  name: string,
  { stores, idb }: { stores: readonly string[]; idb: IDBFactory | undefined },
): AsyncGenerator<StoredRow[]> {
  const db = await openStored(name, idb)
  if (db === null) return
  try {
    for (const store of stores) if (db.objectStoreNames.contains(store)) yield* pagesOf(db, store)
  } finally {
    db.close()
  }
}

async function* pagesOf(db: IDBDatabase, name: string): AsyncGenerator<StoredRow[]> {
  for (let after: IDBValidKey | null = null; ; ) {
    const store = db.transaction(name).objectStore(name)
    const range: IDBKeyRange | null = after === null ? null : IDBKeyRange.lowerBound(after, true)
    const rows: StoredRow[] = await answered(store.getAll(range, PAGE))
    const last: StoredRow | undefined = rows.at(-1)
    if (last === undefined) return
    after = last[String(store.keyPath)] as IDBValidKey
    yield rows
  }
}
