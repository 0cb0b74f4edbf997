import type { RxStorage } from 'rxdb/plugins/core'
import type { Values } from '../../schemas/merge.ts'
import { entityOf, SYNCED, type SyncedResource } from '../../schemas/resources.ts'
import { type Bytes, keepKey, noteLeft } from '../../sync/device/accounts.ts'
import { sealAccount } from '../../sync/device/seal.ts'
import { type Identity, localDatabaseName } from '../../sync/identity.ts'
import { electLeader, type LeaderInput } from '../../sync/leader.ts'
import { createTransport, type Transport, type TransportOptions } from '../../sync/net/transport.ts'
import { openLocalDatabase } from '../../sync/open.ts'
import { recover } from '../../sync/outbox/acknowledge.ts'
import { eventOf, type Replicator, type ReplicatorInput, startReplicator } from '../../sync/replicate/replicator.ts'
import type { ReplicationEvent } from '../../sync/replicate/status.ts'
import { localStorage } from '../../sync/store/dexie-storage.ts'
import { unsentFiles, unsentMails } from '../../sync/store/file-store.ts'
import type { LocalDatabase } from '../../sync/store/local-database.ts'
import { entityValues, type LocalDoc } from '../../sync/store/local-record.ts'
import { collectionOf, resourceOf } from '../../sync/store/local-schema.ts'
import type { OutboxEntry } from '../../sync/store/outbox-entry.ts'
import { readStored } from '../../sync/store/read.ts'
import { type Device, deviceOn } from '../support/device-steps.ts'
import type { Knowledge } from './deletions.ts'

/** The product's part of a tab or a worker. realm.ts loads a new copy of it for each. */

/** A write into a local collection, which the rig may stop. */
export interface StoreWrite {
  collection: string
  rows: readonly { previous?: unknown; document: unknown }[]
}

export interface StoreGate {
  before: (write: StoreWrite) => Promise<void>
  after: (write: StoreWrite) => Promise<void>
  /** Called after the write, whether it succeeded or failed. */
  ended: () => void | Promise<void>
}

/** Receives the status that a leader sends to its tabs. */
export type Tell = (event: ReplicationEvent) => void | Promise<void>

/** Files and mails that wait, as the app counts them. */
export interface FileQueue {
  files: { id: string; state: string; code: string | null }[]
  mails: { id: string; state: string }[]
}

export interface RealmDevice extends Device {
  /** Every entry, closed ones too. */
  outbox: () => Promise<OutboxEntry[]>
  /** Ids of the records of a resource that it shows, in order. */
  ids: (resource: SyncedResource) => Promise<string[]>
  /** All records that it holds, by `resource/id`. `state` is set when a record differs from the server's. */
  contents: () => Promise<Record<string, Values>>
  /** The server state of each record that it holds. */
  knowledge: () => Promise<Knowledge>
  /** What it holds beside its outbox that the server does not have, refused ones too. */
  queue: () => Promise<FileQueue>
  /** Takes a picture for a project. @returns its IDFICHIER */
  photo: (projet: string, word: string) => Promise<string>
  /** Its person gives a refused picture up. */
  dropPhoto: (id: string) => Promise<void>
  recover: () => Promise<void>
  replicate: (input: Omit<ReplicatorInput, 'db'>) => Replicator
  /** Logs its person out: unsent entries are sealed, everything else is removed (SEAL-1). */
  logOut: () => Promise<void>
}

export interface RealmCode {
  open: (identity: Identity, gate: StoreGate, tell: Tell) => Promise<RealmDevice>
  transport: (options: TransportOptions) => Transport
  elect: (input: LeaderInput) => Promise<void>
}

/** A line may leave a stream that neither sends nor ends. A run cannot wait the product's fifty seconds for it. */
const SILENCE_MS = 3000

type Storage = RxStorage<unknown, unknown>

function gated(storage: Storage, gate: StoreGate): Storage {
  const create = storage.createStorageInstance.bind(storage)
  storage.createStorageInstance = (async (params: Parameters<typeof create>[0]) => {
    const instance = await create(params)
    const write = instance.bulkWrite.bind(instance)
    instance.bulkWrite = async (rows, context) => {
      const about = { collection: params.collectionName, rows }
      await gate.before(about)
      try {
        const result = await write(rows, context)
        await gate.after(about)
        return result
      } finally {
        await gate.ended()
      }
    }
    return instance
  }) as typeof storage.createStorageInstance
  return storage
}

/** The server gives each account its own key. */
async function secretOf(identity: Identity): Promise<Bytes> {
  const name = new TextEncoder().encode(localDatabaseName(identity))
  return new Uint8Array(await crypto.subtle.digest('SHA-256', name))
}

async function documentsOf(db: LocalDatabase, resource: SyncedResource): Promise<LocalDoc[]> {
  const docs = await readStored<LocalDoc>(db.of(resource), { selector: {} })
  // Some share a collection.
  const collection = collectionOf(resource)
  return docs.filter((doc) => resourceOf(collection, doc as Values) === resource)
}

async function contentsOf(db: LocalDatabase): Promise<Record<string, Values>> {
  const contents: Record<string, Values> = {}
  for (const resource of SYNCED) {
    const entity = entityOf(resource)
    for (const doc of await documentsOf(db, resource)) {
      const { state } = doc.sync
      const values = entityValues(entity, doc)
      contents[`${resource}/${doc[entity.key]}`] = state === 'synced' ? values : { ...values, state }
    }
  }
  return contents
}

async function knowledgeOf(db: LocalDatabase): Promise<Knowledge> {
  const knowledge: Knowledge = {}
  for (const resource of SYNCED)
    for (const doc of await documentsOf(db, resource))
      knowledge[`${resource}/${doc[entityOf(resource).key]}`] = { version: doc.VERSION, epoch: doc.sync.epoch }
  return knowledge
}

async function queueOf({ files: store }: LocalDatabase): Promise<FileQueue> {
  const files = await unsentFiles(store)
  return {
    files: files.map(({ id, state, error }) => ({ id, state, code: error?.code ?? null })),
    mails: (await unsentMails(store)).map(({ id, state }) => ({ id, state })),
  }
}

/** The same device, whose pushes and pulls report the events that the replicator's loops report. */
function telling(device: Device, tell: Tell): Device {
  const failed = async (error: unknown, signal?: AbortSignal): Promise<never> => {
    if (!signal?.aborted) await tell(eventOf(error))
    throw error
  }
  return {
    ...device,
    push: async (transport, signal) => {
      const outcome = await device.push(transport, signal).catch((error: unknown) => failed(error, signal))
      if (outcome.kind === 'pause') await tell({ type: 'paused', reason: outcome.reason })
      return outcome
    },
    pull: async (transport, resources, signal) => {
      await tell({ type: 'started' })
      await device.pull(transport, resources, signal).catch((error: unknown) => failed(error, signal))
      await tell({ type: 'succeeded', at: new Date().toISOString() })
    },
  }
}

export const code: RealmCode = {
  open: async (identity, gate, tell) => {
    await keepKey(identity, await secretOf(identity))
    const db = await openLocalDatabase(identity, { storage: gated(localStorage(), gate) })
    const device = deviceOn(db)
    return {
      ...telling(device, tell),
      ids: async (resource) => {
        const shown = (await documentsOf(db, resource)).filter((doc) => doc.sync.hidden !== 1)
        return shown.map((doc) => String(doc[entityOf(resource).key])).sort()
      },
      contents: () => contentsOf(db),
      knowledge: () => knowledgeOf(db),
      outbox: () => readStored<OutboxEntry>(db.outbox, { selector: {} }),
      queue: () => queueOf(db),
      photo: async (projet, word) => {
        const about = { resource: 'projet', recordId: projet, projectId: projet, origin: 'photo' } as const
        const bytes = new Uint8Array([0xff, 0xd8, 0xff, ...new TextEncoder().encode(word)])
        return device.files.add({ ...about, name: 'chantier.jpg', type: 'image/jpeg', bytes })
      },
      dropPhoto: (id) => device.files.abandon(id),
      recover: () => recover(db),
      replicate: (input) => startReplicator({ ...input, db, silence: SILENCE_MS }),
      logOut: async () => {
        await noteLeft(identity)
        await db.close()
        await sealAccount(localDatabaseName(identity))
      },
    }
  },
  transport: createTransport,
  elect: electLeader,
}
