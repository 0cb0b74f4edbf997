import type { ConfirmedFile, FileStore, QueuedFile } from '../store/file-store.ts'

/** As long as the entries of the outbox (HEAL-2). */
const KEPT_DAYS = 30

/** FILE-5: remembers that the server has the file, with the epoch of its answer. Call it inside `write`. */
export async function confirm(store: FileStore, { id, ...file }: QueuedFile, epoch: string): Promise<void> {
  const { state: _s, attempts: _a, sent: _t, error: _e, after: _f, again: _g, asked: _n, ...about } = file
  await store.confirmed.put({ id, ...about, epoch, confirmedAt: new Date().toISOString() })
}

/** Ids of the files of the queue that the server has confirmed. */
export const confirmedInQueue = (store: FileStore): Promise<string[]> =>
  store.files.where('state').equals('done').primaryKeys()

/** FILE-5: removes these files from the queue, without those that are not confirmed (any more: HEAL-5). */
export async function forgetConfirmed(store: FileStore, ids: readonly string[]): Promise<void> {
  const known = new Set(ids)
  const confirmed = store.files.where('state').equals('done')
  await confirmed.and(({ id }) => known.has(id)).delete()
}

/** Deletes the notes of files that were confirmed more than 30 days ago. */
export async function pruneConfirmed(store: FileStore, now: Date = new Date()): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * 86_400_000).toISOString()
  await store.confirmed.where('confirmedAt').below(before).delete()
}

interface Reopening {
  /** The server's present epoch. */
  epoch: string
  /** Files that were confirmed in another epoch. */
  files: readonly ConfirmedFile[]
  /** Ids of those that the server still has. */
  there: ReadonlySet<string>
}

/**
 * HEAL-5: files that the server has lost are pending again, with or without bytes on the device; the others are confirmed in the present epoch. Safe
 * to repeat: a crash leaves some of them under the former epoch.
 */
export function reopenFiles(store: FileStore, { epoch, files, there }: Reopening): Promise<void> {
  return store.write(async () => {
    for (const { epoch: _epoch, confirmedAt: _at, ...about } of files) {
      if (there.has(about.id)) {
        await store.confirmed.update(about.id, { epoch })
        continue
      }
      const queued = await store.files.get(about.id)
      if (queued && queued.state !== 'done') continue
      const again = { state: 'pending', after: [], attempts: 0, sent: 0, error: null, again: true } as const
      await store.files.put({ ...about, ...again, after: [] })
    }
  })
}
