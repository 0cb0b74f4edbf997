import { pause } from './retry.ts'
import { answered, storedParts } from './stored-rows.ts'

const PATIENCE_MS = 10_000

/**
 * Removes a local database: the collections of every version, and the files. Killed half way, it is to be finished before the database is opened
 * again: what says how far it has read would still be there, and what it had read would not.
 * @throws Error when another realm holds on to it for ten seconds
 */
export async function removeLocalDatabase(name: string): Promise<void> {
  const parts = await storedParts(name)
  for (const one of [...parts.map(({ stored }) => stored), `${name}-files`]) await remove(one)
}

async function remove(name: string): Promise<void> {
  const stop = new AbortController()
  const removed = answered(indexedDB.deleteDatabase(name)).then(() => true)
  const isGone = await Promise.race([removed, pause(PATIENCE_MS, stop.signal).then(() => false)])
  stop.abort()
  if (!isGone) throw new Error(`${name} is still open elsewhere`)
}
