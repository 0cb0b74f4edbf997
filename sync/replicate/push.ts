import { BASE, callOf, etag, HEADER, USES } from '../../schemas/protocol.ts'
import { entityOf } from '../../schemas/resources.ts'
import type { VersionRange } from '../../schemas/versions.ts'
import { apply, type ServerState } from '../apply/apply.ts'
import type { Reply, Transport } from '../net/transport.ts'
import { type Pause, type Verdict, verdictOf } from '../net/verdict.ts'
import { type Acknowledged, completeAcked, isOfGoneNotice, storeAcks, storeRefusal } from '../outbox/acknowledge.ts'
import { heldFor, moveEntries, moveEntry, sendable } from '../outbox/states.ts'
import { unsentFiles, unsentMails } from '../store/file-store.ts'
import type { LocalDatabase } from '../store/local-database.ts'
import { isAgencyMove, type OutboxEntry } from '../store/outbox-entry.ts'
import { openEntries, readStored } from '../store/read.ts'
import { movesLast } from './agency-moves.ts'
import { followEpoch, followedEpoch, mayComeBack } from './epoch.ts'
import { answerVersion, bodyVersion, followVersions, rangeOf, serverVersions, wireOf } from './server-versions.ts'
import { storeFailure, tryEntriesAgain } from './set-apart.ts'

/** Calls at once. */
const PARALLEL = 6
/** Entries at once: those that wait for a call, are sent, or whose answer is being processed. */
const WINDOW = 8 * PARALLEL

export interface PushInput {
  db: LocalDatabase
  transport: Transport
  signal: AbortSignal
  /** How long commands that write to a customer are held (OUT-12); not at all without it. */
  holdMs?: number
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
    ...(entry.made ? { [HEADER.made]: entry.made.join(',') } : {}),
    ...(entry.seen > 0 ? { [HEADER.seen]: etag(entry.seen) } : {}),
  }
  // MERGE-7: what the deleter knew. An older app's entry does not have it.
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
 * PUSH-5: an entry waits for a missing parent whose creation is in this outbox. True when it must be sent again after that creation; false when no
 * entry here creates the parent, or when it was sent after the creation's acknowledgement.
 */
async function waitsForParent(
  db: LocalDatabase,
  entry: OutboxEntry,
  error: { code: string; details?: unknown },
): Promise<boolean> {
  if (error.code !== 'PARENT_MISSING') return false
  const missing = error.details as { id?: unknown; resource?: unknown } | undefined
  // The answer may be older than the acknowledgement of the creation: done entries are read too.
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
 * PUSH-8: a soft delete leaves a row that its answer does not show: the entry shows the deletion until a pull brings that row, so that the person can
 * restore the record meanwhile.
 */
const isSoftDelete = (entry: OutboxEntry): boolean => entry.action === 'delete' && Object.keys(entry.patch).length > 0

interface Answer {
  /** As it was sent. */
  entry: OutboxEntry
  verdict: Verdict
}

/** The verdict, with its record in this app's version. */
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

/**
 * Stores, together, that these entries are sent from now on (OUT-3: before the call). Without those that another realm has acknowledged or abandoned
 * meanwhile, and those that this server is too old for (VER-5): they are sent once it is newer, and a write here would wake the push again and again.
 */
async function markSent(
  { db, transport, signal }: PushInput,
  entries: readonly OutboxEntry[],
): Promise<Map<string, OutboxEntry>> {
  const servers = new Map<string, VersionRange>()
  for (const entry of entries) {
    const server = await serverVersions(db, entry, { transport, signal })
    if (server !== null && wireOf(db, entry, server) !== null) servers.set(entry.id, server)
  }
  return moveEntries(db, {
    ids: [...servers.keys()],
    from: ['pending', 'sent'],
    change: (e) => {
      const server = servers.get(e.id)
      return { ...(server && wireOf(db, e, server)), state: 'sent', attempts: e.attempts + 1 }
    },
  })
}

/** Sends one marked entry and stores a refusal; `createCompleter` handles acceptances. */
async function sendOne({ db, transport, signal }: PushInput, sent: OutboxEntry): Promise<Answer> {
  const call = request(db, sent)
  // HEAL-6. Before the first answer no epoch is followed.
  const follows = await followedEpoch(db)
  const headers = {
    ...call.headers,
    [HEADER.sentAt]: new Date().toISOString(),
    ...(follows === '' ? {} : { [HEADER.follows]: follows }),
  }
  const reply = await transport.call({ ...call, headers, query: sent.query, signal }).catch((error: unknown) => {
    if (signal.aborted) throw error
    return null
  })
  const verdict: Verdict = reply ? inOurs(db, sent, reply) : { kind: 'retry', afterMs: null }
  const later: Answer = { entry: sent, verdict: { kind: 'retry', afterMs: null } }
  signal.throwIfAborted()
  const range = reply && (await followVersions(db, reply))
  // HEAL-1: a restored server's answer to one entry does not count before the lost entries are open again.
  if (reply?.epoch && reply.mutation === sent.id && (await followEpoch({ db, transport, epoch: reply.epoch, signal })))
    return later
  if (verdict.kind === 'refused') {
    // VER-5: a refusal by a server that does not know the entry's version does not count.
    if (range && range.newest < sent.schemaVersion) return later
    if (!isOfGoneNotice(sent, verdict.error)) {
      if ((await waitsForParent(db, sent, verdict.error)) || (await mayComeBack(db, sent, verdict.error))) return later
    }
    await storeRefusal(db, sent, verdict.error)
  }
  return { entry: sent, verdict }
}

/** Acknowledges, applies and completes accepted entries together, so that each step reads and commits once for all of them. */
async function completeAccepted({ db, signal }: PushInput, accepted: readonly Acknowledged[]): Promise<void> {
  await storeAcks(db, accepted)
  for (const resource of new Set(accepted.map(({ entry }) => entry.resource))) {
    const ofIt = accepted.filter(({ entry }) => entry.resource === resource)
    const states: ServerState[] = []
    const ids: string[] = []
    for (const { entry, verdict } of ofIt) {
      const { seq, epoch, record } = verdict
      // The answer shows no record, but it is rebuilt all the same: a pull may have brought its row before.
      if (record === null && isSoftDelete(entry)) ids.push(entry.recordId)
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
 * Completes accepted entries in groups, one after the other: answers that arrive while one group is completed form the next one, so that no entry
 * waits for a slow answer.
 */
function createCompleter(input: PushInput): (one: Acknowledged) => Promise<void> {
  let answered: Acknowledged[] = []
  let last: Promise<void> = Promise.resolve()
  return (one) => {
    answered.push(one)
    last = last.then(async () => {
      const group = answered
      answered = []
      if (group.length > 0) await completeAccepted(input, group)
    })
    return last
  }
}

/** Runs calls in the order given, at most `PARALLEL` at once. */
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

/** OUT-8. `onLine` is reliable only when it is false: with a network that leads nowhere the entry is tried. */
const hasNoNetwork = (): boolean => globalThis.navigator?.onLine === false

/** The entries that may be sent now, read from the store. */
async function sendableNow(db: LocalDatabase): Promise<OutboxEntry[]> {
  const entries = await openEntries(db)
  const files = await unsentFiles(db.files)
  // Only a move comes after a mail, and this is read again for each step of a push.
  const mails = entries.some(isAgencyMove) ? await unsentMails(db.files) : []
  const ordered = await movesLast(db, { entries, files, mails })
  return sendable(ordered, new Set([...files, ...mails].map(({ id }) => id)))
}

/**
 * Sends everything that can be sent, causes before effects, independent records in parallel, until the queue is empty or something must wait.
 * The next entries are sent while answers are processed. A refused entry holds back only what depends on it (I11), and so does one over which our server
 * fails (PUSH-13).
 */
export async function pushAll(input: PushInput): Promise<PushOutcome> {
  const { db, signal } = input
  const [inLane, complete] = [createLanes(), createCompleter(input)]
  const underWay = new Map<string, Promise<void>>()
  const stalled = new Set<string>()
  let afterMs = 0
  let heldMs = 0
  let stop: (() => PushOutcome) | undefined

  const fail = (reason: unknown): void => {
    stop = () => {
      throw reason
    }
  }
  const push = async (sent: OutboxEntry): Promise<void> => {
    const answer = await inLane(async () => (stop ? null : sendOne(input, sent)))
    if (answer === null) return
    const { entry, verdict } = answer
    if (verdict.kind === 'accepted') await complete({ entry, verdict })
    else if (verdict.kind === 'pause') stop ??= () => verdict
    else if (verdict.kind === 'retry') {
      stalled.add(entry.id)
      if (verdict.failed) await storeFailure(db, entry, { error: verdict.failed })
      afterMs = Math.max(afterMs, verdict.afterMs ?? 0)
    }
  }
  const start = async (entries: readonly OutboxEntry[]): Promise<void> => {
    const marked = await markSent(input, entries)
    for (const { id } of entries) {
      const sent = marked.get(id)
      if (!sent) stalled.add(id)
      else
        underWay.set(
          id,
          push(sent)
            .catch(fail)
            .finally(() => underWay.delete(id)),
        )
    }
  }

  await tryEntriesAgain(db)
  // The push ends after all of its calls: when one fails on a full phone, no other continues in the background.
  for (let isOffline = false; ; ) {
    const before = new Set(underWay.keys())
    let tried = 0
    // Each read loads the whole queue: wait until half of the window is free.
    if (!stop && !signal.aborted && before.size <= WINDOW / 2) {
      const entries = await sendableNow(db).catch(fail)
      // An entry that was under way when the queue was read may have changed since, or not have rebased the entries after it yet (PUSH-7).
      const isFree = (one: OutboxEntry): boolean => ![one.id, ...one.after].some((id) => before.has(id))
      const holding = { holdMs: input.holdMs ?? 0, now: Date.now() }
      const held = new Map((entries ?? []).map((one) => [one.id, heldFor(one, holding)]))
      const waits = [...held.values()].filter((ms) => ms > 0)
      heldMs = waits.length > 0 ? Math.min(...waits) : 0
      const next = (entries ?? []).filter((one) => !stalled.has(one.id) && isFree(one) && held.get(one.id) === 0)
      isOffline = next.length > 0 && hasNoNetwork()
      const now = isOffline ? [] : next.slice(0, WINDOW - before.size)
      tried = now.length
      await start(now).catch(fail)
    }
    if (underWay.size > 0) await Promise.race(underWay.values())
    else if (tried > 0 && !stop && !signal.aborted) continue
    else if (stop || signal.aborted || isOffline || before.size === 0) {
      signal.throwIfAborted()
      if (stop) return stop()
      if (stalled.size > 0 || isOffline) return { kind: 'retry', afterMs: afterMs || null }
      return heldMs > 0 ? { kind: 'retry', afterMs: heldMs } : { kind: 'idle' }
    }
  }
}
