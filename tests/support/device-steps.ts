import type { Values } from '../../schemas/merge.ts'
import { SYNCED, type SyncedResource } from '../../schemas/resources.ts'
import type { Transport } from '../../sync/net/transport.ts'
import { completeAcked } from '../../sync/outbox/acknowledge.ts'
import type { Commands } from '../../sync/outbox/command-list.ts'
import { createCommands } from '../../sync/outbox/commands.ts'
import { createFileCommands, type FileCommands } from '../../sync/outbox/files.ts'
import { createResolver, type Resolver } from '../../sync/outbox/resolve.ts'
import { pullResource } from '../../sync/replicate/pull.ts'
import { pushAll } from '../../sync/replicate/push.ts'
import { uploadAll } from '../../sync/replicate/upload.ts'
import type { LocalDatabase } from '../../sync/store/local-database.ts'
import type { OutboxEntry } from '../../sync/store/outbox-entry.ts'
import { openEntries } from '../../sync/store/read.ts'

/** One device: its local database, its commands, and single steps of the protocol. */
export interface Device {
  db: LocalDatabase
  commands: Commands
  resolver: Resolver
  pull: (transport: Transport, resources?: readonly SyncedResource[], signal?: AbortSignal) => Promise<void>
  push: (transport: Transport, signal?: AbortSignal) => ReturnType<typeof pushAll>
  files: FileCommands
  upload: (transport: Transport, signal?: AbortSignal) => ReturnType<typeof uploadAll>
  entries: () => Promise<OutboxEntry[]>
  /** The record that the device shows, without marks; null when it shows none. */
  shown: (resource: SyncedResource, id: string) => Promise<Values | null>
  state: (resource: SyncedResource, id: string) => Promise<string | undefined>
  close: () => Promise<void>
}

export function deviceOn(db: LocalDatabase): Device {
  const commands = createCommands(db)
  const never = new AbortController().signal
  const stored = async (resource: SyncedResource, id: string) =>
    (await db.of(resource).storageInstance.findDocumentsById([id], false))[0]
  return {
    db,
    commands,
    resolver: createResolver(db, commands),
    pull: async (transport, resources = SYNCED, signal = never) => {
      for (const resource of resources) await pullResource({ db, transport, resource, signal })
      await completeAcked(db)
    },
    push: (transport, signal = never) => pushAll({ db, transport, signal }),
    files: createFileCommands(db),
    upload: (transport, signal = never) => uploadAll({ db, transport, signal }),
    entries: () => openEntries(db),
    shown: async (resource, id) => {
      const doc = await stored(resource, id)
      if (!doc || doc.sync.hidden === 1) return null
      const { sync: _s, _rev, _meta, _attachments, _deleted, ...values } = doc as Values
      return values
    },
    state: async (resource, id) => (await stored(resource, id))?.sync.state,
    close: () => db.close(),
  }
}
