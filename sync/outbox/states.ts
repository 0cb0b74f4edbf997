import { commandOf, HELD_DELETIONS } from '../../schemas/commands.ts'
import type { QueuedFile } from '../store/file-store.ts'
import type { LocalDatabase } from '../store/local-database.ts'
import type { EntryState, OutboxEntry } from '../store/outbox-entry.ts'

interface Move {
  from: readonly EntryState[]
  change: (entry: OutboxEntry) => Partial<OutboxEntry>
}

/**
 * Changes the entries that still are in one of `from`, with one reading and one commit; answers the new ones by their ids, without those that another
 * realm moved first. What another realm wrote meanwhile is read again (compare-and-set), so the check and the write are one step.
 * @throws what IndexedDB throws (quota); nothing is changed then
 */
export async function moveEntries(
  db: LocalDatabase,
  { ids, from, change }: Move & { ids: readonly string[] },
): Promise<Map<string, OutboxEntry>> {
  const moved = new Map<string, OutboxEntry>()
  for (let left = [...new Set(ids)]; left.length > 0; ) {
    const stored = await db.outbox.storageInstance.findDocumentsById(left, false)
    const rows = stored
      .filter(({ state }) => from.includes(state))
      .map((previous) => ({ previous, document: { ...previous, ...change(previous as OutboxEntry) } }))
    if (rows.length === 0) break
    const { error } = await db.outbox.storageInstance.bulkWrite(rows, 'lolapp-move')
    const broken = error.find(({ status }) => status !== 409)
    if (broken) throw new Error(`Local write failed with status ${broken.status}`)
    left = error.map(({ documentId }) => documentId)
    for (const { document } of rows) if (!left.includes(document.id)) moved.set(document.id, document as OutboxEntry)
  }
  return moved
}

/** `moveEntries` for one entry; null when another realm moved it first. */
export const moveEntry = async (
  db: LocalDatabase,
  { id, ...move }: Move & { id: string },
): Promise<OutboxEntry | null> => (await moveEntries(db, { ids: [id], ...move })).get(id) ?? null

/**
 * The entries that may be sent now (PUSH-1): those whose causes are acknowledged, in the order they were made. `files`: ids of files that the
 * server does not have yet, which may be causes too (FILE-6).
 */
export function sendable(entries: readonly OutboxEntry[], files: ReadonlySet<string> = new Set()): OutboxEntry[] {
  const waiting = new Map(entries.map((entry) => [entry.id, entry]))
  const isAcknowledged = (id: string): boolean => {
    const cause = waiting.get(id)
    return cause === undefined ? !files.has(id) : cause.state === 'acked'
  }
  // A creation comes before every file of its record (FILE-3); an older build may have noted one after a restore, for ever.
  const waitsFor = ({ action, after }: OutboxEntry): string[] =>
    action === 'create' ? after.filter((id) => !files.has(id)) : after
  return entries.filter(
    (entry) => (entry.state === 'pending' || entry.state === 'sent') && waitsFor(entry).every(isAcknowledged),
  )
}

/** FILE-3: the entries that a file waits for: those before it, and the creation of the record that it hangs on and of its project. */
export const entriesBefore = (
  file: Pick<QueuedFile, 'after' | 'recordId' | 'projectId'>,
  entries: readonly OutboxEntry[],
): OutboxEntry[] =>
  entries.filter((entry) => {
    if (entry.state === 'acked') return false
    if (entry.action === 'create') return entry.recordId === file.recordId || entry.recordId === file.projectId
    // A refused edit waits for its author; the file does not wait for it.
    return entry.state !== 'refused' && file.after.includes(entry.id)
  })

/**
 * Milliseconds for which an entry is still held (OUT-12); 0 when it may be sent. A device's clock that is set back holds nothing for longer.
 * @param now milliseconds since 1970
 */
export function heldFor(
  { state, action, resource, patch, createdAt }: OutboxEntry,
  { holdMs, now }: { holdMs: number; now: number },
): number {
  const holds = action === 'delete' ? HELD_DELETIONS.includes(resource) : commandOf(action)?.holds?.(patch)
  if (state !== 'pending' || !holds) return 0
  const left = Date.parse(createdAt) + holdMs - now
  return left > 0 && left <= holdMs ? left : 0
}

/** How long ended entries are kept: a restored server may lack them (SERVER-5, HEAL-2). */
const KEPT_DAYS = 30

/** Removes entries that ended more than 30 days ago. RxDB keeps a removed document as a tombstone with every field: the cleanup deletes those too. */
export async function prune(db: LocalDatabase, now: Date = new Date()): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * 86_400_000).toISOString()
  await db.outbox.find({ selector: { open: '0', settledAt: { $lt: before } } }).remove()
  await db.outbox.storageInstance.cleanup(0)
}

/** The state of an entry that nobody sends any more. */
export const ended = (): Partial<OutboxEntry> => ({
  state: 'abandoned',
  open: '0',
  settledAt: new Date().toISOString(),
})
