import { pause } from '../retry.ts'
import { answered, storedParts } from './stored-rows.ts'

const PATIENCE_MS = 10_000

class HeldOpen extends Error {}

/**
 * Takes no connection away from others, and waits for none: whoever still has one open sees empty stores. Killed half way, it is to be finished
 * before the database is opened again, too.
 * @throws Error when one does not answer for ten seconds; nothing of it is emptied later
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
  // One that is not there is not made.
  opening.onupgradeneeded = () => opening.transaction?.abort()
  const db = await answered(opening).catch((error: unknown) => {
    if ((error as Error | null)?.name !== 'AbortError') throw error
  })
  if (db === undefined) return
  db.onversionchange = () => db.close()
  try {
    const stores = [...db.objectStoreNames]
    // Somebody may be at work in it by now.
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
 * Removes a local database: the collections of every version, and the files. Its contents go first, whoever holds on to it. Killed half way, it is to
 * be finished before the database is opened again: what says how far it has read would still be there, and what it had read would not.
 * @throws Error when another realm holds on to it for ten seconds
 */
export async function removeLocalDatabase(name: string): Promise<void> {
  await emptyLocalDatabase(name)
  for (const one of await databasesOf(name)) await remove(one)
}

const remove = (name: string): Promise<void> => inTime(name, answered(indexedDB.deleteDatabase(name)))

/**
 * Empties one store of a local database whose contents are elsewhere by now, then removes it. Where a connection that nobody closes holds up its
 * removal (WebKit keeps those of a worker that was ended), it goes once that one is closed, or at the next call.
 * @throws Error when it cannot be emptied in ten seconds
 */
export async function removeMoved(name: string): Promise<void> {
  await emptyStores(name)
  await remove(name).catch((error: unknown) => {
    if (!(error instanceof HeldOpen)) throw error
  })
}

async function inTime(name: string, act: Promise<unknown>): Promise<void> {
  const stop = new AbortController()
  const isDone = await Promise.race([act.then(() => true), pause(PATIENCE_MS, stop.signal).then(() => false)])
  stop.abort()
  if (!isDone) throw new HeldOpen(`${name} is still open elsewhere`)
}
