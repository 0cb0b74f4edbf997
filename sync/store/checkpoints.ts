import type { SyncedResource } from '../../schemas/resources.ts'
import { sameJson } from '../../schemas/same-json.ts'
import { PullStopped } from '../net/pull-stopped.ts'
import type { LocalDatabase } from './local-database.ts'

/** How far this device has read a resource. */
export interface PullState {
  /** Version of the collection that the other fields are about (VER-4). */
  version: number
  /** Version in which the server sent its rows: an older one where the server was older. */
  rows: number
  /** Opaque; null before the first page. */
  checkpoint: string | null
  /** PULL-7: raised by each resync. */
  gen: number
  /** A resync is under way: when the iteration ends, older generations are swept. */
  sweep: boolean
  /** Records that the device held before the first page (PULL-8): when the first iteration ends, those that it did not bring are swept. */
  held: readonly string[]
  /** ISO instant at which an iteration was last complete; null before the first. */
  completeAt: string | null
}

const START: PullState = { version: 0, rows: 0, checkpoint: null, gen: 1, sweep: false, held: [], completeAt: null }
const docId = (resource: SyncedResource): string => `pull:${resource}`

/**
 * An app of before versions would use `checkpoint` and `completeAt` of a later version as its own, and never read the records into its own
 * collections. So a later version stores them under names that such an app does not know: after a rollback it reads everything again (VER-4).
 */
type StoredState = PullState & { readTo?: string | null; wholeAt?: string | null }

const toStored = (state: PullState): StoredState =>
  state.version === 0
    ? state
    : { ...state, checkpoint: null, completeAt: null, readTo: state.checkpoint, wholeAt: state.completeAt }

function fromStored({ readTo, wholeAt, ...state }: Partial<StoredState>): Partial<PullState> {
  return readTo === undefined ? state : { ...state, checkpoint: readTo, completeAt: wholeAt ?? null }
}

/** PULL-2, VER-4: drops the checkpoint, keeps every record and pending entry, reads everything again. */
export const resync = (state: PullState): PullState => ({
  ...state,
  checkpoint: null,
  gen: state.gen + 1,
  sweep: true,
  held: [],
})

/**
 * VER-4: how far another version of the app had read says nothing of the records of this one. After an older version, its records were migrated
 * and lack the new fields. After a later one (a rollback), they are in collections that this version does not read: reading begins again.
 */
function inVersion(given: Partial<StoredState> | undefined, version: number): PullState {
  if (!given) return { ...START, version }
  const stored = { ...START, ...fromStored(given) }
  if (stored.version === version) return stored
  if (stored.version > version) return { ...START, version, gen: stored.gen + 1 }
  return { ...(stored.checkpoint === null ? stored : resync(stored)), version }
}

export async function readPullState(db: LocalDatabase, resource: SyncedResource): Promise<PullState> {
  const doc = await db.rx.getLocal<StoredState>(docId(resource))
  return inVersion(doc?.toJSON().data, db.versions.current)
}

/**
 * Stores how far an iteration has come, if nobody else has stored anything since `from` was read (PULL-4): a leader that slept must not overwrite its
 * successor's generation with its older one.
 * @throws PullStopped `overtaken`
 */
export async function savePullState(
  db: LocalDatabase,
  resource: SyncedResource,
  { from, to }: { from: PullState; to: PullState },
): Promise<void> {
  const overtaken = (): PullStopped => new PullStopped('overtaken', 'another leader has read on')
  const doc = await db.rx.getLocal<StoredState>(docId(resource))
  if (doc) {
    // RxDB calls this again with the new state when another realm has written meanwhile.
    await doc.incrementalModify((stored) => {
      if (!sameJson(inVersion(stored, db.versions.current), from)) throw overtaken()
      return toStored(to)
    })
    return
  }
  if (!sameJson(from, inVersion(undefined, db.versions.current))) throw overtaken()
  await db.rx.insertLocal<StoredState>(docId(resource), toStored(to)).catch((error: { status?: unknown }) => {
    throw error.status === 409 ? overtaken() : error
  })
}
