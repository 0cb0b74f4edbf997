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
  /** Versions of the records' shape: that of its collections, and the translations from and to others. */
  versions: Versions
  rx: RxDatabase
  outbox: RxCollection<OutboxEntry>
  /** Files and mails to be sent, and the file bytes that can be shown with no network. */
  files: FileStore
  of: (resource: SyncedResource) => RxCollection<LocalDoc>
  /** How many unsent entries, files and mails are in packs that the account's key does not open (SEAL-4). */
  locked: number
  /** True from the call of `close` on; RxDB's own flag is set only once everything is closed. */
  readonly closed: boolean
  close: () => Promise<void>
}
