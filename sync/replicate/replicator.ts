import { SYNCED, type SyncedResource } from '../../schemas/resources.ts'
import { backOff } from '../back-off.ts'
import { PullStopped } from '../net/pull-stopped.ts'
import type { Transport } from '../net/transport.ts'
import { completeAcked, recover } from '../outbox/acknowledge.ts'
import { prune } from '../outbox/states.ts'
import { type Bell, createBell } from '../retry.ts'
import { waitingFiles, waitingMails } from '../store/file-store.ts'
import type { LocalDatabase } from '../store/local-database.ts'
import { isStorageFull } from '../store/quota.ts'
import { bootstrap, firstTotal, needsBootstrap } from './bootstrap.ts'
import { createDeviceReports } from './device-report.ts'
import { followHints } from './hints.ts'
import { createOccupationPull } from './occupation.ts'
import { pullResource } from './pull.ts'
import { type PushOutcome, pushAll } from './push.ts'
import { pullRanking } from './ranking.ts'
import type { ReplicationEvent } from './status.ts'
import { uploadAll } from './upload.ts'
import { withdraw, withdrawRest } from './withdraw.ts'

export interface ReplicatorInput {
  db: LocalDatabase
  transport: Transport
  signal: AbortSignal
  onEvent: (event: ReplicationEvent) => void
  /** Milliseconds between two pulls when no hint comes. */
  pollEvery?: number
  /** Milliseconds of silence after which the stream of hints counts as dead. */
  silence?: number
  /** How long commands that write to a customer are held (OUT-12). */
  holdMs?: number
  /** Date of the app's build, for the reports to the server. */
  version?: string | null
  /** The tab has applied the first screen's records already (PULL-8). */
  bootstrapped?: boolean
}

export interface Replicator {
  /** Asks for a push and a pull now (back online, « Réessayer »). */
  wake: () => void
  /** Resolves when the replication has stopped after the signal. */
  stopped: Promise<void>
}

const POLL = 60_000

/**
 * Runs replication until the signal ends it: recover, push, pull, then follow hints. Three loops, for the outbox, for files and for pulls, each woken
 * by its bell and by time; an error leads to a wait, never to the end of the loop (I12). Beside them the device reports its state (WORK-7).
 */
export function startReplicator(given: ReplicatorInput): Replicator {
  const { db, signal } = given
  const reports = createDeviceReports(given)
  const onEvent = (event: ReplicationEvent): void => {
    reports.hear(event)
    given.onEvent(event)
  }
  const input = { ...given, onEvent }
  const [pushBell, pullBell, fileBell, tidyBell] = [createBell(), createBell(), createBell(), createBell()]
  const dirty = new Set<SyncedResource>(SYNCED)
  const entries = db.outbox.$.subscribe(({ documentData }) => {
    // Each try marks its entry `sent` and counts it: that change must not start another try before the back-off. « Renvoyer » of one that was set apart counts none.
    if (documentData.state === 'sent' && documentData.attempts > 0) return
    pushBell.ring()
    fileBell.ring()
    reports.ring()
  })
  const stopWatching = watchQueue(db, () => {
    // An entry may wait for a file that has arrived (FILE-6).
    pushBell.ring()
    fileBell.ring()
    reports.ring()
  })
  const pullAgain = (resources: readonly SyncedResource[]): void => {
    for (const resource of resources) dirty.add(resource)
    pullBell.ring()
  }
  // The cause of the failures may be over: the next failure counts as a first one (I12).
  const wake = (): void => {
    for (const bell of [pushBell, fileBell, pullBell, tidyBell]) bell.ring('healed')
    for (const resource of SYNCED) dirty.add(resource)
  }
  const run = async (): Promise<void> => {
    const tidied = await tidyUp(input)
    await Promise.all([
      tidied ? undefined : tidyLoop(input, tidyBell),
      sendLoop(input, pushBell, pushAll),
      sendLoop(input, fileBell, uploadAll),
      pullLoop(input, { bell: pullBell, dirty, onPulled: pushBell.ring }),
      followHints({
        transport: input.transport,
        signal,
        onOpen: () => wake(),
        onHint: (hint) => pullAgain([hint.resource as SyncedResource]),
        onClose: () => pullBell.ring(),
        silence: input.silence,
      }),
      reports.run(),
    ])
  }
  const stopped = run()
    .catch((error: unknown) => {
      if (!signal.aborted) report(onEvent, error)
    })
    .finally(() => {
      stopWatching()
      entries.unsubscribe()
    })
  return { wake, stopped }
}

/** Calls back when a file or mail is added to or removed from the queue; not for each try, which would end the back-off. */
function watchQueue(db: LocalDatabase, onChange: () => void): () => void {
  let known: string | undefined
  const read = async (): Promise<string> => {
    const [files, mails] = [await waitingFiles(db.files), await waitingMails(db.files)]
    return [...files, ...mails].map((one) => one.id).join(' ')
  }
  return db.files.watch(read, (ids) => {
    if (ids !== known) onChange()
    known = ids
  })
}

/** Completes what a crash left half done and removes old entries. @returns false when it failed (mostly a full phone), which is reported */
async function tidyUp({ db, signal, onEvent }: ReplicatorInput): Promise<boolean> {
  try {
    await recover(db)
    await prune(db)
    return true
  } catch (error) {
    if (!signal.aborted) report(onEvent, error)
    return false
  }
}

/** Runs beside the other loops, so that a failing cleanup does not block them. */
async function tidyLoop(input: ReplicatorInput, bell: Bell): Promise<void> {
  for (let attempt = 0; !input.signal.aborted; ) {
    const why = await bell.wait(Math.max(4 * backOff(attempt++), 50), input.signal)
    if (why === 'healed') attempt = 0
    if (!input.signal.aborted && (await tidyUp(input))) return
  }
}

/** Sends until nothing is left, then waits for its bell; after failures it waits longer each time. One loop for the outbox, one for files. */
async function sendLoop(
  input: ReplicatorInput,
  bell: Bell,
  send: (input: ReplicatorInput) => Promise<PushOutcome>,
): Promise<void> {
  const { signal, onEvent } = input
  let attempt = 0
  while (!signal.aborted) {
    let wait = input.pollEvery ?? POLL
    try {
      const outcome = await send(input)
      if (outcome.kind === 'pause') onEvent({ type: 'paused', reason: outcome.reason })
      if (outcome.kind === 'retry') wait = outcome.afterMs ?? backOff(attempt++)
      else attempt = 0
    } catch (error) {
      if (signal.aborted) return
      report(onEvent, error)
      wait = backOff(attempt++)
    }
    if ((await bell.wait(Math.max(wait, 50), signal)) === 'healed') attempt = 0
  }
}

interface PullLoop {
  bell: Bell
  dirty: Set<SyncedResource>
  onPulled: () => void
}

async function pullLoop(input: ReplicatorInput, { bell, dirty, onPulled }: PullLoop): Promise<void> {
  const { db, signal, onEvent } = input
  let attempt = 0
  const first: FirstSync = { total: null }
  if (await needsBootstrap(db)) {
    if (!input.bootstrapped) await bootstrap(input).catch(() => false)
    // Beside the first pages.
    firstTotal(input)
      .then((total) => {
        first.total = total
      })
      .catch(() => undefined)
  }
  const forbidden = new Set<SyncedResource>()
  const occupation = createOccupationPull(input)
  while (!signal.aborted) {
    let wait = input.pollEvery ?? POLL
    try {
      if (dirty.size > 0) onEvent({ type: 'started' })
      await pullDirty(input, { dirty, forbidden, first, heard: occupation.heard })
      await completeAcked(db)
      if (forbidden.size === SYNCED.length) {
        await withdrawRest(db)
        onEvent({ type: 'paused', reason: 'no-access' })
      } else {
        await pullRanking(input)
        await occupation.pull()
        onEvent({ type: 'succeeded', at: new Date().toISOString() })
        onPulled()
      }
      attempt = 0
    } catch (error) {
      if (signal.aborted) return
      report(onEvent, error)
      wait = backOff(attempt++)
    }
    if ((await bell.wait(Math.max(wait, 50), signal)) === 'healed') attempt = 0
    if (dirty.size === 0) for (const resource of SYNCED) dirty.add(resource)
  }
}

interface FirstSync {
  /** Rows that it will bring; null until, or unless, the server says. */
  total: number | null
}

interface Round {
  /** Resources to be pulled; each is removed once it was pulled. */
  dirty: Set<SyncedResource>
  /** Resources that the server refuses to this account. */
  forbidden: Set<SyncedResource>
  first: FirstSync
  /** Called after each page. */
  heard: (resource: SyncedResource, rows: number) => void
}

/**
 * Pulls one resource after the other; one of which our server has no page now does not hold back the others (I11).
 * @throws the first such failure, after all resources were tried; any other failure at once
 */
async function pullDirty(input: ReplicatorInput, { dirty, forbidden, first, heard }: Round): Promise<void> {
  const { db, signal, onEvent } = input
  let failure: PullStopped | undefined
  for (const resource of SYNCED.filter((name) => dirty.has(name))) {
    dirty.delete(resource)
    const onPage = (rows: number): void => {
      heard(resource, rows)
      onEvent({ type: 'progress', rows, total: first.total })
    }
    try {
      await pullResource({ ...input, resource, onPage })
      forbidden.delete(resource)
    } catch (error) {
      dirty.add(resource)
      if (!(error instanceof PullStopped)) throw error
      if (error.reason === 'forbidden') {
        await withdraw({ db, resource, signal })
        dirty.delete(resource)
        forbidden.add(resource)
      } else if (error.reason === 'failed') failure ??= error
      else throw error
    }
  }
  if (failure) throw failure
}

/** Whether `fetch` rejected because nobody answered: a TypeError, or the time limit's own error. */
const isNetworkError = (error: unknown): boolean =>
  error instanceof TypeError || (error instanceof Error && /^(TimeoutError|AbortError|NetworkError)$/.test(error.name))

const report = (onEvent: ReplicatorInput['onEvent'], error: unknown): void => onEvent(eventOf(error))

/** The status event of a failure. Pure. */
export function eventOf(error: unknown): ReplicationEvent {
  if (
    error instanceof PullStopped &&
    (error.reason === 'signed-out' || error.reason === 'other-account' || error.reason === 'outdated')
  )
    return { type: 'paused', reason: error.reason }
  if (isStorageFull(error)) return { type: 'paused', reason: 'storage-full' }
  if (isNetworkError(error)) return { type: 'unreachable' }
  return { type: 'failed', message: error instanceof PullStopped ? error.message : String(error) }
}
