import { type Commands, createCommands } from '../../sync/commands.ts'
import { type LocalDatabase, openLocalDatabase } from '../../sync/database.ts'
import { type Identity, localDatabaseName } from '../../sync/identity.ts'
import { createReview, type Review } from '../../sync/review.ts'
import { INITIAL_STATUS, type ReplicationStatus } from '../../sync/status.ts'
import { loadValidation } from '../../sync/validation.ts'
import { STATUS_DOC, type StatusMessage, statusChannel, type ToWorker } from '../../sync/worker-protocol.ts'
import { deviceId } from './device-id.ts'
import { watchKeptPage } from './kept-page.ts'
import { readOnce } from './read-once.ts'
import { setVersionWait } from './version-wait.ts'

/** The open local database of one signed-in account, in this tab. */
export interface LocalData {
  identity: Identity
  db: LocalDatabase
  commands: Commands
  review: Review
}

interface Credentials {
  identity: Identity
  token: string
  base: string
}

let open: { name: string; data: Promise<LocalData> } | undefined

/** Opens (once per account) this tab's handle on the local database. */
export function openLocalData(identity: Identity): Promise<LocalData> {
  const name = localDatabaseName(identity)
  watchPage()
  if (open?.name !== name) {
    void open?.data.then(({ db }) => db.close()).catch(() => undefined)
    const data = openLocalDatabase(identity, { onWait: setVersionWait }).then((db) => {
      const commands = createCommands(db)
      return { identity, db, commands, review: createReview(db, commands) }
    })
    open = { name, data }
  }
  return open.data
}

let isWatched = false

/** From the first opening on: what is open here never holds back the page that comes after this one. */
function watchPage(): void {
  if (isWatched || typeof window === 'undefined') return
  isWatched = true
  const letGo = (): void => void closeLocalData().catch(() => undefined)
  watchKeptPage({ page: window, letGo, reload: () => window.location.reload() })
}

let worker: Worker | undefined
/** Of the replication that was started last. */
let current: Credentials | undefined

/** Said before the worker started, by the first screen: it reads before replication begins. */
const early: ToWorker[] = []

const tell = (message: ToWorker): void => {
  if (worker) worker.postMessage(message)
  else if (message.type === 'repair') early.push(message)
}

/**
 * Starts replication in the dedicated worker (WORK-1). Called after the first screen has read its data, so that start-up belongs to the user.
 * A later call with another account or token replaces the former.
 */
export function startReplication(credentials: Credentials): void {
  // In memory before anybody writes; a failure is met again, and told, by the write that needs it.
  loadValidation().catch(() => undefined)
  worker ??= new Worker(new URL('../../sync/worker.ts', import.meta.url), { type: 'module', name: 'lolapp-sync' })
  current = credentials
  tell({ type: 'start', ...credentials, device: deviceId(), version: __BUILD_DATE__ })
  for (const message of early.splice(0)) tell(message)
}

/** The replication that was started last, and whose data it works on; undefined before the first. */
export const lastReplication = (): (Credentials & { data: Promise<LocalData> }) | undefined =>
  current && open && { ...current, data: open.data }

/** This tab lets go of the local database, its worker too. */
export async function closeLocalData(): Promise<void> {
  worker?.terminate()
  worker = undefined
  current = undefined
  const closing = open?.data
  open = undefined
  await (await closing)?.db.close()
}

export const stopReplication = (): void => tell({ type: 'stop' })
export const wakeReplication = (): void => tell({ type: 'wake' })
export const repairRecord = (resource: string, id: string): void => tell({ type: 'repair', resource, id })

/** Follows the leader's status: the stored one first, then each change. Answers the way to stop. */
export function followStatus(data: LocalData, onStatus: (status: ReplicationStatus) => void): () => void {
  const channel = new BroadcastChannel(statusChannel(localDatabaseName(data.identity)))
  let heard = false
  channel.onmessage = (event: MessageEvent<StatusMessage>) => {
    heard = true
    onStatus(event.data.status)
  }
  void readOnce(data.db, () => data.db.rx.getLocal<ReplicationStatus>(STATUS_DOC)).then((doc) => {
    const last = doc?.toJSON().data as ReplicationStatus | undefined
    // What another session did is history: only the time of the last synchronisation still holds.
    if (!heard) onStatus({ ...INITIAL_STATUS, lastSync: last?.lastSync ?? null })
  })
  return () => channel.close()
}
