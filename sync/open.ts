import { addRxPlugin, createRxDatabase, type RxCollection, type RxDatabase, type RxStorage } from 'rxdb/plugins/core'
import { RxDBLocalDocumentsPlugin } from 'rxdb/plugins/local-documents'
import { VERSIONS, type Versions } from '../schemas/versions.ts'
import { keptAccount } from './device/accounts.ts'
import { presenceLock } from './device/presence.ts'
import { type Identity, localDatabaseName } from './identity.ts'
import { localStorage, openStores } from './store/dexie-storage.ts'
import { openFileStore } from './store/file-store.ts'
import type { LocalDatabase } from './store/local-database.ts'
import type { LocalDoc } from './store/local-record.ts'
import { collectionOf, entityCollections, outboxSchema, schemaLock } from './store/local-schema.ts'
import type { OutboxEntry } from './store/outbox-entry.ts'
import { storageWithRoom } from './store/room.ts'
import { reportWait } from './store/schema-wait.ts'

addRxPlugin(RxDBLocalDocumentsPlugin)

/**
 * Takes the lock in shared mode, once nobody holds it alone. @returns a function that releases it. Sealing holds it alone (SEAL-3), and so does a later
 * version that migrates this one's records (WORK-5): both remove the stores that are in use here.
 */
function hold(lock: string, locks: LockManager | undefined): Promise<() => void> {
  if (!locks) return Promise.resolve(() => undefined)
  return new Promise((granted, failed) => {
    const here = (): Promise<void> => new Promise((release) => granted(release))
    locks.request(lock, { mode: 'shared' }, here).catch(failed)
  })
}

export interface OpenOptions {
  /** False where one realm alone opens the database (tests without BroadcastChannel). */
  multiInstance?: boolean
  storage?: RxStorage<unknown, unknown>
  locks?: LockManager
  /** Called with true while this waits for tabs of another version, with false afterwards (WORK-5). */
  onWait?: (waiting: boolean) => void
  /** Called after each step of the opening: a store that is open, a page that is migrated, a file that is unsealed (WORK-9). */
  onProgress?: () => void
  /** Tests: those of another version of the app. */
  versions?: Versions
}

/** Opens (creating it when missing) the local database of one account; each realm (tab, worker) opens its own handle. */
export async function openLocalDatabase(identity: Identity, options: OpenOptions = {}): Promise<LocalDatabase> {
  const name = localDatabaseName(identity)
  const { versions = VERSIONS, locks = globalThis.navigator?.locks } = options
  const { onWait = () => undefined, onProgress = () => undefined } = options
  const version = versions.current
  const kept = await keptAccount(name)
  // A half removed database may still have its checkpoints without the records that they cover.
  if (kept?.stage === 'erasing') await (await import('./device/seal.ts')).finishEmptying(name, locks)
  onProgress()
  const leave = await hold(presenceLock(name), locks)
  const release = await reportWait(onWait, hold(schemaLock(name, version), locks))
  onProgress()
  const files = openFileStore(name)
  let made: RxDatabase | undefined
  const isHeld = (collection: string, id: string): boolean =>
    made?.collections[collection]?._docCache.cacheItemByDocId.has(id) ?? false
  const open = async (): Promise<RxDatabase> => {
    made = await createRxDatabase({
      name,
      storage: storageWithRoom(options.storage ?? localStorage({ isHeld }), files.withRoom),
      multiInstance: options.multiInstance ?? true,
      eventReduce: true,
      localDocuments: true,
      closeDuplicates: true,
    })
    const schemas = { ...entityCollections(version), outbox: outboxSchema }
    // RxDB's own migration copies store by store and loses what other tabs still write into the old one.
    await made.addCollections(
      Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, { schema, autoMigrate: false }])),
    )
    await openStores(made, onProgress)
    return made
  }
  const letGo = async (): Promise<void> => {
    files.close()
    try {
      await made?.close()
    } finally {
      // Also when closing fails: a lock that is never released would prevent sealing the account, and a later version from opening.
      release()
      leave()
    }
  }
  const opening = await Promise.allSettled([open(), files.open()])
  const refused = opening.find((one) => one.status === 'rejected')
  if (refused) {
    await letGo().catch(() => undefined)
    throw refused.reason
  }
  const rx = made as RxDatabase
  let closed = false
  const db: LocalDatabase = {
    identity,
    versions,
    rx,
    outbox: rx.collections.outbox as unknown as RxCollection<OutboxEntry>,
    files,
    of: (resource) => rx.collections[collectionOf(resource)] as unknown as RxCollection<LocalDoc>,
    locked: 0,
    get closed() {
      return closed
    },
    close: async () => {
      closed = true
      await letGo()
    },
  }
  try {
    if (version > 0) {
      const { migrateRecords } = await import('./device/migrate.ts')
      await migrateRecords(db, { name, locks, onWait, onProgress })
    }
    if (kept && ((await keptAccount(name))?.packs.length ?? 0) > 0) {
      const { unsealPacks } = await import('./device/unseal.ts')
      db.locked = await unsealPacks(db, { name, locks, onProgress })
    }
  } catch (error) {
    await db.close().catch(() => undefined)
    throw error
  }
  return db
}
