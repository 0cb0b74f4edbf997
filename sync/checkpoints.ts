import type { SyncedResource } from '../schemas/resources.ts'
import { sameJson } from '../schemas/same-json.ts'
import type { LocalDatabase } from './database.ts'
import { PullStopped } from './pull-stopped.ts'

/** How far this device has read a resource. */
export interface PullState {
  /** Opaque; null before the first page. */
  checkpoint: string | null
  /** PULL-7: raised by each resync. */
  gen: number
  /** A resync is under way: when the iteration ends, older generations are swept. */
  sweep: boolean
  /** Records that stood here before the first page (PULL-8): when the first iteration ends, those that it did not bring are swept. */
  held: readonly string[]
  /** ISO instant at which an iteration was last complete; null before the first. */
  completeAt: string | null
}

const START: PullState = { checkpoint: null, gen: 1, sweep: false, held: [], completeAt: null }
const docId = (resource: SyncedResource): string => `pull:${resource}`

export async function readPullState(db: LocalDatabase, resource: SyncedResource): Promise<PullState> {
  const doc = await db.rx.getLocal<PullState>(docId(resource))
  return { ...START, ...doc?.toJSON().data }
}

/**
 * Stores how far an iteration has come, if nobody else has stored anything since `from` was read (PULL-4): a leader that slept must not put its older
 * generation over its successor's.
 * @throws PullStopped `overtaken`
 */
export async function savePullState(
  db: LocalDatabase,
  resource: SyncedResource,
  { from, to }: { from: PullState; to: PullState },
): Promise<void> {
  const overtaken = (): PullStopped => new PullStopped('overtaken', 'another leader has read on')
  const doc = await db.rx.getLocal<PullState>(docId(resource))
  if (doc) {
    // RxDB does it again on a state that another realm has written meanwhile.
    await doc.incrementalModify((stored) => {
      if (!sameJson({ ...START, ...stored }, from)) throw overtaken()
      return to
    })
    return
  }
  if (!sameJson(from, START)) throw overtaken()
  await db.rx.insertLocal<PullState>(docId(resource), to).catch((error: { status?: unknown }) => {
    throw error.status === 409 ? overtaken() : error
  })
}
