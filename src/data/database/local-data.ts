import { type Identity, localDatabaseName } from '../../../sync/identity.ts'
import type { Commands } from '../../../sync/outbox/command-list.ts'
import type { Resolver } from '../../../sync/outbox/resolve.ts'
import { loadValidation } from '../../../sync/outbox/validation.ts'
import { INITIAL_STATUS, type ReplicationStatus } from '../../../sync/replicate/status.ts'
import type { LocalDatabase } from '../../../sync/store/local-database.ts'
import { STATUS_DOC, type StatusMessage, statusChannel, type ToWorker } from '../../../sync/worker-protocol.ts'
import { deviceId } from '../api/device-id.ts'
import { setVersionWait } from '../version/version-wait.ts'
import { type KeptWorker, keepWorker } from './keep-worker.ts'
import { watchKeptPage } from './kept-page.ts'
import { readOnce } from './read-once.ts'

/** The open local database of one signed-in account, in this tab. */
export interface LocalData {
  identity: Identity
  db: LocalDatabase
  commands: Commands
  resolver: Resolver
}

interface Credentials {
  identity: Identity
  token: string
  base: string
  /** This tab has applied the first screen's records (PULL-8). */
  bootstrapped?: boolean
}

let open: { name: string; data: Promise<LocalData> } | undefined

/** Loads what works on the local database, once. It rejects where the file cannot be read; the next call tries again. */
export const databaseCode = (): Promise<typeof import('./database-code.ts')> => import('./database-code.ts')

/** The same of what is about drafts of files. */
export const draftsCode = (): Promise<typeof import('./drafts-code.ts')> => import('./drafts-code.ts')

/** Opens (once per account) this tab's handle on the local database. */
export function openLocalData(identity: Identity): Promise<LocalData> {
  const name = localDatabaseName(identity)
  watchPage()
  if (open?.name !== name) {
    void open?.data.then(({ db }) => db.close()).catch(() => undefined)
    const data = openWith(identity)
    open = { name, data }
    // The next caller opens again: this promise would give the same failure to everybody (WORK-9).
    data.catch(() => {
      if (open?.data === data) open = undefined
    })
  }
  return open.data
}

async function openWith(identity: Identity): Promise<LocalData> {
  const { openLocalDatabase, createCommands, createResolver } = await databaseCode()
  const db = await openLocalDatabase(identity, { onWait: setVersionWait })
  const commands = createCommands(db)
  return { identity, db, commands, resolver: createResolver(db, commands) }
}

let isWatched = false

/** From the first opening on: connections and transactions of this page must not block the page that comes after it. */
function watchPage(): void {
  if (isWatched || typeof window === 'undefined') return
  isWatched = true
  const release = (): void => void closeLocalData().catch(() => undefined)
  watchKeptPage({ page: window, release, reload: () => window.location.reload() })
}

let worker: KeptWorker | undefined
/** Credentials of the replication that was started last. */
let current: Credentials | undefined

/** Refetches that the first screen asked for before the worker started. */
const early: ToWorker[] = []

const tell = (message: ToWorker): void => {
  if (worker) worker.tell(message)
  else if (message.type === 'refetch') early.push(message)
}

/**
 * Starts replication in the dedicated worker (WORK-1). Called after the first screen has read its data, so that replication does not slow it down.
 * A later call with another account or token replaces the former.
 */
export function startReplication(credentials: Credentials): void {
  // Prepared before the first write needs it; the write meets a failure again, and reports it.
  loadValidation().catch(() => undefined)
  worker ??= keepWorker({
    make: () =>
      new Worker(new URL('../../../sync/worker.ts', import.meta.url), { type: 'module', name: 'lolapp-sync' }),
  })
  current = credentials
  // OUT-1: where another tab leads, its start is over. What a crash of this one left half done is completed here.
  open?.data.then(async ({ db }) => (await databaseCode()).recover(db)).catch(() => undefined)
  tell({ type: 'start', ...credentials, device: deviceId(), version: __BUILD_DATE__ })
  for (const message of early.splice(0)) tell(message)
}

/** The replication that was started last, and whose data it works on; undefined before the first. */
export const lastReplication = (): (Credentials & { data: Promise<LocalData> }) | undefined =>
  current && open && { ...current, data: open.data }

/** Closes this tab's handle on the local database, and ends its worker. */
export async function closeLocalData(): Promise<void> {
  worker?.end()
  worker = undefined
  current = undefined
  const closing = open?.data
  open = undefined
  await (await closing)?.db.close()
}

export const stopReplication = (): void => tell({ type: 'stop' })
export const wakeReplication = (): void => tell({ type: 'wake' })
export const refetchRecord = (resource: string, id: string): void => tell({ type: 'refetch', resource, id })

/** The leader's status as this tab knows it. */
export interface Report {
  status: ReplicationStatus
  /** False while the status is the stored one of an earlier session. */
  heard: boolean
}

interface Follower {
  /** Called at each change of the status. */
  onReport: (report: Report) => void
  /** Called at each message of the leader. */
  onHeard: () => void
}

/** Follows the leader's status: the stored one first, then the leader's answer, and each change. @returns a function that stops it */
export function followStatus(data: LocalData, { onReport, onHeard }: Follower): () => void {
  const channel = new BroadcastChannel(statusChannel(localDatabaseName(data.identity)))
  let lastSync: string | null = null
  let said = ''
  let heard = false
  channel.onmessage = ({ data: message }: MessageEvent<StatusMessage>) => {
    if (message.type !== 'status') return
    heard = true
    onHeard()
    const text = JSON.stringify(message.status)
    if (text === said) return
    said = text
    // A leader that cannot open the database does not know what was synchronised before.
    onReport({ status: { ...message.status, lastSync: message.status.lastSync ?? lastSync }, heard })
  }
  channel.postMessage({ type: 'ask' } satisfies StatusMessage)
  void readOnce(data.db, () => data.db.rx.getLocal<ReplicationStatus>(STATUS_DOC)).then((doc) => {
    lastSync = (doc?.toJSON().data as ReplicationStatus | undefined)?.lastSync ?? null
    // An earlier session's status does not hold any more: only the time of the last synchronisation does.
    if (!heard) onReport({ status: { ...INITIAL_STATUS, lastSync }, heard })
  })
  return () => channel.close()
}
