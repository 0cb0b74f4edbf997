import { addRxPlugin, createRxDatabase, type RxCollection, type RxDatabase, type RxStorage } from 'rxdb/plugins/core'
import { RxDBLocalDocumentsPlugin } from 'rxdb/plugins/local-documents'
import type { SyncedResource } from '../schemas/resources.ts'
import { type FileStore, openFileStore } from './file-store.ts'
import { type Identity, localDatabaseName } from './identity.ts'
import { keptAccount, presenceLock } from './keyring.ts'
import type { LocalDoc } from './local-record.ts'
import { collectionOf, entityCollections, outboxSchema, schemaLock, UPCASTS, type Upcast } from './local-schema.ts'
import { localStorage } from './local-storage.ts'
import type { OutboxEntry } from './outbox-entry.ts'

addRxPlugin(RxDBLocalDocumentsPlugin)

export interface LocalDatabase {
  identity: Identity
  rx: RxDatabase
  outbox: RxCollection<OutboxEntry>
  /** Files that wait to be uploaded, and what of them can be shown with no network. */
  files: FileStore
  of: (resource: SyncedResource) => RxCollection<LocalDoc>
  /** How many entries, files and mails wait in packs that the account's key does not open (SEAL-4): the office does not have them. */
  locked: number
  /** From the moment at which `close` is called: RxDB's own says so only once everything is closed. */
  readonly closed: boolean
  close: () => Promise<void>
}

/**
 * Holds the lock until the answer is called. A later version asks for it alone before it migrates: an old tab would go on saving into the old
 * stores, accepted and never seen.
 */
function holdSchemaLock(lock: string, locks: LockManager | undefined): () => void {
  if (!locks) return () => undefined
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  void locks.request(lock, { mode: 'shared' }, () => held)
  return () => release()
}

/** Resolves once nobody is putting the account away any more (SEAL-3), and keeps them from it until the answer is called. */
function holdPresence(name: string, locks: LockManager | undefined): Promise<() => void> {
  if (!locks) return Promise.resolve(() => undefined)
  return new Promise((granted, failed) => {
    const here = (): Promise<void> => new Promise((release) => granted(release))
    locks.request(presenceLock(name), { mode: 'shared' }, here).catch(failed)
  })
}

export interface OpenOptions {
  /** False where one realm alone opens the database (tests without BroadcastChannel). */
  multiInstance?: boolean
  storage?: RxStorage<unknown, unknown>
  locks?: LockManager
  /** Tests: those of a later version of the app. */
  upcasts?: readonly Upcast[]
}

/** Opens (creating it when missing) the local database of one account; each realm (tab, worker) opens its own handle. */
export async function openLocalDatabase(identity: Identity, options: OpenOptions = {}): Promise<LocalDatabase> {
  const name = localDatabaseName(identity)
  const { upcasts = UPCASTS, locks = globalThis.navigator?.locks } = options
  const version = upcasts.length
  const kept = await keptAccount(name)
  // What is half removed still says how far it had been read.
  if (kept?.stage === 'erasing') await (await import('./put-away.ts')).finishErasing(name, locks)
  const leave = await holdPresence(name, locks)
  const release = holdSchemaLock(schemaLock(name, version), locks)
  const rx = await createRxDatabase({
    name,
    storage: options.storage ?? localStorage(),
    multiInstance: options.multiInstance ?? true,
    eventReduce: true,
    localDocuments: true,
    closeDuplicates: true,
  })
  const schemas = { ...entityCollections(version), outbox: { ...outboxSchema, version } }
  // RxDB's own migration copies store by store and forgets the tabs that still write into the old one (sync hole 3).
  await rx.addCollections(
    Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, { schema, autoMigrate: false }])),
  )
  const files = openFileStore(name)
  let closed = false
  const db: LocalDatabase = {
    identity,
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
      files.close()
      await rx.close()
      release()
      leave()
    },
  }
  try {
    if (version > 0) {
      const { carryOver } = await import('./carry-over.ts')
      await carryOver(db, { name, upcasts, locks })
    }
    if (kept && ((await keptAccount(name))?.packs.length ?? 0) > 0) {
      const { bringBack } = await import('./bring-back.ts')
      db.locked = await bringBack(db, { name, upcasts, locks })
    }
  } catch (error) {
    await db.close()
    throw error
  }
  return db
}
