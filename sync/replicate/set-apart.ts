import type { ErrorBody } from '../../schemas/errors.ts'
import { apply } from '../apply/apply.ts'
import { moveEntries, moveEntry } from '../outbox/states.ts'
import type { FileStore, QueuedFile } from '../store/file-store.ts'
import type { LocalDatabase } from '../store/local-database.ts'
import type { Failing, OutboxEntry } from '../store/outbox-entry.ts'
import { openEntries } from '../store/read.ts'

/** A server that fails over everything is repaired sooner than this; after it, the failure is taken as one of this item alone. */
const APART_AFTER = { failures: 5, ms: 10 * 60_000 }
/** Time between two tries of an item that is set apart: the server may have been repaired. */
const AGAIN_MS = 60 * 60_000

/** Time between two tries of a file for which the company had no room (FILE-13): each costs a piece of it, on a mobile network too. */
export const FULL_MS = 10 * 60_000

type Refusal = ErrorBody & { status: number }

/** The change of an item when our server has failed over it once more (FILE-10, PUSH-13): it is tried later, or set apart for a person. Pure. */
export function afterFailure(
  item: Failing,
  { error, now }: { error: Refusal; now: Date },
): Failing & { state?: 'refused'; error: Refusal | null } {
  const at = now.toISOString()
  const before = item.failures ?? 0
  const [failures, failingSince] = [before + 1, (before > 0 && item.failingSince) || at]
  // `abs`: a clock that was set back must not keep it from being set apart.
  const lasts = Math.abs(now.getTime() - Date.parse(failingSince))
  const isForGood = failures >= APART_AFTER.failures && lasts >= APART_AFTER.ms
  // Not the reason of an earlier answer: `fullFor` would take this failure for one more lack of room, and hold back the other files.
  return { failures, failingSince, failedAt: at, ...(isForGood ? { state: 'refused', error } : { error: null }) }
}

/**
 * The change of a file for which the company had no room (FILE-13). Failures before it no longer count: a company may be full for days, and one failure after
 * it would set the file apart. Pure.
 */
export const afterFull = (error: Refusal, now = new Date()) => ({
  error,
  failedAt: now.toISOString(),
  failures: 0,
})

/** FILE-13: for how many more milliseconds no file is sent, because the company had no room for one of these; 0 where they are. Pure. */
export function fullFor(files: readonly Pick<QueuedFile, 'error' | 'failedAt'>[], now = new Date()): number {
  const left = files.map(({ error, failedAt }) =>
    // `abs` here too: a clock that was set back must not keep them waiting.
    error?.code === 'STORAGE_FULL' && failedAt ? FULL_MS - Math.abs(now.getTime() - Date.parse(failedAt)) : 0,
  )
  return Math.max(0, ...left)
}

type Apart = Failing & { error: Refusal | null }

/** Whether an item was set apart, and more than an hour ago. `abs` here too, for the same reason. Pure. */
const isDue = ({ error, failedAt }: Apart, now: Date): boolean =>
  error?.status === 500 && failedAt !== undefined && Math.abs(now.getTime() - Date.parse(failedAt)) > AGAIN_MS

/** Makes items that were set apart an hour ago pending again, for one more try. */
export async function tryApartAgain(store: FileStore, now = new Date()): Promise<void> {
  const again = { state: 'pending', error: null } as const
  const due = (item: Apart): boolean => isDue(item, now)
  await store.write(async () => {
    await store.files.where('state').equals('refused').filter(due).modify(again)
    await store.mails.where('state').equals('refused').filter(due).modify(again)
  })
}

/** PUSH-13: stores that our server has failed over an entry once more; it is sent again later, or set apart. */
export async function storeFailure(
  db: LocalDatabase,
  { id, resource, recordId }: OutboxEntry,
  failed: { error: Refusal; now?: Date },
): Promise<void> {
  const { error, now = new Date() } = failed
  const moved = await moveEntry(db, { id, from: ['sent'], change: (entry) => afterFailure(entry, { error, now }) })
  if (moved?.state === 'refused') await apply(db, resource, { ids: [recordId] })
}

/** PUSH-13: sends entries that were set apart an hour ago once more, as they were sent before: the server may know the mutation (PUSH-6). */
export async function tryEntriesAgain(db: LocalDatabase, now = new Date()): Promise<void> {
  const due = (await openEntries(db)).filter((entry) => entry.state === 'refused' && isDue(entry, now))
  if (due.length === 0) return
  const moved = await moveEntries(db, {
    ids: due.map(({ id }) => id),
    from: ['refused'],
    change: () => ({ state: 'sent', error: null }),
  })
  for (const { resource, recordId } of moved.values()) await apply(db, resource, { ids: [recordId] })
}
