import { HEADER } from '../../schemas/protocol.ts'
import type { Call, Reply, Transport } from '../net/transport.ts'
import { type ServiceVerdict, serviceVerdict } from '../net/verdict.ts'
import {
  type QueuedFile,
  type QueuedMail,
  readBytes,
  unsentFiles,
  waitingFiles,
  waitingMails,
} from '../store/file-store.ts'
import type { LocalDatabase } from '../store/local-database.ts'
import type { OutboxEntry } from '../store/outbox-entry.ts'
import { openEntries } from '../store/read.ts'
import { confirm, pruneConfirmed } from './confirmed-files.ts'
import { followEpoch, followedEpoch, mayComeBack } from './epoch.ts'
import type { PushOutcome } from './push.ts'
import { afterFailure, tryApartAgain } from './set-apart.ts'

/** FILE-4: small enough to arrive within the time limit on a bad line, large enough that a photo is two calls. */
export const PIECE = 256 * 1024
/** A piece on a line of 4 kB a second. */
const PIECE_TIMEOUT = 60_000

export interface UploadInput {
  db: LocalDatabase
  transport: Transport
  signal: AbortSignal
}

type Ask = Omit<Call, 'signal'>

/** One call, judged. A network failure is a retry; an answer of another history is none (HEAL-1). */
async function ask({ db, transport, signal }: UploadInput, call: Ask): Promise<ServiceVerdict> {
  const reply: Reply | null = await transport.call({ ...call, signal }).catch((error: unknown) => {
    if (signal.aborted) throw error
    return null
  })
  signal.throwIfAborted()
  if (reply?.epoch && (await followEpoch({ db, transport, epoch: reply.epoch, signal })))
    return { kind: 'retry', afterMs: null }
  return serviceVerdict(reply)
}

/** FILE-3: the entries before it are settled, and what it hangs on is not still to be created. */
export function mayLeave(
  file: Pick<QueuedFile, 'after' | 'recordId' | 'projectId'>,
  entries: readonly OutboxEntry[],
): boolean {
  return !entries.some((entry) => {
    if (entry.state === 'acked') return false
    if (entry.action === 'create') return entry.recordId === file.recordId || entry.recordId === file.projectId
    // A refused edit waits for its author; the file need not.
    return entry.state !== 'refused' && file.after.includes(entry.id)
  })
}

const at = (id: string): string => `/drive/upload/${encodeURIComponent(id)}`
const receivedOf = (data: unknown): number => Number((data as { received?: unknown } | null)?.received ?? Number.NaN)

/** Sends what is missing, in order; null once every byte has arrived. */
async function sendPieces(input: UploadInput, file: QueuedFile, bytes: Uint8Array): Promise<ServiceVerdict | null> {
  let offset = 0
  if (file.attempts > 1) {
    const progress = await ask(input, { method: 'GET', path: at(file.id) })
    if (progress.kind !== 'ok') return progress
    offset = receivedOf(progress.data)
  }
  while (offset < bytes.length) {
    const piece = bytes.subarray(offset, offset + PIECE)
    const call: Ask = {
      method: 'PUT',
      path: at(file.id),
      query: { offset: String(offset) },
      bytes: piece,
      timeout: PIECE_TIMEOUT,
    }
    const verdict = await ask(input, call)
    const received = verdict.kind === 'ok' ? receivedOf(verdict.data) : conflictAt(verdict)
    // No way forward: an answer that says nothing, or the same place again.
    if (received === null || Number.isNaN(received) || received === offset)
      return verdict.kind === 'ok' ? { kind: 'retry', afterMs: null } : verdict
    offset = received
    await input.db.files.files.update(file.id, { sent: offset })
  }
  return null
}

/** Where the server says that the next piece begins; null for any other refusal. */
function conflictAt(verdict: ServiceVerdict): number | null {
  if (verdict.kind !== 'refused' || verdict.error.code !== 'CONFLICT') return null
  const received = (verdict.error.details as { received?: unknown } | undefined)?.received
  return typeof received === 'number' ? received : null
}

/** FILE-5: only this id with this hash is a confirmation. */
const confirms = (file: QueuedFile, data: unknown): boolean => {
  const record = data as { IDFICHIER?: unknown; SHA256?: unknown } | null
  return record?.IDFICHIER === file.id && record.SHA256 === file.sha256
}

const GONE = {
  kind: 'refused',
  error: { code: 'NOT_FOUND', message: 'Le contenu de ce fichier n’est plus sur cet appareil.', status: 404 },
} as const satisfies ServiceVerdict

/** HEAL-5: the server may have lost the row and still have the bytes. Null when the bytes are to be sent. */
async function takenBack(input: UploadInput, file: QueuedFile, isHere: boolean): Promise<ServiceVerdict | null> {
  const verdict = await finish(input, file)
  if (verdict.kind !== 'refused') return verdict
  if (isHere) return null
  return verdict.error.code === 'VALIDATION_ERROR' ? GONE : verdict
}

async function uploadOne(input: UploadInput, queued: QueuedFile): Promise<ServiceVerdict> {
  const { db, signal } = input
  const bytes = await readBytes(db.files, queued.sha256)
  if (queued.again) {
    const back = await takenBack(input, queued, bytes !== null)
    if (back) return back
  }
  if (!bytes) return GONE
  const file = { ...queued, attempts: queued.attempts + 1 }
  signal.throwIfAborted()
  await db.files.files.update(file.id, { attempts: file.attempts })
  return (await sendPieces(input, file, bytes)) ?? finish(input, file)
}

/** Makes the file of its pieces. */
async function finish(input: UploadInput, file: QueuedFile): Promise<ServiceVerdict> {
  const body = {
    IDFICHIER: file.id,
    project_id: file.projectId,
    resource: file.resource,
    id: file.recordId,
    origin: file.origin,
    NOM: file.name,
    sha256: file.sha256,
  }
  const verdict = await ask(input, { method: 'POST', path: '/drive/upload', body })
  return verdict.kind === 'ok' && !confirms(file, verdict.data) ? { kind: 'retry', afterMs: null } : verdict
}

const sendMail = (input: UploadInput, mail: QueuedMail): Promise<ServiceVerdict> =>
  ask(input, {
    method: 'POST',
    path: '/intervention/send',
    body: { IDINTERVENTION: mail.recordId },
    headers: { [HEADER.mutation]: mail.id },
  })

/** PUSH-5, HEAL-4 for files: what it hangs on is on its way. */
async function isComing(db: LocalDatabase, file: QueuedFile, verdict: ServiceVerdict): Promise<boolean> {
  if (verdict.kind !== 'refused' || verdict.error.code !== 'PARENT_MISSING') return false
  if (await mayComeBack(db, file, verdict.error.code)) return true
  const id = (verdict.error.details as { id?: unknown } | undefined)?.id
  return (await openEntries(db)).some((e) => e.action === 'create' && e.recordId === id && e.state !== 'refused')
}

/**
 * Sends every file that may leave, one after the other, then the mails whose PV has arrived. What is refused is kept and holds nothing back
 * (FILE-7), nor does what our server fails over (FILE-10); a line that breaks ends the pass.
 */
export async function uploadAll(input: UploadInput): Promise<PushOutcome> {
  const { db } = input
  const store = db.files
  let later: Extract<PushOutcome, { kind: 'retry' }> | null = null
  const again = (afterMs: number | null): void => {
    later = { kind: 'retry', afterMs: Math.max(later?.afterMs ?? 0, afterMs ?? 0) || null }
  }
  await forgetDone(db)
  await pruneConfirmed(store)
  await tryApartAgain(store)
  for (const file of await waitingFiles(store)) {
    if (!mayLeave(file, await openEntries(db))) continue
    const verdict = await uploadOne(input, file)
    if (verdict.kind === 'pause') return verdict
    if (verdict.kind === 'retry') {
      if (!verdict.failed) return { kind: 'retry', afterMs: verdict.afterMs }
      const failed = afterFailure(file, { error: verdict.failed, now: new Date() })
      await store.files.update(file.id, failed as Partial<QueuedFile>)
      again(verdict.afterMs)
      continue
    }
    if (await isComing(db, file, verdict)) {
      again(null)
      continue
    }
    const settled =
      verdict.kind === 'ok'
        ? { state: 'done', sent: file.size, error: null }
        : { state: 'refused', error: verdict.error }
    const epoch = await followedEpoch(db)
    await store.write(async () => {
      await store.files.update(file.id, settled as Partial<QueuedFile>)
      if (verdict.kind === 'ok') await confirm(store, file, epoch)
    })
  }
  for (const mail of await waitingMails(store)) {
    if (
      (await unsentFiles(store)).some(
        (file) => file.recordId === mail.recordId && file.origin === 'intervention_sign_pv',
      )
    )
      continue
    const verdict = await sendMail(input, mail)
    if (verdict.kind === 'pause') return verdict
    await store.mails.update(mail.id, { attempts: mail.attempts + 1 })
    if (verdict.kind === 'retry') {
      if (!verdict.failed) return { kind: 'retry', afterMs: verdict.afterMs }
      const failed = afterFailure(mail, { error: verdict.failed, now: new Date() })
      await store.mails.update(mail.id, failed as Partial<QueuedMail>)
      again(verdict.afterMs)
      continue
    }
    const recipient = verdict.kind === 'ok' ? String((verdict.data as { MAIL?: unknown } | null)?.MAIL ?? '') : null
    const settled =
      verdict.kind === 'ok' ? { state: 'done', recipient, error: null } : { state: 'refused', error: verdict.error }
    await store.mails.update(mail.id, settled as Partial<QueuedMail>)
  }
  return later ?? { kind: 'idle' }
}

/** A confirmed file stays in the queue until its record has been pulled, so that it is never out of sight. */
async function forgetDone(db: LocalDatabase): Promise<void> {
  const done = await db.files.files.where('state').equals('done').toArray()
  if (done.length === 0) return
  const ids = done.map((file) => file.id)
  const pulled = await db.of('fichier').storageInstance.findDocumentsById(ids, false)
  await db.files.files.bulkDelete(pulled.map((doc) => String((doc as Record<string, unknown>).IDFICHIER)))
}
