import type { ErrorCode } from '../../schemas/errors.ts'
import { entityOf } from '../../schemas/resources.ts'
import { apply } from '../apply/apply.ts'
import type { Transport } from '../net/transport.ts'
import { causesOf, type Pointers, pointersOf } from '../outbox/causes.ts'
import { moveEntry } from '../outbox/states.ts'
import { type QueuedFile, unsentFiles } from '../store/file-store.ts'
import type { LocalDatabase } from '../store/local-database.ts'
import { asOfNow, inOrder, type OutboxEntry } from '../store/outbox-entry.ts'
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
  if (missing.length > 0) await reopen(db, missing)
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

/** HEAL-2, HEAL-3. */
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
      change: () => ({ after: allCausesOf(entry, { waiting, pointers }) }),
    })
  }
  const byResource = new Map<OutboxEntry['resource'], string[]>()
  for (const e of waiting) byResource.set(e.resource, [...(byResource.get(e.resource) ?? []), e.recordId])
  for (const [resource, ids] of byResource) await apply(db, resource, { ids })
}

/** Files made before the entry on its record: ids of entries and files (UUIDv7) are in the order in which they were made. */
const filesBefore = (entry: OutboxEntry, files: readonly QueuedFile[]): string[] =>
  files.filter((file) => file.again && file.recordId === entry.recordId && file.id < entry.id).map((file) => file.id)

/** FILE-3 for files that are pending again: after the entries made before them on their record and project, never after later ones. */
async function putBehindEntries(db: LocalDatabase): Promise<void> {
  const open = await openEntries(db)
  for (const file of (await unsentFiles(db.files)).filter(({ again }) => again)) {
    const before = open.filter((e) => e.id < file.id && (e.recordId === file.recordId || e.recordId === file.projectId))
    await db.files.files.update(file.id, { after: before.map((e) => e.id) })
  }
}

/** A deletion of an older build does not say what its record pointed to: it may have pointed to any record. */
const isOfOlderBuild = ({ action, resource, base }: OutboxEntry): boolean =>
  action === 'delete' &&
  Object.keys(base ?? {}).length === 0 &&
  Object.values(entityOf(resource).fields).some((field) => field.ref !== undefined)

/** HEAL-3: the entries that this one must come after, with the one before it on its record. */
function allCausesOf(
  entry: OutboxEntry,
  { waiting, pointers }: { waiting: readonly OutboxEntry[]; pointers: Pointers },
): string[] {
  const ofRecord = waiting.filter((e) => e.resource === entry.resource && e.recordId === entry.recordId).sort(inOrder)
  const before = ofRecord[ofRecord.findIndex((e) => e.id === entry.id) - 1]
  // Ids of entries are in the order in which they were made: later entries do not hold a deletion back.
  const earlier = waiting.filter((e) => e.id < entry.id)
  const isDelete = entry.action === 'delete'
  const causes = causesOf(entry, { open: isDelete ? earlier : waiting, pointers })
  const unknown = isDelete ? earlier.filter(isOfOlderBuild).map((e) => e.id) : []
  return [...new Set([...causes, ...unknown, ...(before ? [before.id] : [])])]
}

const DAY_MS = 86_400_000

/** HEAL-4: the record that this entry or file points to may be on a device that has not come back yet. */
export async function mayComeBack(
  db: LocalDatabase,
  entry: { readonly createdAt: string },
  code: ErrorCode,
): Promise<boolean> {
  if (code !== 'NOT_FOUND' && code !== 'PARENT_MISSING') return false
  const followed = await readFollowed(db)
  if (!followed || followed.since === '' || entry.createdAt > followed.since) return false
  // `abs`: with a clock that was set back it would wait, unseen, until that clock has caught up.
  return Math.abs(Date.now() - Date.parse(followed.since)) < DAY_MS
}
