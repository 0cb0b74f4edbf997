import 'fake-indexeddb/auto'
import type { Values } from '../../schemas/merge.ts'
import { SYNCED, type SyncedResource } from '../../schemas/resources.ts'
import { type Commands, createCommands } from '../../sync/commands.ts'
import { type Identity, type LocalDatabase, openLocalDatabase } from '../../sync/database.ts'
import { createFileCommands, type FileCommands } from '../../sync/files.ts'
import { openEntries } from '../../sync/fresh.ts'
import type { OutboxEntry } from '../../sync/outbox-entry.ts'
import { pullResource } from '../../sync/pull.ts'
import { pushAll } from '../../sync/push.ts'
import { createReview, type Review } from '../../sync/review.ts'
import { settleAcked } from '../../sync/settle.ts'
import type { Transport } from '../../sync/transport.ts'
import { uploadAll } from '../../sync/upload.ts'

let devices = 0

/** One device in Node: a local database of its own (fake-indexeddb), its commands, and single steps of the protocol. */
export interface Device {
  db: LocalDatabase
  commands: Commands
  review: Review
  pull: (transport: Transport, resources?: readonly SyncedResource[]) => Promise<void>
  push: (transport: Transport) => ReturnType<typeof pushAll>
  files: FileCommands
  upload: (transport: Transport, signal?: AbortSignal) => ReturnType<typeof uploadAll>
  entries: () => Promise<OutboxEntry[]>
  /** What the device shows, without marks; null when it shows nothing. */
  shown: (resource: SyncedResource, id: string) => Promise<Values | null>
  state: (resource: SyncedResource, id: string) => Promise<string | undefined>
  close: () => Promise<void>
}

export async function openDevice(
  account = `device-${++devices}`,
  more: Partial<Pick<Identity, 'companyId' | 'impersonator'>> = {},
): Promise<Device> {
  const db = await openLocalDatabase(
    { companyId: 'demo', account: `personnel:${account}`, impersonator: '', ...more },
    { multiInstance: false },
  )
  const commands = createCommands(db)
  const signal = new AbortController().signal
  const stored = async (resource: SyncedResource, id: string) =>
    (await db.of(resource).storageInstance.findDocumentsById([id], false))[0]
  return {
    db,
    commands,
    review: createReview(db, commands),
    pull: async (transport, resources = SYNCED) => {
      for (const resource of resources) await pullResource({ db, transport, resource, signal })
      await settleAcked(db)
    },
    push: (transport) => pushAll({ db, transport, signal }),
    files: createFileCommands(db),
    upload: (transport, given = signal) => uploadAll({ db, transport, signal: given }),
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
