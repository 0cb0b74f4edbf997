import { Dexie, liveQuery, type Table } from 'dexie'
import type { FileOwner, FileType, Origine } from '../../schemas/entities/fichier.ts'
import type { ErrorBody } from '../../schemas/errors.ts'
import { watchAgain } from '../watch-again.ts'
import type { Failing } from './outbox-entry.ts'
import { CACHE_BYTES } from './quota.ts'
import { reopenable } from './reopen.ts'
import { makingRoom, type WithRoom } from './room.ts'

/**
 * pending ──▶ done            (FILE-5)
 *    ▲  │
 *    │  ▼
 *    refused ──▶ (abandoned: deleted)
 */
export type FileState = 'pending' | 'refused' | 'done'
type Refusal = ErrorBody & { status: number }

/** A file taken on this device that the server does not have yet, or confirmed and whose record was not pulled yet (FILE-2). */
export interface QueuedFile extends Failing {
  /** IDFICHIER, made once: the same upload again is the same file. */
  id: string
  resource: FileOwner
  recordId: string
  projectId: string
  origin: Origine
  name: string
  type: FileType
  size: number
  /** Identifies the bytes, on the device and on the server. */
  sha256: string
  /** Open outbox entries that come before it (FILE-3). */
  after: string[]
  state: FileState
  createdAt: string
  attempts: number
  /** Bytes that the server has said it holds. */
  sent: number
  error: Refusal | null
  /** The server had the file and lost its row in a restore (HEAL-5): it may still have the bytes. */
  again?: boolean
  /** The server was asked to make the file under this name, and may have: another name is an edit of its record. */
  asked?: boolean
}

/** A file that the server has confirmed, kept for 30 days: a restored database may lack it (HEAL-5). */
export interface ConfirmedFile
  extends Omit<QueuedFile, 'after' | 'state' | 'attempts' | 'sent' | 'error' | 'again' | 'asked'> {
  /** Epoch in which it was confirmed. */
  epoch: string
  /** ISO instant. */
  confirmedAt: string
}

/** A file of a form that is not saved yet, with its bytes: nothing sends it before a saved record names it (FILE-12). */
export interface DraftFile
  extends Pick<QueuedFile, 'id' | 'resource' | 'recordId' | 'projectId' | 'origin' | 'name' | 'type' | 'createdAt'> {
  bytes: Uint8Array
}

/** The mail of a PV to its customer, queued with or without a network (FILE-8). */
export interface QueuedMail extends Failing {
  /** Idempotency key: however often it is sent, the customer gets one mail. */
  id: string
  recordId: string
  state: FileState
  createdAt: string
  attempts: number
  /** To whom the server has sent it. */
  recipient: string | null
  error: Refusal | null
}

/** Bytes by their SHA-256: of unsent files, and, as long as there is room, of files that the server has. */
interface StoredBytes {
  sha256: string
  bytes: Uint8Array
  size: number
  /** ISO instant. */
  usedAt: string
}

export interface FileStore {
  files: Table<QueuedFile, string>
  mails: Table<QueuedMail, string>
  bytes: Table<StoredBytes, string>
  confirmed: Table<ConfirmedFile, string>
  drafts: Table<DraftFile, string>
  /** Runs `change` as one step: all of it is on disk when it resolves, or nothing. */
  write: <T>(change: () => Promise<T>) => Promise<T>
  /** For any write of the account that only this device can make: on a full device cached bytes are dropped for it (FILE-5). Not within `write`. */
  withRoom: WithRoom
  /** Calls back now and after each change by any tab or the worker; answers a function that stops it. */
  watch: <T>(read: () => Promise<T>, onValue: (value: T) => void) => () => void
  /** Opens it now; any earlier use opens it too. */
  open: () => Promise<void>
  close: () => void
}

/** A store beside RxDB, because RxDB's free edition opens no more collections; named after the account's database (FILE-1). */
export function openFileStore(localName: string): FileStore {
  const db = new Dexie(`${localName}-files`, { chromeTransactionDurability: 'strict' })
  db.version(1).stores({
    files: 'id, recordId, projectId, state',
    mails: 'id, recordId, state',
    bytes: 'sha256, usedAt',
  })
  // Stores of version 1 stay as they are; an older build opens this version and ignores the new store.
  db.version(2).stores({ confirmed: 'id, confirmedAt' })
  db.version(3).stores({ drafts: 'id, recordId, createdAt' })
  reopenable(db)
  const files = db.table<QueuedFile, string>('files')
  const mails = db.table<QueuedMail, string>('mails')
  const bytes = db.table<StoredBytes, string>('bytes')
  const confirmed = db.table<ConfirmedFile, string>('confirmed')
  const drafts = db.table<DraftFile, string>('drafts')
  const write: FileStore['write'] = (change) => db.transaction('rw', [files, mails, bytes, confirmed, drafts], change)
  let isClosed = false
  const store: FileStore = {
    files,
    mails,
    bytes,
    confirmed,
    drafts,
    write,
    withRoom: makingRoom(() => write(async () => (await trim(store, 0)) > 0)),
    // Dexie ends a query of which one reading failed, for some errors without a word.
    watch: (read, onValue) =>
      watchAgain(({ answered, failed }) => {
        const answers = () =>
          read().then(
            (value) => ({ value }),
            () => null,
          )
        const subscription = liveQuery(answers).subscribe((answer) => {
          if (answer) {
            answered()
            onValue(answer.value)
            return
          }
          subscription.unsubscribe()
          // A store that is closed answers nothing any more.
          if (!isClosed) failed()
        })
        return () => subscription.unsubscribe()
      }),
    open: async () => void (await db.open()),
    close: () => {
      isClosed = true
      db.close()
    },
  }
  return store
}

/** Pending files and mails, without the refused ones. */
export const waitingFiles = (store: FileStore): Promise<QueuedFile[]> =>
  store.files.where('state').equals('pending').sortBy('createdAt')
export const waitingMails = (store: FileStore): Promise<QueuedMail[]> =>
  store.mails.where('state').equals('pending').sortBy('createdAt')

/** Files and mails that the server does not have, refused ones included: their bytes are never dropped, and entries after them wait. */
export const unsentFiles = (store: FileStore): Promise<QueuedFile[]> =>
  store.files.where('state').anyOf('pending', 'refused').toArray()
export const unsentMails = (store: FileStore): Promise<QueuedMail[]> =>
  store.mails.where('state').anyOf('pending', 'refused').toArray()

export async function readBytes(store: FileStore, sha256: string): Promise<Uint8Array | null> {
  const stored = await store.bytes.get(sha256)
  return stored?.bytes ?? null
}

/** Which of these bytes are on the device. */
export const heldBytes = (store: FileStore, hashes: readonly string[]): Promise<string[]> =>
  store.bytes.where('sha256').anyOf(hashes).primaryKeys()

/** Caches bytes that the server has, to show them with no network; drops the longest unused to make room (FILE-5), none of `keep`. */
export async function cacheBytes(
  store: FileStore,
  sha256: string,
  bytes: Uint8Array,
  keep: readonly string[] = [],
): Promise<void> {
  const usedAt = new Date().toISOString()
  await store.write(async () => {
    await store.bytes.put({ sha256, bytes, size: bytes.length, usedAt })
    await trim(store, CACHE_BYTES, keep)
  })
}

/** Drops cached bytes down to `room`, never those of unsent files or of `keep`. Call it inside `write`. @returns of how many files */
export async function trim(store: FileStore, room: number, keep: readonly string[] = []): Promise<number> {
  const needed = new Set([...(await unsentFiles(store)).map((file) => file.sha256), ...keep])
  let total = 0
  const dropped: string[] = []
  await store.bytes
    .orderBy('usedAt')
    .reverse()
    .each(({ sha256, size }) => {
      if (needed.has(sha256)) return
      total += size
      if (total > room) dropped.push(sha256)
    })
  await store.bytes.bulkDelete(dropped)
  return dropped.length
}
