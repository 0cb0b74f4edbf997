import { HEADER } from '../../schemas/protocol.ts'
import type { Call, Reply, Transport } from '../net/transport.ts'
import { type ServiceVerdict, serviceVerdict } from '../net/verdict.ts'
import { queueSavedDrafts } from '../outbox/draft-files.ts'
import { entriesBefore } from '../outbox/states.ts'
import {
  type QueuedFile,
  type QueuedMail,
  readBytes,
  unsentFiles,
  waitingFiles,
  waitingMails,
} from '../store/file-store.ts'
import type { LocalDatabase } from '../store/local-database.ts'
import { isStorageFull } from '../store/quota.ts'
import { openEntries } from '../store/read.ts'
import { confirm, forgetConfirmed, pruneConfirmed } from './confirmed-files.ts'
import { followEpoch, followedEpoch, mayComeBack } from './epoch.ts'
import type { PushOutcome } from './push.ts'
import { afterFailure, afterFull, FULL_MS, fullFor, tryApartAgain } from './set-apart.ts'

/** FILE-4: small enough to arrive within the time limit on a bad network, large enough that a photo is two calls. */
export const PIECE = 256 * 1024
/** Time for one piece at 4 kB a second. */
const PIECE_TIMEOUT = 60_000

export interface UploadInput {
  db: LocalDatabase
  transport: Transport
  signal: AbortSignal
}

type Ask = Omit<Call, 'signal'>

/** FILE-11: its author took the file out of the queue while it was being sent. */
const WITHDRAWN = { kind: 'withdrawn' } as const
type Sent = ServiceVerdict | typeof WITHDRAWN

/** The verdict of one call. A network failure is a retry, and so is an answer of another epoch (HEAL-1). */
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

const at = (id: string): string => `/drive/upload/${encodeURIComponent(id)}`
const receivedOf = (data: unknown): number => Number((data as { received?: unknown } | null)?.received ?? Number.NaN)

/** Sends the missing pieces, in order; null once every byte has arrived. */
async function sendPieces(input: UploadInput, file: QueuedFile, bytes: Uint8Array): Promise<Sent | null> {
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
    // No progress: the answer names no offset, or the same one again.
    if (received === null || Number.isNaN(received) || received === offset)
      return verdict.kind === 'ok' ? { kind: 'retry', afterMs: null } : verdict
    offset = received
    await input.db.files.files.update(file.id, { sent: offset })
    if (!(await input.db.files.files.get(file.id))) return WITHDRAWN
  }
  return null
}

/** The offset of the next piece that the server names; null for any other refusal. */
function conflictAt(verdict: ServiceVerdict): number | null {
  if (verdict.kind !== 'refused' || verdict.error.code !== 'CONFLICT') return null
  const received = (verdict.error.details as { received?: unknown } | undefined)?.received
  return typeof received === 'number' ? received : null
}

/** FILE-5: only an answer with this id and this hash confirms. */
const confirms = (file: QueuedFile, data: unknown): boolean => {
  const record = data as { IDFICHIER?: unknown; SHA256?: unknown } | null
  return record?.IDFICHIER === file.id && record.SHA256 === file.sha256
}

const GONE = {
  kind: 'refused',
  error: { code: 'NOT_FOUND', message: 'Le contenu de ce fichier n’est plus sur cet appareil.', status: 404 },
} as const satisfies ServiceVerdict

/** HEAL-5: the server may have lost the row and still have the bytes. Null when the bytes must be sent. */
async function acceptedAgain(input: UploadInput, file: QueuedFile, isHere: boolean): Promise<Sent | null> {
  const verdict = await finish(input, file)
  if (verdict.kind !== 'refused') return verdict
  if (isHere) return null
  return verdict.error.code === 'VALIDATION_ERROR' ? GONE : verdict
}

async function uploadOne(input: UploadInput, queued: QueuedFile): Promise<Sent> {
  const { db, signal } = input
  const bytes = await readBytes(db.files, queued.sha256)
  // Once pieces of it have been sent, the server would compare those with its hash, and forget them.
  if (queued.again && (queued.sent === 0 || bytes === null)) {
    const back = await acceptedAgain(input, queued, bytes !== null)
    if (back) return back
  }
  if (!bytes) return GONE
  const file = { ...queued, attempts: queued.attempts + 1 }
  signal.throwIfAborted()
  await db.files.files.update(file.id, { attempts: file.attempts })
  return (await sendPieces(input, file, bytes)) ?? finish(input, file)
}

/** FILE-2: the name that the file has now; from here on the server may have it under that name. Null where it was taken out of the queue. */
const nameAsked = ({ files: store }: LocalDatabase, file: QueuedFile): Promise<string | null> =>
  store.write(async () => {
    await store.files.update(file.id, { asked: true })
    return (await store.files.get(file.id))?.name ?? null
  })

/** Asks the server to make the file from its pieces. */
async function finish(input: UploadInput, file: QueuedFile): Promise<Sent> {
  const NOM = await nameAsked(input.db, file)
  if (NOM === null) return WITHDRAWN
  const body = {
    IDFICHIER: file.id,
    project_id: file.projectId,
    resource: file.resource,
    id: file.recordId,
    origin: file.origin,
    NOM,
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

/** PUSH-5, HEAL-4 for files: the record that it hangs on will still be created. */
async function isComing(db: LocalDatabase, file: QueuedFile, verdict: ServiceVerdict): Promise<boolean> {
  if (verdict.kind !== 'refused' || verdict.error.code !== 'PARENT_MISSING') return false
  if (await mayComeBack(db, file, verdict.error)) return true
  const id = (verdict.error.details as { id?: unknown } | undefined)?.id
  return (await openEntries(db)).some((e) => e.action === 'create' && e.recordId === id && e.state !== 'refused')
}

/**
 * Sends every file that may be sent, one after the other, then the mails whose PV has arrived. A refused item is kept and holds nothing back
 * (FILE-7), nor does an item over which our server fails (FILE-10); without room in the company the files wait (FILE-13); a broken connection ends the pass.
 */
export const uploadAll = (input: UploadInput): Promise<PushOutcome> => input.db.files.withRoom(() => pass(input))

/**
 * Safe to repeat: what has arrived is asked for, or recognised. A file that follows its record and finds the device full (FILE-12) holds back none that is queued
 * already, and the pass says that the device is full.
 */
async function pass(input: UploadInput): Promise<PushOutcome> {
  const full = await queueSavedDrafts(input.db).then(
    () => null,
    (error: unknown) => {
      if (!isStorageFull(error)) throw error
      return { error }
    },
  )
  const outcome = await sendQueue(input)
  if (full) throw full.error
  return outcome
}

async function sendQueue(input: UploadInput): Promise<PushOutcome> {
  const { db } = input
  const store = db.files
  let later: Extract<PushOutcome, { kind: 'retry' }> | null = null
  const again = (afterMs: number | null): void => {
    later = { kind: 'retry', afterMs: Math.max(later?.afterMs ?? 0, afterMs ?? 0) || null }
  }
  await pruneConfirmed(store)
  await tryApartAgain(store)
  const files = await waitingFiles(store)
  const fullMs = fullFor(files)
  if (fullMs > 0) again(fullMs)
  for (const file of fullMs > 0 ? [] : files) {
    if (entriesBefore(file, await openEntries(db)).length > 0) continue
    const verdict = await uploadOne(input, file)
    if (verdict.kind === 'withdrawn') continue
    if (verdict.kind === 'pause') return verdict
    if (verdict.kind === 'retry') {
      if (verdict.full) {
        await store.files.update(file.id, afterFull(verdict.full))
        again(FULL_MS)
        // Nor is there room for the others; mails need none.
        break
      }
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
    const result =
      verdict.kind === 'ok'
        ? { state: 'done', sent: file.size, error: null }
        : { state: 'refused', error: verdict.error, asked: false }
    const epoch = await followedEpoch(db)
    await store.write(async () => {
      await store.files.update(file.id, result as Partial<QueuedFile>)
      if (verdict.kind === 'ok') await confirm(store, file, epoch)
    })
    await forgetPulled(db, file.id)
  }
  for (const mail of await waitingMails(store)) {
    if ((await unsentFiles(store)).some((file) => file.recordId === mail.recordId && isAwaitedBy(file))) continue
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
    const result =
      verdict.kind === 'ok' ? { state: 'done', recipient, error: null } : { state: 'refused', error: verdict.error }
    await store.mails.update(mail.id, result as Partial<QueuedMail>)
  }
  return later ?? { kind: 'idle' }
}

/** The mail has what the customer signed (FILE-8): the PV, without which there is none, and what lifts its reserves unless that was refused. */
const isAwaitedBy = ({ origin, state }: QueuedFile): boolean =>
  origin === 'intervention_sign_pv' || (origin === 'intervention_levee_reserves' && state !== 'refused')

/** The row may have been pulled before the answer that confirms the file: then the queue need not show it any more (FILE-5). */
async function forgetPulled(db: LocalDatabase, id: string): Promise<void> {
  const pulled = await db.of('fichier').storageInstance.findDocumentsById([id], false)
  if (pulled.length > 0) await forgetConfirmed(db.files, [id])
}
