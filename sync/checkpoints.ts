import type { SyncedResource } from '../schemas/resources.ts'
import { sameJson } from '../schemas/same-json.ts'
import type { LocalDatabase } from './database.ts'
import { PullStopped } from './pull-stopped.ts'

/** How far this device has read a resource. */
export interface PullState {
  /** Version of the collection that the rest speaks of (VER-4). */
  version: number
  /** Version in which its rows came: an older one where the server was older. */
  rows: number
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

const START: PullState = { version: 0, rows: 0, checkpoint: null, gen: 1, sweep: false, held: [], completeAt: null }
const docId = (resource: SyncedResource): string => `pull:${resource}`

/** PULL-2, VER-4: forget the checkpoint, keep every record and pending write, read all again. */
export const resync = (state: PullState): PullState => ({
  ...state,
  checkpoint: null,
  gen: state.gen + 1,
  sweep: true,
  held: [],
})

/**
 * VER-4: how far another version of the app had read says nothing of the records of this one. After an older one, its records were carried over
 * and lack what is new; after a later one (a rollback), they stand where this version does not look: all begins anew.
 */
function inVersion(given: Partial<PullState> | undefined, version: number): PullState {
  if (!given) return { ...START, version }
  const stored = { ...START, ...given }
  if (stored.version === version) return stored
  if (stored.version > version) return { ...START, version, gen: stored.gen + 1 }
  return { ...(stored.checkpoint === null ? stored : resync(stored)), version }
}

export async function readPullState(db: LocalDatabase, resource: SyncedResource): Promise<PullState> {
  const doc = await db.rx.getLocal<PullState>(docId(resource))
  return inVersion(doc?.toJSON().data, db.versions.current)
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
      if (!sameJson(inVersion(stored, db.versions.current), from)) throw overtaken()
      return to
    })
    return
  }
  if (!sameJson(from, inVersion(undefined, db.versions.current))) throw overtaken()
  await db.rx.insertLocal<PullState>(docId(resource), to).catch((error: { status?: unknown }) => {
    throw error.status === 409 ? overtaken() : error
  })
}
