import type { Values } from '../../schemas/merge.ts'
import { SYNCED, type SyncedResource } from '../../schemas/resources.ts'
import { createTransport, type TransportOptions } from '../../sync/net/transport.ts'
import { openLocalDatabase } from '../../sync/open.ts'
import { completeAcked, recover } from '../../sync/outbox/acknowledge.ts'
import { createCommands } from '../../sync/outbox/commands.ts'
import { createFileCommands, type NewFile } from '../../sync/outbox/files.ts'
import { pullResource } from '../../sync/replicate/pull.ts'
import { pushAll } from '../../sync/replicate/push.ts'
import { uploadAll } from '../../sync/replicate/upload.ts'
import { openEntries } from '../../sync/store/read.ts'
import { type Rescue, rescueOf } from './rescue-code.ts'

/** The product's part of an app, which phone.ts builds from each release: only what all releases have. */

export interface Entry {
  id: string
  resource: string
  recordId: string
  state: string
  schemaVersion: number
  patch: Values
  base: Values | null
  error: { code: string; message: string } | null
}

export interface App extends Rescue {
  create: (resource: SyncedResource, values: Values) => Promise<string>
  update: (resource: SyncedResource, id: string, patch: Values) => Promise<void>
  remove: (resource: SyncedResource, id: string) => Promise<void>
  addFile: (file: NewFile) => Promise<string>
  /** Open entries of the outbox. */
  entries: () => Promise<Entry[]>
  push: () => Promise<{ kind: string }>
  upload: () => Promise<{ kind: string }>
  pull: (resources?: readonly SyncedResource[]) => Promise<void>
  recover: () => Promise<void>
  shown: (resource: SyncedResource, id: string) => Promise<Values | null>
  all: (resource: SyncedResource) => Promise<Values[]>
  close: () => Promise<void>
}

export interface AppCode {
  open: (options: TransportOptions) => Promise<App>
}

const shownIn = ({ sync, _rev, _meta, _attachments, _deleted, ...values }: Values): Values | null =>
  _deleted === true || (sync as { hidden?: number } | undefined)?.hidden === 1 ? null : values

export const code: AppCode = {
  open: async (options) => {
    const db = await openLocalDatabase(options.identity, { multiInstance: false })
    const transport = createTransport(options)
    const commands = createCommands(db)
    const { signal } = new AbortController()
    const stored = async (resource: SyncedResource, ids: string[]): Promise<Values[]> =>
      (await db.of(resource).storageInstance.findDocumentsById(ids, false)) as Values[]
    return {
      ...rescueOf(db),
      create: (resource, values) => commands.create(resource, values as never, { skipDuplicateCheck: true }),
      update: (resource, id, patch) => commands.update(resource, id, patch as never),
      remove: (resource, id) => commands.remove(resource, id),
      addFile: (file) => createFileCommands(db).add(file),
      entries: async () => (await openEntries(db)) as unknown as Entry[],
      push: () => pushAll({ db, transport, signal }),
      upload: () => uploadAll({ db, transport, signal }),
      pull: async (resources = SYNCED) => {
        for (const resource of resources) await pullResource({ db, transport, resource, signal })
        await completeAcked(db)
      },
      recover: () => recover(db),
      shown: async (resource, id) => {
        const [doc] = await stored(resource, [id])
        return doc ? shownIn(doc) : null
      },
      all: async (resource) => {
        const docs = await db.of(resource).find().exec()
        return docs.flatMap((doc): Values[] => {
          const shown = shownIn((doc as unknown as { _data: Values })._data)
          return shown ? [shown] : []
        })
      },
      close: () => db.close(),
    }
  },
}
