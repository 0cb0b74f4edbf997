import { BASE, callOf, etag, HEADER, USES } from '../../schemas/protocol.ts'
import { entityOf } from '../../schemas/resources.ts'
import { apply, type ServerState } from '../apply/apply.ts'
import type { Reply, Transport } from '../net/transport.ts'
import { type Pause, type Verdict, verdictOf } from '../net/verdict.ts'
import { type Acknowledged, completeAcked, storeAcks, storeRefusal } from '../outbox/acknowledge.ts'
import { moveEntry, sendable } from '../outbox/states.ts'
import { unsentFiles } from '../store/file-store.ts'
import type { LocalDatabase } from '../store/local-database.ts'
import type { OutboxEntry } from '../store/outbox-entry.ts'
import { openEntries, readStored } from '../store/read.ts'
import { followEpoch, followedEpoch, mayComeBack } from './epoch.ts'
import { answerVersion, bodyVersion, followVersions, rangeOf, serverVersions, wireOf } from './server-versions.ts'

/** Calls at once. */
const PARALLEL = 6
/** Entries at once: those that wait for a call, are sent, or are answered and being settled. */
const WINDOW = 4 * PARALLEL

export interface PushInput {
  db: LocalDatabase
  transport: Transport
  signal: AbortSignal
}

export type PushOutcome =
  | { kind: 'idle' }
  /** Something could not be sent now: try again later (after `afterMs` when the server said so). */
  | { kind: 'retry'; afterMs: number | null }
  | { kind: 'pause'; reason: Pause }

/** The call of one entry (PUSH-2). */
function request(
  db: LocalDatabase,
  entry: OutboxEntry,
): {
  method: 'POST' | 'PUT' | 'DELETE'
  path: string
  headers: Record<string, string>
  body?: unknown
} {
  const { method, path } = callOf(entityOf(entry.resource).path, entry.recordId, entry.action, entry.patch)
  const headers = {
    [HEADER.mutation]: entry.id,
    [HEADER.clock]: String(entry.counter),
    ...bodyVersion(db, entry),
    ...(entry.seen > 0 ? { [HEADER.seen]: etag(entry.seen) } : {}),
  }
  // MERGE-7: what the deleter knew. An entry of an older app says nothing of it.
  const uses = entry.base?.[USES]
  if (entry.action === 'delete') return { method, path, headers, ...(uses ? { body: { [USES]: uses } } : {}) }
  return {
    method,
    path,
    headers,
    body: entry.action === 'create' ? entry.patch : { ...entry.patch, [BASE]: entry.base },
  }
}

/**
 * PUSH-5: a missing parent whose creation is here is waited for. True when the entry comes after that creation from now on; false when it did already,
 * or nothing here brings the parent.
 */
async function waitsForParent(
  db: LocalDatabase,
  entry: OutboxEntry,
  error: { code: string; details?: unknown },
): Promise<boolean> {
  if (error.code !== 'PARENT_MISSING') return false
  const missing = error.details as { id?: unknown; resource?: unknown } | undefined
  // The answer may be older than the acknowledgement of the creation: done ones are looked at too.
  const creations = await readStored(db.outbox, { selector: { action: 'create', recordId: String(missing?.id) } })
  const creation = creations.find(
    (e) => (missing?.resource ?? e.resource) === e.resource && e.state !== 'refused' && e.state !== 'abandoned',
  )
  if (!creation) return false
  if (entry.after.includes(creation.id)) return creation.state === 'pending' || creation.state === 'sent'
  await moveEntry(db, { id: entry.id, from: ['sent'], change: (e) => ({ after: [...e.after, creation.id] }) })
  return true
}

/**
 * PUSH-8: a deletion that only sets its record aside leaves a row, of which the answer says nothing: the entry shows it until a pull brings that
 * row, for whoever takes the deletion back.
 */
const setsAside = (entry: OutboxEntry): boolean => entry.action === 'delete' && Object.keys(entry.patch).length > 0

interface Answer {
  /** As it was sent. */
  entry: OutboxEntry
  verdict: Verdict
}

/** The verdict, its record in this app's version. */
function inOurs(db: LocalDatabase, { id, resource }: OutboxEntry, reply: Reply): Verdict {
  const verdict = verdictOf(reply, id)
  const range = rangeOf(reply)
  if (verdict.kind !== 'accepted' || range === null) return verdict
  const move = { from: answerVersion(db, range), to: db.versions.current }
  return {
    ...verdict,
    record: verdict.record && db.versions.record(resource, verdict.record, move),
    overwritten: db.versions.names(resource, verdict.overwritten, move),
  }
}

/** Sends one entry. What was refused is stored; what was accepted is the settler's. */
async function sendOne({ db, transport, signal }: PushInput, entry: OutboxEntry): Promise<Answer> {
  const server = await serverVersions(db, entry, { transport, signal })
  // VER-5: it leaves once the server is new enough. A word of its own in the outbox would wake the push again and again.
  if (server === null || wireOf(db, entry, server) === null) return { entry, verdict: { kind: 'retry', afterMs: null } }
  const sent = await moveEntry(db, {
    id: entry.id,
    from: ['pending', 'sent'],
    change: (e) => ({ ...wireOf(db, e, server), state: 'sent', attempts: e.attempts + 1 }),
  })
  // Another realm settled it meanwhile: nothing to send.
  if (!sent) return { entry, verdict: { kind: 'retry', afterMs: 0 } }
  const call = request(db, sent)
  // HEAL-6. Before the first answer no history is followed.
  const follows = await followedEpoch(db)
  const headers = { ...call.headers, ...(follows === '' ? {} : { [HEADER.follows]: follows }) }
  const reply = await transport.call({ ...call, headers, query: sent.query, signal }).catch((error: unknown) => {
    if (signal.aborted) throw error
    return null
  })
  const verdict: Verdict = reply ? inOurs(db, sent, reply) : { kind: 'retry', afterMs: null }
  const later: Answer = { entry: sent, verdict: { kind: 'retry', afterMs: null } }
  signal.throwIfAborted()
  const range = reply && (await followVersions(db, reply))
  // HEAL-1: what a restored server answers to one entry means nothing before the others are on their way again.
  if (reply?.epoch && reply.mutation === sent.id && (await followEpoch({ db, transport, epoch: reply.epoch, signal })))
    return later
  if (verdict.kind === 'refused') {
    // VER-5: a server that does not know this version cannot judge what it says.
    if (range && range.newest < sent.schemaVersion) return later
    if ((await waitsForParent(db, sent, verdict.error)) || (await mayComeBack(db, sent, verdict.error.code)))
      return later
    await storeRefusal(db, sent, verdict.error)
  }
  return { entry: sent, verdict }
}

/** Acknowledges, lays and settles accepted entries: what each would read and commit by itself is read and committed once. */
async function settle({ db, signal }: PushInput, accepted: readonly Acknowledged[]): Promise<void> {
  await storeAcks(db, accepted)
  for (const resource of new Set(accepted.map(({ entry }) => entry.resource))) {
    const ofIt = accepted.filter(({ entry }) => entry.resource === resource)
    const states: ServerState[] = []
    const ids: string[] = []
    for (const { entry, verdict } of ofIt) {
      const { seq, epoch, record } = verdict
      // Untold, the record is made anew all the same: a pull may have brought its row before this answer.
      if (record === null && setsAside(entry)) ids.push(entry.recordId)
      else states.push({ id: entry.recordId, seq, epoch, record })
    }
    await apply(db, resource, { states, ids, signal })
  }
  await completeAcked(
    db,
    accepted.map(({ entry }) => entry.id),
  )
}

/**
 * Settles accepted entries, one group after the other: all that have been answered while the group before was settled are one. Nobody waits for a
 * slow answer.
 */
function createSettler(input: PushInput): (one: Acknowledged) => Promise<void> {
  let answered: Acknowledged[] = []
  let last: Promise<void> = Promise.resolve()
  return (one) => {
    answered.push(one)
    last = last.then(async () => {
      const group = answered
      answered = []
      if (group.length > 0) await settle(input, group)
    })
    return last
  }
}

/** Runs what it is given in order, at most `PARALLEL` at once. */
function createLanes(): <T>(work: () => Promise<T>) => Promise<T> {
  let free = PARALLEL
  const waiting: (() => void)[] = []
  return async (work) => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}

/** OUT-8. The browser is sure of an absence only: with a network that leads nowhere the entry is tried. */
const hasNoNetwork = (): boolean => globalThis.navigator?.onLine === false

/** What may be sent now, read anew. */
async function sendableNow(db: LocalDatabase): Promise<OutboxEntry[]> {
  const entries = await openEntries(db)
  return sendable(entries, new Set((await unsentFiles(db.files)).map((file) => file.id)))
}

/**
 * Sends everything that can be sent, causes before effects, independent records in parallel, until the queue is empty or something must wait.
 * The next ones leave while what was answered is being settled. A refused entry holds back only what depends on it (I11).
 */
export async function pushAll(input: PushInput): Promise<PushOutcome> {
  const { db, signal } = input
  const [inLane, settled] = [createLanes(), createSettler(input)]
  const underWay = new Map<string, Promise<void>>()
  const stalled = new Set<string>()
  let afterMs = 0
  let stop: (() => PushOutcome) | undefined

  const fail = (reason: unknown): void => {
    stop = () => {
      throw reason
    }
  }
  const push = async (entry: OutboxEntry): Promise<void> => {
    const answer = await inLane(async () => (stop ? null : sendOne(input, entry)))
    if (answer === null) return
    const { entry: sent, verdict } = answer
    if (verdict.kind === 'accepted') await settled({ entry: sent, verdict })
    else if (verdict.kind === 'pause') stop ??= () => verdict
    else if (verdict.kind === 'retry') {
      stalled.add(entry.id)
      afterMs = Math.max(afterMs, verdict.afterMs ?? 0)
    }
  }
  const start = (entry: OutboxEntry): void => {
    const ended = push(entry)
      .catch(fail)
      .finally(() => underWay.delete(entry.id))
    underWay.set(entry.id, ended)
  }

  // All of them end before the push does: where one fails on a full phone, no other goes on behind it.
  for (let isOffline = false; ; ) {
    const before = new Set(underWay.keys())
    // A reading is of the whole queue: not for one or two.
    if (!stop && !signal.aborted && before.size <= WINDOW / 2) {
      const entries = await sendableNow(db).catch(fail)
      // What was under way as the queue was read may have changed since, or not have moved the base of what comes after it yet (PUSH-7).
      const isFree = (one: OutboxEntry): boolean => ![one.id, ...one.after].some((id) => before.has(id))
      const next = (entries ?? []).filter((one) => !stalled.has(one.id) && isFree(one))
      isOffline = next.length > 0 && hasNoNetwork()
      if (!isOffline) for (const entry of next.slice(0, WINDOW - before.size)) start(entry)
    }
    if (underWay.size > 0) await Promise.race(underWay.values())
    else if (stop || signal.aborted || isOffline || before.size === 0) {
      signal.throwIfAborted()
      if (stop) return stop()
      return stalled.size > 0 || isOffline ? { kind: 'retry', afterMs: afterMs || null } : { kind: 'idle' }
    }
  }
}
