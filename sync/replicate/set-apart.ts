import type { ErrorBody } from '../../schemas/errors.ts'
import type { Failing, FileStore } from '../store/file-store.ts'

/** A server that fails over everything is mended sooner than this; over one item alone it fails for good. */
const APART_AFTER = { failures: 5, ms: 10 * 60_000 }
/** Set apart, it is tried this seldom: the server may have been mended. */
const AGAIN_MS = 60 * 60_000

type Refusal = ErrorBody & { status: number }

/** What an item becomes when our server has failed over it once more (FILE-10): later again, or a person's. Pure. */
export function afterFailure(
  item: Failing,
  { error, now }: { error: Refusal; now: Date },
): Failing & { state?: 'refused'; error?: Refusal } {
  const at = now.toISOString()
  const [failures, failingSince] = [(item.failures ?? 0) + 1, item.failingSince ?? at]
  const isForGood = failures >= APART_AFTER.failures && now.getTime() - Date.parse(failingSince) >= APART_AFTER.ms
  return { failures, failingSince, failedAt: at, ...(isForGood ? { state: 'refused', error } : {}) }
}

/** Puts what was set apart an hour ago back into the queue, for one more try. */
export async function tryApartAgain(store: FileStore, now = new Date()): Promise<void> {
  const before = new Date(now.getTime() - AGAIN_MS).toISOString()
  const isDue = ({ error, failedAt }: Failing & { error: Refusal | null }): boolean =>
    error?.status === 500 && failedAt !== undefined && failedAt < before
  const again = { state: 'pending', error: null } as const
  await store.write(async () => {
    await store.files.where('state').equals('refused').filter(isDue).modify(again)
    await store.mails.where('state').equals('refused').filter(isDue).modify(again)
  })
}
