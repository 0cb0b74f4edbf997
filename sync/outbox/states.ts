import { commandOf, HELD_DELETIONS } from '../../schemas/commands.ts'
import type { LocalDatabase } from '../store/local-database.ts'
import type { EntryState, OutboxEntry } from '../store/outbox-entry.ts'

/**
 * Changes an entry if it still is in one of `from`; answers the new entry, or null when another realm moved it first.
 * RxDB repeats the modifier on a write conflict, so the check and the write are one step.
 */
export async function moveEntry(
  db: LocalDatabase,
  {
    id,
    from,
    change,
  }: { id: string; from: readonly EntryState[]; change: (entry: OutboxEntry) => Partial<OutboxEntry> },
): Promise<OutboxEntry | null> {
  const doc = await db.outbox.findOne(id).exec()
  if (!doc) return null
  let moved: OutboxEntry | null = null
  await doc.incrementalModify((current) => {
    moved = from.includes(current.state) ? { ...current, ...change(current as OutboxEntry) } : null
    return moved ?? current
  })
  return moved
}

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
  return entries.filter(
    (entry) => (entry.state === 'pending' || entry.state === 'sent') && entry.after.every(isAcknowledged),
  )
}

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
