import { cleanText } from '../../schemas/clean-json.ts'
import {
  type FileOwner,
  type FileType,
  MAX_FILE_SIZE,
  type Origine,
  type PvOrigine,
} from '../../schemas/entities/fichier.ts'
import { AppError, validationError } from '../../schemas/errors.ts'
import { isPdfName, NO_PV, NOT_A_PDF } from '../../schemas/rules/intervention-site.ts'
import { uuidv7 } from '../../schemas/uuid.ts'
import { sha256Of } from '../sha256.ts'
import { cacheBytes, type FileStore, type QueuedFile, readBytes } from '../store/file-store.ts'
import type { LocalDatabase } from '../store/local-database.ts'
import { isAgencyMove, type OutboxEntry } from '../store/outbox-entry.ts'
import { openEntries, readStored } from '../store/read.ts'

export interface NewFile {
  /** IDFICHIER, where a record names the file that is to come: a new one without it. */
  id?: string
  resource: FileOwner
  recordId: string
  projectId: string
  origin: Origine
  name: string
  type: FileType
  bytes: Uint8Array
}

/** Local writes of files. Each resolves once the device holds it (strict durability); none waits for the network. */
export interface FileCommands {
  /**
   * Keeps a file and queues its upload. @returns IDFICHIER; where no id is given, that of the same bytes for the same record and origin that are not
   * confirmed yet.
   * @throws AppError IMMUTABLE for a second PV, PAYLOAD_TOO_LARGE; the browser's QuotaExceededError when the device is full
   */
  add: (file: NewFile) => Promise<string>
  /**
   * Gives a file that the server does not have another name. @returns false where its record is here: the name is an edit of that
   * @throws AppError CONFLICT while the server may have the file and this device lacks its record
   */
  rename: (id: string, name: string) => Promise<boolean>
  /** Sends a refused file or mail again. */
  resend: (id: string) => Promise<void>
  /**
   * Abandons a refused or pending file or mail and deletes its bytes (FILE-11).
   * @throws AppError CONFLICT while the server may have the file already
   */
  abandon: (id: string) => Promise<void>
  /**
   * Keeps a file of a form that is not saved yet: it outlives the page, and nothing sends it before a saved record names it (FILE-12). `add` under its id queues it.
   * @throws the browser's QuotaExceededError when the device is full
   */
  keepDraft: (file: NewFile & { id: string }) => Promise<void>
  /** The bytes on this device of a record's files, by IDFICHIER: its drafts, and those that are queued or sent already. */
  bytesOf: (recordId: string) => Promise<Map<string, Uint8Array>>
  /** Queues the mail of a signed PV to its customer. @throws AppError with the words of INT-02 */
  mailPv: (interventionId: string) => Promise<void>
  /** Caches the bytes of a file that the server has; those of `keep` are not dropped to make room. */
  cache: (sha256: string, bytes: Uint8Array, keep?: readonly string[]) => Promise<void>
  bytes: (sha256: string) => Promise<Uint8Array | null>
}

/** A signed document of a record, in the queue or on the server as this device knows it; null when there is none. */
export interface KnownFile {
  id: string
  name: string
  sha256: string
  /** True while the server does not have it. */
  waiting: boolean
}

export async function findLocalPv(
  db: LocalDatabase,
  interventionId: string,
  origin: PvOrigine = 'intervention_sign_pv',
): Promise<KnownFile | null> {
  const queued = await db.files.files.where('recordId').equals(interventionId).toArray()
  const own = queued.find((file) => file.origin === origin)
  if (own) return { id: own.id, name: own.name, sha256: own.sha256, waiting: own.state !== 'done' }
  const rows = await readStored(db.of('fichier'), { selector: { IDENREGISTREMENT: interventionId } as never })
  const row = rows.find((one) => one.ORIGINE === origin && one.sync?.hidden !== 1)
  return row ? { id: String(row.IDFICHIER), name: String(row.NOM), sha256: String(row.SHA256), waiting: false } : null
}

/** INT-02, INT-03 on the device. @throws AppError NOT_FOUND « Le PV n'existe pas », VALIDATION_ERROR « Le fichier n'est pas un PDF » */
export async function needPv(db: LocalDatabase, interventionId: string): Promise<KnownFile> {
  const pv = await findLocalPv(db, interventionId)
  if (!pv) throw new AppError('NOT_FOUND', NO_PV)
  if (!isPdfName(pv.name)) throw validationError({ _: [NOT_A_PDF] }, NOT_A_PDF)
  return pv
}

const MAY_HAVE_ARRIVED = 'Ce fichier part en ce moment : supprimez-le une fois qu’il est arrivé.'

/** `FileCommands.add` */
export async function addFile(db: LocalDatabase, file: NewFile): Promise<string> {
  if (file.bytes.length > MAX_FILE_SIZE) throw new AppError('PAYLOAD_TOO_LARGE', 'Le fichier est trop volumineux.')
  const sha256 = await sha256Of(file.bytes)
  if (file.origin === 'intervention_sign_pv' && (await findLocalPv(db, file.recordId)))
    throw new AppError('IMMUTABLE', 'Ce document est signé : il ne peut être ni remplacé ni supprimé.')
  const after = causesIn(await openEntries(db), file)
  return db.files.withRoom(() => add(db.files, { file, sha256, after }))
}

export function createFileCommands(db: LocalDatabase): FileCommands {
  const store = db.files
  return {
    add: (file) => addFile(db, file),
    rename: async (id, name) => {
      const found = await store.withRoom(() => renameQueued(store, id, cleanText(name)))
      if (found !== 'sent') return found === 'queued'
      const [pulled] = await db.of('fichier').storageInstance.findDocumentsById([id], false)
      if (pulled) return false
      throw new AppError('CONFLICT', 'Ce fichier est en cours d’envoi : donnez-lui ce nom dans un instant.')
    },
    resend: (id) =>
      store.withRoom(() =>
        store.write(async () => {
          const again = { state: 'pending', error: null, attempts: 0 } as const
          await store.files.where({ id, state: 'refused' }).modify(again)
          await store.mails.where({ id, state: 'refused' }).modify(again)
        }),
      ),
    abandon: (id) =>
      store.write(async () => {
        const file = await store.files.get(id)
        await store.mails.delete(id)
        if (!file || file.state === 'done') return
        if (file.asked && file.state !== 'refused') throw new AppError('CONFLICT', MAY_HAVE_ARRIVED)
        await store.files.delete(id)
        const others = await store.files.where('state').anyOf('pending', 'refused').toArray()
        if (!others.some((other) => other.sha256 === file.sha256)) await store.bytes.delete(file.sha256)
      }),
    keepDraft: async (file) => {
      const draft = { ...file, name: cleanText(file.name), createdAt: new Date().toISOString() }
      await store.withRoom(() => store.write(() => store.drafts.put(draft)))
    },
    bytesOf: (recordId) => bytesOf(db, recordId),
    mailPv: async (recordId) => {
      await needPv(db, recordId)
      const asked = await store.mails.where({ recordId, state: 'pending' }).first()
      if (asked) return
      const [id, createdAt] = [uuidv7(), new Date().toISOString()]
      const mail = { id, recordId, state: 'pending', createdAt, attempts: 0, recipient: null, error: null } as const
      await store.withRoom(() => store.mails.add(mail))
    },
    cache: (sha256, bytes, keep) => cacheBytes(store, sha256, bytes, keep),
    bytes: (sha256) => readBytes(store, sha256),
  }
}

async function bytesOf(db: LocalDatabase, recordId: string): Promise<Map<string, Uint8Array>> {
  const { drafts, files } = db.files
  const found = new Map((await drafts.where('recordId').equals(recordId).toArray()).map(({ id, bytes }) => [id, bytes]))
  const queued = await files.where('recordId').equals(recordId).toArray()
  const rows = await readStored(db.of('fichier'), { selector: { IDENREGISTREMENT: recordId } as never })
  const kept = [...queued, ...rows.map((row) => ({ id: String(row.IDFICHIER), sha256: String(row.SHA256) }))]
  for (const { id, sha256 } of kept) {
    const bytes = await readBytes(db.files, sha256)
    if (bytes) found.set(id, bytes)
  }
  return found
}

/** FILE-2. « sent »: the server may have it already. */
const renameQueued = (store: FileStore, id: string, name: string): Promise<'queued' | 'sent' | 'unknown'> =>
  store.write(async () => {
    const file = await store.files.get(id)
    if (!file) return 'unknown'
    if (file.state === 'done' || file.asked) return 'sent'
    await store.files.update(id, { name })
    return 'queued'
  })

/** FILE-3: open entries of the record and of its project, written before the file. Not the project's move to another agency, which waits for the file (PUSH-9). */
export const causesIn = (
  open: readonly OutboxEntry[],
  { recordId, projectId }: Pick<NewFile, 'recordId' | 'projectId'>,
): string[] =>
  open.filter((e) => (e.recordId === recordId || e.recordId === projectId) && !isAgencyMove(e)).map((e) => e.id)

interface Addition {
  file: NewFile
  sha256: string
  after: string[]
}

/** A new item of the queue. */
export const itemOf = (
  about: Omit<NewFile, 'bytes' | 'id'> & { id: string },
  bytes: Pick<QueuedFile, 'sha256' | 'size' | 'after' | 'createdAt'>,
): QueuedFile => ({ ...about, ...bytes, state: 'pending', attempts: 0, sent: 0, error: null })

const add = (store: FileStore, { file, sha256, after }: Addition): Promise<string> =>
  store.write(async () => {
    const { bytes, ...about } = file
    const queued = await store.files.where('recordId').equals(file.recordId).toArray()
    // A confirmed one is no longer this device's alone: it may have been deleted, and then it would take the new one along.
    const isSame = (one: QueuedFile): boolean =>
      one.state !== 'done' && one.sha256 === sha256 && one.origin === file.origin
    const before = queued.find((one) => (file.id === undefined ? isSame(one) : one.id === file.id))
    const createdAt = new Date().toISOString()
    const id = before?.id ?? file.id ?? uuidv7()
    await store.drafts.delete(id)
    if (before) return id
    const size = bytes.length
    await store.bytes.put({ sha256, bytes, size, usedAt: createdAt })
    await store.files.add(itemOf({ ...about, id, name: cleanText(file.name) }, { sha256, size, after, createdAt }))
    return id
  })
