import { commandOf } from '../../schemas/commands.ts'
import type { ErrorBody, ErrorCode } from '../../schemas/errors.ts'
import { USES } from '../../schemas/protocol.ts'
import { entityOf, isSynced, type SyncedResource } from '../../schemas/resources.ts'
import type { KnownUses } from '../../schemas/uses.ts'
import { apply } from '../apply/apply.ts'
import type { Transport } from '../net/transport.ts'
import { causesOf, type Pointers, pointersOf } from '../outbox/causes.ts'
import { moveEntry } from '../outbox/states.ts'
import { type QueuedFile, unsentFiles } from '../store/file-store.ts'
import type { LocalDatabase } from '../store/local-database.ts'
import { asOfNow, inOrder, isAgencyMove, type OutboxEntry } from '../store/outbox-entry.ts'
import { openEntries, readStored } from '../store/read.ts'
import { askEpoch, askKnown } from './ask-epochs.ts'
import { reopenFiles } from './confirmed-files.ts'
import { againFor } from './server-versions.ts'

/** The epoch of the server that this device follows (HEAL-1). */
export interface FollowedEpoch {
  epoch: string
  /** ISO instant at which a restore was noticed; '' when there was none. */
  since: string
}

export const EPOCH_DOC = 'history'

async function readFollowed(db: LocalDatabase): Promise<FollowedEpoch | null> {
  const doc = await db.rx.getLocal<FollowedEpoch>(EPOCH_DOC)
  return doc ? (doc.toJSON().data as FollowedEpoch) : null
}

/** The epoch that is followed; '' before the first answer. */
export const followedEpoch = async (db: LocalDatabase): Promise<string> => (await readFollowed(db))?.epoch ?? ''

/**
 * Follows the epoch that this account followed before it was sealed. If the device follows another one already, nobody has asked for the entries that
 * were acknowledged in the former one: following that one again makes the next answer do so (HEAL-1).
 */
export async function keepEpoch(db: LocalDatabase, followed: FollowedEpoch): Promise<void> {
  const known = await readFollowed(db)
  if (known?.epoch === followed.epoch) return
  await db.rx.upsertLocal<FollowedEpoch>(EPOCH_DOC, { epoch: followed.epoch, since: known?.since ?? followed.since })
}

export interface FollowInput {
  db: LocalDatabase
  transport: Transport
  /** Epoch of an answer that just came. */
  epoch: string
  signal: AbortSignal
}

/**
 * Call it with the epoch of every answer before using the answer. True when the server has another epoch than the one followed: entries and files that
 * it may have lost are pending again, and the call must be made again. Safe to repeat, and in several calls at once.
 */
export async function followEpoch(input: FollowInput): Promise<boolean> {
  const { db } = input
  const known = await readFollowed(db)
  if (known?.epoch === input.epoch) return false
  const entries = (await readStored(db.outbox, { selector: {} })).filter(
    (e) => (e.state === 'done' || e.state === 'acked') && e.ackEpoch !== '',
  )
  const files = await db.files.confirmed.toArray()
  if (known === null && entries.length + files.length === 0) {
    await db.rx.upsertLocal<FollowedEpoch>(EPOCH_DOC, { epoch: input.epoch, since: '' })
    return false
  }
  const epoch = await askEpoch(input, input.epoch)
  // The header came from a process of the server that had not heard of the new epoch yet.
  if (known?.epoch === epoch) return false
  // Whatever their seq: a write that changed nothing on its record has an old one, and may have made a conflict that is lost now.
  const asked = {
    entries: entries.filter((e) => e.ackEpoch !== epoch),
    files: files.filter((file) => file.epoch !== epoch),
  }
  const there = await askKnown(input, {
    mutations: asked.entries.map(({ id }) => id),
    files: asked.files.map(({ id }) => id),
  })
  // Files first: an entry that comes after a file must find it pending (FILE-6).
  await reopenFiles(db.files, { epoch, files: asked.files, there: there.files })
  const missing = asked.entries.filter(({ id }) => !there.mutations.has(id))
  const isFileLost = asked.files.some(({ id }) => !there.files.has(id))
  if (missing.length > 0 || isFileLost) await reopen(db, missing)
  await Promise.all(asked.entries.filter(({ id }) => there.mutations.has(id)).map((e) => containedInAll(db, e, epoch)))
  await putBehindEntries(db)
  // Last: after a crash before this line, all of it is repeated.
  await db.rx.upsertLocal<FollowedEpoch>(EPOCH_DOC, { epoch, since: new Date().toISOString() })
  return true
}

/**
 * HEAL-7: the database of this epoch contains the acknowledged entry, so each state of the record that comes in this epoch contains it, whatever its seq. Otherwise the entry
 * would be completed while it still covers the record: an appointment that a colleague kept would stay hidden from the one who had deleted it (PUSH-8).
 */
const containedInAll = (db: LocalDatabase, { id }: OutboxEntry, epoch: string): Promise<unknown> =>
  moveEntry(db, { id, from: ['acked'], change: () => ({ ackSeq: 1, ackEpoch: epoch }) })

/** HEAL-2, HEAL-3: opens the lost entries again, and orders all that is open, which may need a file that was lost (FILE-6). */
async function reopen(db: LocalDatabase, lost: readonly OutboxEntry[]): Promise<void> {
  const waiting = [
    ...new Map([...(await openEntries(db)), ...lost].map((e) => [e.id, asOfNow(db.versions, e)])).values(),
  ]
  const pointers = await pointersOf(db, waiting)
  const files = await unsentFiles(db.files)
  for (const entry of lost) {
    await moveEntry(db, {
      id: entry.id,
      from: ['done', 'acked'],
      // `sent`, not `pending`: it has been sent, so no edit may be folded into it (OUT-4).
      change: (stored) => ({
        ...againFor(db, stored),
        state: 'sent',
        open: '1',
        ackSeq: 0,
        ackEpoch: '',
        error: null,
        after: [...allCausesOf(entry, { waiting, pointers }), ...filesBefore(entry, files)],
      }),
    })
  }
  for (const entry of waiting) {
    if (lost.some((e) => e.id === entry.id)) continue
    await moveEntry(db, {
      id: entry.id,
      from: ['pending', 'sent'],
      change: () => ({ after: [...allCausesOf(entry, { waiting, pointers }), ...filesBefore(entry, files)] }),
    })
  }
  const byResource = new Map<OutboxEntry['resource'], string[]>()
  for (const e of waiting) byResource.set(e.resource, [...(byResource.get(e.resource) ?? []), e.recordId])
  for (const [resource, ids] of byResource) await apply(db, resource, { ids })
}

/**
 * Whether the entry needs the file on the server (FILE-6). Told by what both are, not by when they were made: an id tells the device's clock, which may have
 * been set back, and a record that names a file has its id before the record itself is made.
 */
function needsFile(entry: OutboxEntry, file: QueuedFile): boolean {
  const { resource, recordId, action, patch, after } = entry
  if (action === 'create') return false
  if (after.includes(file.id)) return true
  // The edits of the file's own record (its name), and its deletion.
  if (resource === 'fichier') return recordId === file.id
  if (action !== 'delete')
    return (
      file.origin === 'intervention_sign_pv' &&
      recordId === file.recordId &&
      commandOf(action)?.needsPv?.(patch) === true
    )
  // Nobody adds a file to a record that they have deleted. Sent later, it would restore the record (MERGE-7).
  return recordId === (resource === 'projet' ? file.projectId : file.resource === resource ? file.recordId : null)
}

const filesBefore = (entry: OutboxEntry, files: readonly QueuedFile[]): string[] =>
  files.filter((file) => needsFile(entry, file)).map(({ id }) => id)

/**
 * FILE-3 for files that are pending again: after the entries on their record and project, up to the first that waits for a file. So a file never waits for
 * itself, nor for another one.
 */
async function putBehindEntries(db: LocalDatabase): Promise<void> {
  const open = (await openEntries(db)).sort(inOrder)
  const files = await unsentFiles(db.files)
  const before = (resource: OutboxEntry['resource'], id: string): string[] => {
    // A move to another agency waits for the file (PUSH-9).
    const ofRecord = open.filter((e) => e.resource === resource && e.recordId === id && !isAgencyMove(e))
    const first = ofRecord.findIndex((entry) => filesBefore(entry, files).length > 0)
    return (first < 0 ? ofRecord : ofRecord.slice(0, first)).map((entry) => entry.id)
  }
  for (const file of files.filter(({ again }) => again)) {
    const after = [...new Set([...before(file.resource, file.recordId), ...before('projet', file.projectId)])]
    await db.files.files.update(file.id, { after })
  }
}

/** A deletion of an older build does not say what its record pointed to: it may have pointed to any record. */
const isOfOlderBuild = ({ action, resource, base }: OutboxEntry): boolean =>
  action === 'delete' &&
  Object.keys(base ?? {}).length === 0 &&
  Object.values(entityOf(resource).fields).some((field) => field.ref !== undefined)

/**
 * Whether an entry was made before a deletion of another record. The deletion says it, whatever the clock said: it names my open edits, and the VERSION of each
 * record that used its own, which is that record's Lamport clock (MERGE-7). A record that it does not name was deleted before it. Else the ids tell, as far as
 * the device's clock went on.
 */
function isBefore(entry: OutboxEntry, deletion: OutboxEntry): boolean {
  const uses = deletion.base?.[USES] as KnownUses | undefined
  const known = uses?.known[entry.resource]?.[entry.recordId]
  if (known !== undefined) return uses?.mine.includes(entry.id) === true || entry.counter <= known
  if (uses !== undefined && entry.action === 'delete' && !isOfOlderBuild(entry)) return true
  return entry.id < deletion.id
}

/** HEAL-3: the entries that this one must come after, with the one before it on its record. */
function allCausesOf(
  entry: OutboxEntry,
  { waiting, pointers }: { waiting: readonly OutboxEntry[]; pointers: Pointers },
): string[] {
  const ofRecord = waiting.filter((e) => e.resource === entry.resource && e.recordId === entry.recordId).sort(inOrder)
  const before = ofRecord[ofRecord.findIndex((e) => e.id === entry.id) - 1]
  // Later entries do not hold a deletion back.
  const earlier = waiting.filter((e) => isBefore(e, entry))
  const isDelete = entry.action === 'delete'
  const causes = causesOf(entry, { open: isDelete ? earlier : waiting, pointers })
  const unknown = isDelete ? earlier.filter(isOfOlderBuild).map((e) => e.id) : []
  return [...new Set([...causes, ...unknown, ...(before ? [before.id] : [])])]
}

const DAY_MS = 86_400_000

/** What a refused entry or file is about. */
interface Refused {
  readonly createdAt: string
  readonly action?: string
  readonly resource: SyncedResource
  readonly recordId: string
}

/**
 * Answers that another device's entry may change: a record or parent is missing, a deletion finds what was deleted before it, or a payment is refused for those
 * of its order that are not there yet.
 */
const answersForNow = ({ action, resource }: Refused): readonly ErrorCode[] =>
  action === 'delete' || (action === 'create' && resource === 'paiement')
    ? ['NOT_FOUND', 'PARENT_MISSING', 'VALIDATION_ERROR']
    : ['NOT_FOUND', 'PARENT_MISSING']

/** HEAL-4: what this entry or file came after, or is about, may be on a device that has not come back yet. */
export async function mayComeBack(db: LocalDatabase, entry: Refused, error: ErrorBody): Promise<boolean> {
  if (!answersForNow(entry).includes(error.code)) return false
  const followed = await readFollowed(db)
  if (!followed || followed.since === '') return false
  // `abs`: with a clock that was set back it would wait, unseen, until that clock has caught up.
  const isWithinDay = (instant: string): boolean => Math.abs(Date.now() - Date.parse(instant)) < DAY_MS
  if (entry.createdAt <= followed.since) return isWithinDay(followed.since)
  return isWithinDay(entry.createdAt) && (await isOfFormerEpoch(db, missingOf(entry, error), followed.epoch))
}

/** The record that the server does not have. */
const missingOf = (
  { resource, recordId }: Refused,
  { code, details }: ErrorBody,
): { resource?: unknown; id?: unknown } => (code === 'PARENT_MISSING' ? Object(details) : { resource, id: recordId })

/** A record that this device still shows after a restore, and that the new epoch has not brought: it is not swept yet, or an open entry keeps it. */
async function isOfFormerEpoch(
  db: LocalDatabase,
  { resource, id }: { resource?: unknown; id?: unknown },
  epoch: string,
): Promise<boolean> {
  if (!isSynced(String(resource)) || typeof id !== 'string') return false
  const [doc] = await db.of(resource as SyncedResource).storageInstance.findDocumentsById([id], false)
  return doc !== undefined && doc.sync.epoch !== '' && doc.sync.epoch !== epoch
}
