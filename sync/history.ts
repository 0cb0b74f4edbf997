import type { ErrorCode } from '../schemas/errors.ts'
import { entityOf } from '../schemas/resources.ts'
import { causesOf, type Pointers, pointersOf } from './causes.ts'
import type { LocalDatabase } from './database.ts'
import { freshFind, openEntries } from './fresh.ts'
import { lay } from './lay.ts'
import { moveEntry } from './outbox.ts'
import { asOfNow, inOrder, type OutboxEntry } from './outbox-entry.ts'
import { PullStopped } from './pull-stopped.ts'
import type { Transport } from './transport.ts'

/** The history of the master that this device follows (HEAL-1). */
export interface History {
  epoch: string
  /** ISO instant at which a restore was noticed; '' when there was none. */
  since: string
}

export const HISTORY_DOC = 'history'

async function readHistory(db: LocalDatabase): Promise<History | null> {
  const doc = await db.rx.getLocal<History>(HISTORY_DOC)
  return doc ? (doc.toJSON().data as History) : null
}

/** The history that this account followed before it was put away; one that is followed already stays. */
export async function keepHistory(db: LocalDatabase, history: History): Promise<void> {
  if ((await readHistory(db)) === null) await db.rx.upsertLocal<History>(HISTORY_DOC, history)
}

export interface FollowInput {
  db: LocalDatabase
  transport: Transport
  /** Epoch of an answer that just came. */
  epoch: string
  signal: AbortSignal
}

/**
 * Call it with the epoch of every answer before using the answer. True when the master has another history than the one followed: what the
 * restore may have lost is in the outbox again, and the call must be made anew. Safe to repeat, and in several calls at once.
 */
export async function followHistory({ db, transport, epoch, signal }: FollowInput): Promise<boolean> {
  const known = await readHistory(db)
  if (known?.epoch === epoch) return false
  const acknowledged = (await freshFind(db.outbox, { selector: {} })).filter(
    (e) => (e.state === 'done' || e.state === 'acked') && e.ackSeq > 0 && e.ackEpoch !== epoch,
  )
  if (acknowledged.length > 0) await reopen(db, acknowledged, await pastOf(transport, signal))
  const changed = known !== null || acknowledged.length > 0
  // Last: a crash before this line does it all again.
  await db.rx.upsertLocal<History>(HISTORY_DOC, { epoch, since: changed ? new Date().toISOString() : '' })
  return changed
}

/** What the master still contains of its past histories: seq by epoch (MASTER-6). A master that does not say knows none. */
async function pastOf(transport: Transport, signal: AbortSignal): Promise<ReadonlyMap<string, number>> {
  const reply = await transport.call({ method: 'GET', path: '/sync/epochs', signal })
  if (reply.status === 404 && reply.epoch !== null) return new Map()
  if (reply.status === 401 && reply.epoch !== null) throw new PullStopped('signed-out', 'signed out')
  const past = (reply.body as { data?: { past?: { epoch: string; seq: number }[] } } | null)?.data?.past
  if (reply.status !== 200 || !Array.isArray(past))
    throw new PullStopped('broken', `no epochs (status ${reply.status})`)
  return new Map(past.map(({ epoch, seq }) => [epoch, seq]))
}

/** HEAL-2, HEAL-3. */
async function reopen(
  db: LocalDatabase,
  acknowledged: readonly OutboxEntry[],
  past: ReadonlyMap<string, number>,
): Promise<void> {
  const lost = acknowledged.filter((e) => e.ackSeq > (past.get(e.ackEpoch) ?? 0))
  if (lost.length === 0) return
  const waiting = [
    ...new Map([...(await openEntries(db)), ...lost].map((e) => [e.id, asOfNow(db.versions, e)])).values(),
  ]
  const pointers = await pointersOf(db, waiting)
  for (const entry of lost) {
    await moveEntry(db, {
      id: entry.id,
      from: ['done', 'acked'],
      // `sent`, not `pending`: it has been sent, and nothing may be folded into it (OUT-4).
      change: () => ({
        state: 'sent',
        open: '1',
        ackSeq: 0,
        ackEpoch: '',
        error: null,
        after: allCausesOf(entry, { waiting, pointers }),
      }),
    })
  }
  for (const entry of waiting) {
    if (lost.some((e) => e.id === entry.id)) continue
    await moveEntry(db, {
      id: entry.id,
      from: ['pending', 'sent'],
      change: () => ({ after: allCausesOf(entry, { waiting, pointers }) }),
    })
  }
  const byResource = new Map<OutboxEntry['resource'], string[]>()
  for (const e of waiting) byResource.set(e.resource, [...(byResource.get(e.resource) ?? []), e.recordId])
  for (const [resource, ids] of byResource) await lay(db, resource, { ids })
}

/** A deletion that does not say what its record pointed to: it may have pointed to anything. */
const isOfOlderBuild = ({ action, resource, base }: OutboxEntry): boolean =>
  action === 'delete' &&
  Object.keys(base ?? {}).length === 0 &&
  Object.values(entityOf(resource).fields).some((field) => field.ref !== undefined)

/** HEAL-3: entries that one must come after, the one before it on its record included. */
function allCausesOf(
  entry: OutboxEntry,
  { waiting, pointers }: { waiting: readonly OutboxEntry[]; pointers: Pointers },
): string[] {
  const ofRecord = waiting.filter((e) => e.resource === entry.resource && e.recordId === entry.recordId).sort(inOrder)
  const before = ofRecord[ofRecord.findIndex((e) => e.id === entry.id) - 1]
  // Ids of entries are in the order in which they were made: what was made after a deletion does not hold it back.
  const earlier = waiting.filter((e) => e.id < entry.id)
  const isDelete = entry.action === 'delete'
  const causes = causesOf(entry, { open: isDelete ? earlier : waiting, pointers })
  const unknown = isDelete ? earlier.filter(isOfOlderBuild).map((e) => e.id) : []
  return [...new Set([...causes, ...unknown, ...(before ? [before.id] : [])])]
}

const DAY_MS = 86_400_000

/** HEAL-4: what this entry points to may be on a device that has not come back yet. */
export async function mayComeBack(db: LocalDatabase, entry: OutboxEntry, code: ErrorCode): Promise<boolean> {
  if (code !== 'NOT_FOUND' && code !== 'PARENT_MISSING') return false
  const history = await readHistory(db)
  if (!history || history.since === '' || entry.createdAt > history.since) return false
  return Date.now() - Date.parse(history.since) < DAY_MS
}
