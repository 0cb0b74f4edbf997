import { SYNCED } from '../../../schemas/resources.ts'
import { localDatabaseName } from '../../../sync/identity.ts'
import type { ReplicationStatus } from '../../../sync/replicate/status.ts'
import { readPullState } from '../../../sync/store/checkpoints.ts'
import type { LocalDatabase } from '../../../sync/store/local-database.ts'
import { STATUS_DOC } from '../../../sync/worker-protocol.ts'
import { keepStorageMark, markAfterOpening, readStorageMark } from './storage-mark.ts'

/** Nothing was ever pulled into it, and nothing was written in it. */
async function isNew(db: LocalDatabase): Promise<boolean> {
  // Only what a usual start reads.
  if ((await db.rx.getLocal<ReplicationStatus>(STATUS_DOC))?.toJSON().data.lastSync) return false
  for (const resource of SYNCED) if ((await readPullState(db, resource)).checkpoint !== null) return false
  if ((await db.outbox.findOne().exec()) !== null) return false
  return (await db.files.files.count()) + (await db.files.mails.count()) === 0
}

/** Detects that the browser cleared this device's data (WORK-11). Runs before replication starts, which fills an empty database. */
export async function lookForLoss(db: LocalDatabase): Promise<void> {
  const mark = readStorageMark()
  if (mark === null) return
  const name = localDatabaseName(db.identity)
  const isEmpty = mark.name === name && mark.wholeAt !== null && (await isNew(db))
  keepStorageMark(markAfterOpening(mark, { name, isNew: isEmpty, now: new Date().toISOString() }))
}
