import type { LocalDatabase } from '../../../sync/store/local-database.ts'
import { databaseCode } from '../database/local-data.ts'
import { readOnce } from '../database/read-once.ts'

const EVERY_MS = 200

/** Resolves once the server has everything but what it refused, once `patience` milliseconds are over, or once the local database is closed. */
export async function untilSent(db: LocalDatabase, patience: number): Promise<void> {
  // Not the device's clock: set back, it would make a logout wait for as long.
  const until = performance.now() + patience
  while (performance.now() < until && !db.closed) {
    const waits = await readOnce(db, () => somethingWaits(db))
    if (!waits) return
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
  }
}

async function somethingWaits(db: LocalDatabase): Promise<boolean> {
  // Read, not counted: RxDB refuses to count by a field outside the index (its error QU14). The queue is short.
  const open = await db.outbox.find({ selector: { open: '1' } }).exec()
  const { savedDrafts, waitingFiles } = await databaseCode()
  if (open.some((entry) => entry.state !== 'refused')) return true
  return (await waitingFiles(db.files)).length > 0 || (await savedDrafts(db)).length > 0
}
