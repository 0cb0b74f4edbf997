import type { ErrorBody } from '../../schemas/errors.ts'
import type { Failing, FileStore, QueuedFile } from '../store/file-store.ts'

/** A server that fails over everything is repaired sooner than this; after it, the failure is taken as one of this item alone. */
const APART_AFTER = { failures: 5, ms: 10 * 60_000 }
/** Time between two tries of an item that is set apart: the server may have been repaired. */
const AGAIN_MS = 60 * 60_000

/** Time between two tries of a file for which the company had no room (FILE-13): each costs a piece of it, on a mobile network too. */
export const FULL_MS = 10 * 60_000

type Refusal = ErrorBody & { status: number }

/** The change of an item when our server has failed over it once more (FILE-10): it is tried later, or set apart for a person. Pure. */
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

/** Makes items that were set apart an hour ago pending again, for one more try. */
export async function tryApartAgain(store: FileStore, now = new Date()): Promise<void> {
  // `abs` here too, for the same reason.
  const isDue = ({ error, failedAt }: Failing & { error: Refusal | null }): boolean =>
    error?.status === 500 && failedAt !== undefined && Math.abs(now.getTime() - Date.parse(failedAt)) > AGAIN_MS
  const again = { state: 'pending', error: null } as const
  await store.write(async () => {
    await store.files.where('state').equals('refused').filter(isDue).modify(again)
    await store.mails.where('state').equals('refused').filter(isDue).modify(again)
  })
}
