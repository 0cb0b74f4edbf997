import { SYNCED } from '../../schemas/resources.ts'
import { localDatabaseName } from '../../sync/identity.ts'
import type { ReplicationStatus } from '../../sync/replicate/status.ts'
import { readPullState } from '../../sync/store/checkpoints.ts'
import type { LocalDatabase } from '../../sync/store/local-database.ts'
import { STATUS_DOC } from '../../sync/worker-protocol.ts'
import { keepStorageMark, markAfterOpening, readStorageMark } from './storage-mark.ts'

/** Nothing was ever read into it, and nobody has worked in it. */
async function isNew(db: LocalDatabase): Promise<boolean> {
  // All that a usual start reads.
  if ((await db.rx.getLocal<ReplicationStatus>(STATUS_DOC))?.toJSON().data.lastSync) return false
  for (const resource of SYNCED) if ((await readPullState(db, resource)).checkpoint !== null) return false
  if ((await db.outbox.findOne().exec()) !== null) return false
  return (await db.files.files.count()) + (await db.files.mails.count()) === 0
}

/** Finds out whether the browser cleared what this device had (WORK-11). Before replication starts here: it fills what is empty. */
export async function lookForLoss(db: LocalDatabase): Promise<void> {
  const mark = readStorageMark()
  if (mark === null) return
  const name = localDatabaseName(db.identity)
  const isEmpty = mark.name === name && mark.wholeAt !== null && (await isNew(db))
  keepStorageMark(markAfterOpening(mark, { name, isNew: isEmpty, now: new Date().toISOString() }))
}
