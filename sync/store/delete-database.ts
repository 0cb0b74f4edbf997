import { pause } from '../retry.ts'
import { answered, storedParts } from './stored-rows.ts'

const PATIENCE_MS = 10_000

class HeldOpen extends Error {}

/**
 * Empties the stores without closing or waiting for other connections: whoever has one open sees empty stores. If it is killed half way, it must be
 * finished before the database is opened again.
 * @throws Error when a database does not answer for ten seconds; nothing of it is emptied later
 */
export async function emptyLocalDatabase(name: string): Promise<void> {
  for (const one of await databasesOf(name)) await emptyStores(one)
}

async function emptyStores(name: string): Promise<void> {
  const late = new AbortController()
  await inTime(name, empty(name, late.signal)).finally(() => late.abort())
}

const databasesOf = async (name: string): Promise<string[]> => [
  ...(await storedParts(name)).map(({ stored }) => stored),
  `${name}-files`,
]

async function empty(name: string, late: AbortSignal): Promise<void> {
  const opening = indexedDB.open(name)
  // A database that does not exist is not created.
  opening.onupgradeneeded = () => opening.transaction?.abort()
  const db = await answered(opening).catch((error: unknown) => {
    if ((error as Error | null)?.name !== 'AbortError') throw error
  })
  if (db === undefined) return
  db.onversionchange = () => db.close()
  try {
    const stores = [...db.objectStoreNames]
    // After the time limit somebody may be using it again.
    if (late.aborted || stores.length === 0) return
    const transaction = db.transaction(stores, 'readwrite', { durability: 'strict' })
    const giveUp = (): void => transaction.abort()
    late.addEventListener('abort', giveUp)
    for (const store of stores) transaction.objectStore(store).clear()
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error)
    }).finally(() => late.removeEventListener('abort', giveUp))
  } finally {
    db.close()
  }
}

/**
 * Removes a local database: the collections of every version, and the files. Its stores are emptied first, whoever has them open. If it is killed half
 * way, it must be finished before the database is opened again: the checkpoints could still be there when the records they cover are gone.
 * @throws Error when another realm keeps it open for ten seconds
 */
export async function removeLocalDatabase(name: string): Promise<void> {
  await emptyLocalDatabase(name)
  for (const one of await databasesOf(name)) await remove(one)
}

const remove = (name: string): Promise<void> => inTime(name, answered(indexedDB.deleteDatabase(name)))

/**
 * Empties one store of a local database whose contents were moved, then removes it. Where a connection that nobody closes blocks the removal (WebKit
 * keeps those of a worker that was ended), the store is removed once that connection is closed, or at the next call.
 * @throws Error when it cannot be emptied in ten seconds
 */
export async function removeMoved(name: string): Promise<void> {
  await emptyStores(name)
  await remove(name).catch((error: unknown) => {
    if (!(error instanceof HeldOpen)) throw error
  })
}

/**
 * Waits for work on a local database, which the browser may never answer: for a transaction that ended with its worker and is still counted, for example.
 * @param ms how long; the work itself goes on
 * @throws Error when the time is up
 */
export async function inTime(name: string, act: Promise<unknown>, ms = PATIENCE_MS): Promise<void> {
  const stop = new AbortController()
  const isDone = await Promise.race([act.then(() => true), pause(ms, stop.signal).then(() => false)])
  stop.abort()
  if (!isDone) throw new HeldOpen(`${name} is still open elsewhere`)
}
