import { type Identity, localDatabaseName } from '../identity.ts'
import { openFileStore, unsentFiles, unsentMails } from '../store/file-store.ts'
import { allStoredRows, isDeleted, storedParts } from '../store/stored-rows.ts'
import { alone, keptAccount, noteErasing } from './accounts.ts'
import { finishErasing } from './seal.ts'
import { storedDrafts } from './stored-drafts.ts'

/**
 * Removes from this device what one account received on it: the records of every version, and the files (ERASE-1). Close the database in this realm
 * first; other realms close it when the browser asks them to.
 * @returns false, having removed nothing, when the server has not acknowledged all of it yet
 * @throws Error when another realm keeps it open for ten seconds; call it again later
 */
export async function eraseLocalDatabase(identity: Identity, locks?: LockManager): Promise<boolean> {
  const name = localDatabaseName(identity)
  const isFree = await alone(
    name,
    async () => {
      if (await holdsUnsent(name)) return false
      await noteErasing(identity)
      return true
    },
    locks,
  )
  if (isFree) await finishErasing(name, locks)
  return isFree
}

async function holdsUnsent(name: string): Promise<boolean> {
  const kept = await keptAccount(name)
  if (kept?.packs.some(({ unsent }) => unsent > 0)) return true
  for (const { stored, collection } of await storedParts(name)) {
    if (collection !== 'outbox') continue
    for await (const rows of allStoredRows(stored))
      if (rows.some((row) => !isDeleted(row) && row.open === '1' && row.state !== 'acked')) return true
  }
  const has = (await indexedDB.databases()).some((one) => one.name === `${name}-files`)
  return has && (await holdsUnsentFiles(name))
}

async function holdsUnsentFiles(name: string): Promise<boolean> {
  const store = openFileStore(name)
  try {
    const unsent = [await unsentFiles(store), await unsentMails(store), await storedDrafts(name, store)]
    return unsent.some((list) => list.length > 0)
  } finally {
    store.close()
  }
}
