import type { LocalDatabase } from '../../../sync/store/local-database.ts'
import { databaseCode, draftsCode } from '../database/local-data.ts'
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
  const { waitingFiles } = await databaseCode()
  if (open.some((entry) => entry.state !== 'refused') || (await waitingFiles(db.files)).length > 0) return true
  if ((await db.files.drafts.count()) === 0) return false
  const { savedDrafts } = await draftsCode()
  return (await savedDrafts(db)).length > 0
}
