import type { SyncedResource } from '../schemas/resources.ts'
import type { LocalDatabase } from './database.ts'

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

export async function savePullState(db: LocalDatabase, resource: SyncedResource, state: PullState): Promise<void> {
  await db.rx.upsertLocal<PullState>(docId(resource), state)
}
