import type { RxCollection } from 'rxdb/plugins/core'
import type { Values } from '../../schemas/merge.ts'
import { causesIn, itemOf } from '../outbox/files.ts'
import { sha256Of } from '../sha256.ts'
import {
  type FileStore,
  heldBytes,
  type QueuedFile,
  type QueuedMail,
  readBytes,
  unsentFiles,
  unsentMails,
} from '../store/file-store.ts'
import type { SyncMark } from '../store/local-record.ts'
import type { OutboxEntry } from '../store/outbox-entry.ts'

/** A row as IndexedDB stores it. */
export type Row = Record<string, unknown>

/** Files and mails that the server does not have. */
interface Unsent {
  files: QueuedFile[]
  mails: QueuedMail[]
  /** SHA-256 of the files whose bytes the browser still has, each once. */
  held: string[]
  /** Null for bytes that the browser has lost. */
  bytesOf: (sha256: string) => Promise<Uint8Array | null>
}

/**
 * What the queue has, and the drafts that a saved record names (FILE-12), as the files that they become in the queue: so every version of the app can restore
 * them.
 * @param drafts their ids
 * @param entries the open ones
 */
export async function unsentOf(
  store: FileStore,
  { drafts, entries }: { drafts: readonly string[]; entries: readonly OutboxEntry[] },
): Promise<Unsent> {
  const files = await unsentFiles(store)
  const draftOf = new Map<string, string>()
  // One at a time in memory.
  for (const id of drafts) {
    const draft = await store.drafts.get(id)
    if (!draft || (await store.files.get(id))) continue
    const { bytes, createdAt, ...about } = draft
    const sha256 = await sha256Of(bytes)
    files.push(itemOf(about, { sha256, size: bytes.length, after: causesIn(entries, draft), createdAt }))
    draftOf.set(sha256, id)
  }
  const kept = await heldBytes(
    store,
    files.map(({ sha256 }) => sha256),
  )
  return {
    files,
    mails: await unsentMails(store),
    held: [...new Set([...kept, ...draftOf.keys()])],
    bytesOf: async (sha256) => {
      const draft = await store.drafts.get(draftOf.get(sha256) ?? '')
      // A draft may have joined the queue since.
      return draft?.bytes ?? readBytes(store, sha256)
    },
  }
}

/** Inserts a file's item together with its bytes, where the browser still has them. @returns false when the item is there already */
export const insertFile = (store: FileStore, file: QueuedFile, bytes: Uint8Array | undefined): Promise<boolean> =>
  store.withRoom(() =>
    store.write(async () => {
      if (await store.files.get(file.id)) return false
      const { sha256, size, createdAt } = file
      if (bytes) await store.bytes.put({ sha256, bytes, size, usedAt: createdAt })
      await store.files.add(file)
      return true
    }),
  )

/** @returns how many of these mails were not there yet */
export async function insertMails({ mails: queue }: FileStore, mails: readonly QueuedMail[]): Promise<number> {
  let added = 0
  for (const mail of mails) {
    if (await queue.get(mail.id)) continue
    await queue.add(mail)
    added += 1
  }
  return added
}

const seqOf = (row: Row): number => (row.sync as SyncMark | undefined)?.seq ?? 0
const epochOf = (row: Row): string => (row.sync as SyncMark | undefined)?.epoch ?? ''

/** A row that the collection has already stays, unless the older version of the app has pulled a newer one since (after a rollback). */
const isNewer = (row: Row, known: Row): boolean => epochOf(row) === epochOf(known) && seqOf(row) > seqOf(known)

/** Inserts rows as they were stored; a row whose key the collection has already stays as it is. */
export const insertMissing = (collection: RxCollection<Row>, rows: readonly Row[]): Promise<void> =>
  write(collection, rows, () => false)

/** The same, but the newer of two rows counts. */
export const insertNewer = (collection: RxCollection<Row>, rows: readonly Row[]): Promise<void> =>
  write(collection, rows, isNewer)

async function write(
  collection: RxCollection<Row>,
  rows: readonly Row[],
  replaces: (row: Row, known: Row) => boolean,
): Promise<void> {
  const key = collection.schema.primaryPath as string
  const here = await collection.storageInstance.findDocumentsById(
    rows.map((row) => String(row[key])),
    true,
  )
  const known = new Map(here.map((doc) => [(doc as Row)[key], doc as Values]))
  const writes = rows.flatMap((row) => {
    const previous = known.get(row[key])
    if (previous && !replaces(row, previous)) return []
    const document = { ...row, _attachments: {}, _rev: previous?._rev ?? '', _meta: previous?._meta ?? { lwt: 1 } }
    return [previous ? { previous, document } : { document }]
  })
  if (writes.length === 0) return
  const { error } = await collection.storageInstance.bulkWrite(writes as never, 'lolapp-migrate')
  if (error.length > 0) throw new Error(`Older data could not be migrated: ${error[0]?.status}`)
}
