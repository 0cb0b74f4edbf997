import type { RxCollection, RxDatabase } from 'rxdb/plugins/core'
import type { SyncedResource } from '../../schemas/resources.ts'
import type { Versions } from '../../schemas/versions.ts'
import type { Identity } from '../identity.ts'
import type { FileStore } from './file-store.ts'
import type { LocalDoc } from './local-record.ts'
import type { OutboxEntry } from './outbox-entry.ts'

/** The open local database of one account (`openLocalDatabase` in sync/open.ts). */
export interface LocalDatabase {
  identity: Identity
  /** Of the records' shape: the one of its collections, and the way from and to others. */
  versions: Versions
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
