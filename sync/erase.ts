import { type Identity, localDatabaseName } from './database.ts'
import { openFileStore, unsentFiles, unsentMails } from './file-store.ts'
import { pause } from './retry.ts'
import { allStoredRows, answered, storedName } from './stored-rows.ts'

const PATIENCE_MS = 10_000

/**
 * Removes from this device what one account received on it: the records of every version, and the files (ERASE-1). First in this realm: close the
 * database. Other realms let go of it when the browser asks them to.
 * @returns false, having removed nothing, when something of it is not at the office yet
 * @throws Error when another realm holds on to it for ten seconds; to be asked for again
 */
export async function eraseLocalDatabase(identity: Identity, idb: IDBFactory = indexedDB): Promise<boolean> {
  const name = localDatabaseName(identity)
  const records = storedName({ database: name, version: 0, collection: '' }).replace(/0--$/, '')
  const files = `${name}-files`
  const here = (await idb.databases()).flatMap((one) => one.name ?? [])
  const own = here.filter((one) => one === files || one.startsWith(records))
  const outboxes = own.filter((one) => one.startsWith(records) && one.endsWith('--outbox'))
  for (const outbox of outboxes) if (await holdsUnsent(outbox, idb)) return false
  if (own.includes(files) && (await holdsUnsentFiles(name))) return false
  for (const one of own) await remove(one, idb)
  return true
}

async function holdsUnsent(outbox: string, idb: IDBFactory): Promise<boolean> {
  for await (const rows of allStoredRows(outbox, idb))
    if (rows.some(({ _deleted, open, state }) => _deleted !== '1' && open === '1' && state !== 'acked')) return true
  return false
}

async function holdsUnsentFiles(name: string): Promise<boolean> {
  const store = openFileStore(name)
  try {
    const [files, mails] = [await unsentFiles(store), await unsentMails(store)]
    return files.length + mails.length > 0
  } finally {
    store.close()
  }
}

async function remove(name: string, idb: IDBFactory): Promise<void> {
  const stop = new AbortController()
  const removed = answered(idb.deleteDatabase(name)).then(() => true)
  const isGone = await Promise.race([removed, pause(PATIENCE_MS, stop.signal).then(() => false)])
  stop.abort()
  if (!isGone) throw new Error(`${name} is still open elsewhere`)
}
