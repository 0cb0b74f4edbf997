/**
 * The rows of a local collection as the browser stores them, read in bulk without RxDB: a map of 100,000 clients cannot wait while RxDB reads 200,000
 * documents one by one, and the stores of an older version have no collection. This file only reads; a test compares it with RxDB's own answer.
 */

/** Name under which RxDB's Dexie storage keeps a collection, in the store `docs`. */
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

const STORE = 'docs'
const PAGE = 5000

/** The answer of an IndexedDB request. */
export const answered = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/** False for what is deleted, hidden by an unsent delete, or damaged. */
const isShown = (row: StoredRow): boolean => {
  const mark = row.sync as { hidden?: unknown } | null | undefined
  return row._deleted === '0' && typeof mark === 'object' && mark !== null && mark.hidden !== 1
}

/** Every row that screens may show, page by page in the order of the primary key. None for a database that does not exist. */
export async function* storedRows(name: string, idb?: IDBFactory): AsyncGenerator<StoredRow[]> {
  for await (const rows of allStoredRows(name, idb)) yield rows.filter(isShown)
}

/** Every row, also those that no screen shows. `_deleted` is '1' or '0'. */
export async function* allStoredRows(name: string, idb: IDBFactory = indexedDB): AsyncGenerator<StoredRow[]> {
  const opening = idb.open(name)
  // A database that does not exist is not created here: RxDB creates it, with its stores.
  opening.onupgradeneeded = () => opening.transaction?.abort()
  const db = await answered(opening).catch(() => null)
  if (db === null) return
  // Closes at once when a later version of the app wants to remove the store.
  db.onversionchange = () => db.close()
  try {
    for (let after: IDBValidKey | null = null; ; ) {
      const store = db.transaction(STORE).objectStore(STORE)
      const range: IDBKeyRange | null = after === null ? null : IDBKeyRange.lowerBound(after, true)
      const rows: StoredRow[] = await answered(store.getAll(range, PAGE))
      const last: StoredRow | undefined = rows.at(-1)
      if (last === undefined) return
      after = last[String(store.keyPath)] as IDBValidKey
      yield rows
    }
  } finally {
    db.close()
  }
}
