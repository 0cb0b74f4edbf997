import type { Values } from '../../schemas/merge.ts'
import { DELETED, decodeCheckpoint, PAGE_SIZE, type PulledRow, type PullPage, SEQ } from '../../schemas/protocol.ts'
import { entityOf, SYNCED, type SyncedResource } from '../../schemas/resources.ts'
import { apply, type ServerState } from '../apply/apply.ts'
import { PullStopped } from '../net/pull-stopped.ts'
import type { Reply, Transport } from '../net/transport.ts'
import { isObject, isOutdated } from '../net/verdict.ts'
import { type PullState, readPullState, resync, savePullState } from '../store/checkpoints.ts'
import type { LocalDatabase } from '../store/local-database.ts'
import { LEFT, type LocalDoc } from '../store/local-record.ts'
import { ownRows } from '../store/local-schema.ts'
import { openEntriesOf, readStored } from '../store/read.ts'
import { confirmedInQueue, forgetConfirmed } from './confirmed-files.ts'
import { followEpoch } from './epoch.ts'
import { answerVersion, followVersions } from './server-versions.ts'

export interface PullInput {
  db: LocalDatabase
  transport: Transport
  resource: SyncedResource
  signal: AbortSignal
  /** Called after each page that was applied and whose checkpoint was stored. */
  onPage?: (rows: number) => void
}

/** Rows of a page, and the version of their shape. */
interface Rows {
  rows: readonly unknown[]
  from: number
}

/** The rows of a page as server states in this app's version. Throws on anything that is not a page: nothing is applied from a truncated page. */
export function statesOf(
  { versions }: Pick<LocalDatabase, 'versions'>,
  { resource, epoch, rows, from }: Rows & { resource: SyncedResource; epoch: string },
): ServerState[] {
  const { key } = entityOf(resource)
  return rows.map((row) => {
    if (!isObject(row) || typeof row[key] !== 'string' || typeof row[SEQ] !== 'number')
      throw new PullStopped('broken', 'not a row')
    const { [DELETED]: deleted, [SEQ]: seq, ...record } = row as PulledRow
    const now = deleted ? null : versions.record(resource, record, { from, to: versions.current })
    return { id: String(row[key]), seq, epoch, record: now }
  })
}

function pageOf(reply: Reply): PullPage {
  // An answer without an epoch is not our server's: a portal's page, a proxy's refusal.
  const isOurs = reply.epoch !== null
  if (reply.status === 401 && isOurs) {
    const mismatch = isObject(reply.body) && reply.body.code === 'ACCOUNT_MISMATCH'
    throw new PullStopped(mismatch ? 'other-account' : 'signed-out', 'signed out')
  }
  if (isOutdated(reply)) throw new PullStopped('outdated', 'this version of the app is no longer served')
  if (reply.status === 403 && isObject(reply.body) && isOurs)
    throw new PullStopped('forbidden', 'no right to this resource')
  const body = reply.body
  const whole =
    reply.status === 200 &&
    isObject(body) &&
    Array.isArray(body.data) &&
    typeof body.checkpoint === 'string' &&
    typeof body.complete === 'boolean'
  if (!whole) throw new PullStopped(isOurs ? 'failed' : 'broken', `not a page (status ${reply.status})`)
  return body as unknown as PullPage
}

/** A page that is asked for. */
interface Asked {
  reply: Reply
  /** The files of the queue that the server had confirmed before: this page, or one before it, has those that are still in sight. */
  confirmed: readonly string[]
}

/**
 * PULL-7: in one epoch a checkpoint goes with the account's scope, which all lists share, and a wider scope has rows that no list of this device holds. So none
 * counts as whole until its own iteration in the new scope is complete. The first list that hears of it says so of all, before one that shows the new rights,
 * as a role, is read; the one that heard comes last, so that this is repeated after a crash.
 * @returns the state of the list that was answered
 */
async function forgetWhole(
  db: LocalDatabase,
  { resource, state }: { resource: SyncedResource; state: PullState },
): Promise<PullState> {
  for (const other of SYNCED.filter((name) => name !== resource)) {
    const from = await readPullState(db, other)
    if (from.completeAt !== null) await savePullState(db, other, { from, to: { ...from, completeAt: null } })
  }
  const to = { ...state, completeAt: null }
  await savePullState(db, resource, { from: state, to })
  return to
}

/** The stored documents of a resource: some of them share a collection. */
export const documentsOf = (db: LocalDatabase, resource: SyncedResource, selector: Values): Promise<LocalDoc[]> =>
  readStored<LocalDoc>(db.of(resource), {
    selector: {
      ...selector,
      ...ownRows(resource),
    } as never,
  })

/**
 * PULL-8: a first sync does not name rows that left before its first page, so the records that the device already holds (by the bootstrap, or by the
 * answer to a write) are noted before that page is asked for. The note is stored, so that it survives a first page that is interrupted.
 */
async function noteHeld(db: LocalDatabase, resource: SyncedResource, state: PullState): Promise<PullState> {
  const { key } = entityOf(resource)
  const here = await documentsOf(db, resource, { 'sync.seq': { $gt: 0 } })
  if (here.length === 0) return state
  const noted = { ...state, gen: state.gen + 1, held: here.map((doc) => String(doc[key])) }
  await savePullState(db, resource, { from: state, to: noted })
  return noted
}

/**
 * One iteration of one resource to its end (PULL-4). Resolves when `complete`; rejects (network, PullStopped, storage) without having moved
 * the checkpoint past a row that is not applied.
 */
export async function pullResource({ db, transport, resource, signal, onPage }: PullInput): Promise<void> {
  const ask = async (checkpoint: string | null): Promise<Asked> => {
    // FILE-5: read before the call, so that what is not in the last page, nor in one before, is no more in sight.
    const confirmed = resource === 'fichier' ? await confirmedInQueue(db.files) : []
    const query = { since: checkpoint ?? '', limit: String(PAGE_SIZE) }
    return { confirmed, reply: await transport.call({ method: 'GET', path: entityOf(resource).path, query, signal }) }
  }
  let state = await readPullState(db, resource)
  if (state.checkpoint === null && !state.sweep) state = await noteHeld(db, resource, state)
  let nextPage: Promise<Asked> | null = null
  for (;;) {
    signal.throwIfAborted()
    const { reply, confirmed }: Asked = await (nextPage ?? ask(state.checkpoint))
    nextPage = null
    const range = await followVersions(db, reply)
    // HEAL-1: before anything of a new epoch is applied, or swept.
    if (reply.epoch !== null && (await followEpoch({ db, transport, epoch: reply.epoch, signal }))) continue
    // VER-5: a server that has not been updated yet does not know a resource that this app's version has brought.
    if (reply.status === 404 && range && range.newest < db.versions.current) {
      await savePullState(db, resource, { from: state, to: { ...state, completeAt: new Date().toISOString() } })
      return
    }
    const from = range ? answerVersion(db, range) : state.rows
    // VER-4: rows that came from an older server lack fields that this one has.
    const isNewer = state.checkpoint !== null && from > state.rows && reply.status === 200
    if (isNewer || (reply.status === 410 && state.checkpoint !== null && reply.epoch !== null)) {
      const isSameEpoch = decodeCheckpoint(state.checkpoint ?? '')?.epoch === reply.epoch
      if (reply.status === 410 && isSameEpoch && state.completeAt !== null)
        state = await forgetWhole(db, { resource, state })
      const again = resync(state)
      await savePullState(db, resource, { from: state, to: again })
      state = again
      continue
    }
    const page = pageOf(reply)
    const at = decodeCheckpoint(page.checkpoint)
    if (at === null) throw new PullStopped('broken', 'not a checkpoint')
    const states = statesOf(db, { resource, epoch: at.epoch, rows: page.data, from })
    // The next page is fetched while this one is applied. A failure is handled where that page is awaited.
    if (!page.complete) {
      nextPage = ask(page.checkpoint)
      nextPage.catch(() => undefined)
    }
    await apply(db, resource, { states, gen: state.gen, fresh: state.completeAt === null, signal })
    signal.throwIfAborted()
    if (page.complete) await sweep(db, resource, { ...state, isFirst: state.completeAt === null, at })
    if (resource === 'fichier')
      await forgetConfirmed(db.files, [...states.map(({ id }) => id), ...(page.complete ? confirmed : [])])
    const next: PullState = {
      version: state.version,
      rows: from,
      checkpoint: page.checkpoint,
      gen: state.gen,
      sweep: state.sweep && !page.complete,
      held: page.complete ? [] : state.held,
      completeAt: page.complete ? new Date().toISOString() : state.completeAt,
    }
    await savePullState(db, resource, { from: state, to: next })
    state = next
    onPage?.(page.data.length)
    if (page.complete) return
  }
}

type Sweep = Pick<PullState, 'gen' | 'sweep' | 'held'> & { isFirst: boolean; at: { epoch: string; seq: number } }

/**
 * PULL-7, PULL-8: the user may no longer see records that the iteration did not bring. Those with open entries stay until the last of these ends. For
 * records written after the iteration's end (`at`) the next pull decides.
 */
async function sweep(
  db: LocalDatabase,
  resource: SyncedResource,
  { gen, sweep, held, isFirst, at }: Sweep,
): Promise<void> {
  if (!sweep && !isFirst) return
  const entity = entityOf(resource)
  const idOf = (doc: LocalDoc): string => String(doc[entity.key])
  // The records before their entries: an entry is written before its record (OUT-1).
  const all = sweep ? await documentsOf(db, resource, { 'sync.gen': { $lt: gen } }) : []
  const open = await openEntriesOf(db, resource)
  const isBefore = (seq: number, epoch: string): boolean => seq > 0 && (epoch !== at.epoch || seq <= at.seq)
  /** A record that was made here and accepted: its state is applied in a later step, before which the app may have ended. */
  const isAccepted = (id: string): boolean =>
    open.get(id)?.some(({ action, ackSeq, ackEpoch }) => action === 'create' && isBefore(ackSeq, ackEpoch)) === true
  const isDue = (doc: LocalDoc): boolean =>
    doc.sync.seq > 0 ? isBefore(doc.sync.seq, doc.sync.epoch) : !open.has(idOf(doc)) || isAccepted(idOf(doc))
  const named = [...held, ...[...open.keys()].filter(isAccepted)]
  const old = sweep
    ? all
    : (await db.of(resource).storageInstance.findDocumentsById(named, false)).filter((doc) => doc.sync.gen < gen)
  const due = old.filter(isDue)
  const states = due
    .filter((doc) => !open.has(idOf(doc)))
    // With the epoch of the iteration, a state that is applied meanwhile is not older than this one (PULL-6).
    .map((doc) => ({ id: idOf(doc), seq: doc.sync.seq, epoch: doc.sync.epoch || at.epoch, record: null }))
  if (states.length > 0) await apply(db, resource, { states, gen })
  const kept = due.map(idOf).filter((id) => open.has(id))
  if (kept.length > 0) await apply(db, resource, { ids: kept, gen: LEFT })
}
