import {
  type LocalData,
  openLocalData,
  startReplication,
  stopReplication,
} from '../../../src/data/database/local-data.ts'
import { watchList } from '../../../src/data/records/use-live.ts'
import { readPullState } from '../../../sync/store/checkpoints.ts'

/** A device without screens, on the real server's origin: local database, worker, commands. */

interface Issued {
  token: string
  tokenable_id: string
  company_id: string
}

let data: LocalData | undefined
let issued: Issued | undefined

/** The signed-in account's. @throws Error before `signIn` */
export const localData = (): LocalData => {
  if (!data) throw new Error('signIn first')
  return data
}

async function post<T>(path: string, body: unknown): Promise<T> {
  const response = await fetch(`/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return ((await response.json()) as { data: T }).data
}

/** Logs in and opens the account's local database; nothing is replicated yet. */
export async function signIn(mail: string): Promise<void> {
  issued = await post<Issued>('/lolapp/login', { MAIL: mail, password: 'demonstration' })
  data = await openLocalData({
    companyId: issued.company_id,
    account: `personnel:${issued.tokenable_id}`,
    impersonator: '',
  })
}

export function replicate(): void {
  if (!issued) throw new Error('signIn first')
  startReplication({ identity: localData().identity, token: issued.token, base: `${location.origin}/api` })
}

export const pause = (): void => stopReplication()

/** Resolves once this many clients are on the device; answers their ids. */
export function haveClients(count: number): Promise<string[]> {
  return new Promise((resolve) => {
    const stop = watchList(localData(), 'client', { sort: [{ CLE_NOM: 'asc' }], limit: count }, (rows) => {
      if (rows.length < count) return
      resolve(rows.map((row) => row.IDCLIENT))
      queueMicrotask(() => stop())
    })
  })
}

const SYNC_LIMIT = 15 * 60_000

/** Resolves once the first synchronisation is complete on this device. @throws Error when it hangs */
export async function synced(): Promise<void> {
  for (const until = performance.now() + SYNC_LIMIT; performance.now() < until; ) {
    const states = await Promise.all((['conflit', 'rdv'] as const).map((name) => readPullState(localData().db, name)))
    if (states.every(({ completeAt }) => completeAt !== null)) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('The first synchronisation did not end')
}

const now = (): number => performance.timeOrigin + performance.now()
const sightings = new Map<string, number>()

/** Notes when each text of this client's OBSERVATIONS is first painted. */
export function watchClient(id: string): void {
  watchList(localData(), 'client', { selector: { IDCLIENT: id } }, ([row]) => {
    const text = row?.OBSERVATIONS
    if (!text || sightings.has(text)) return
    document.body.textContent = text
    requestAnimationFrame(() => sightings.set(text, now()))
  })
}

/** Notes when each signed quote is first painted as such, by its id. */
export function watchSigned(): void {
  watchList(localData(), 'devis', { selector: { DEVIS_SIGNE: 1 } }, (rows) => {
    const fresh = rows.map(({ IDDEVIS }) => IDDEVIS).filter((id) => !sightings.has(id))
    document.body.textContent = `${rows.length}`
    requestAnimationFrame(() => {
      for (const id of fresh) sightings.set(id, now())
    })
  })
}

export const seenAt = (text: string): number | undefined => sightings.get(text)

/** Saves, and answers the instant at which the user had pressed. */
export async function save(id: string, text: string): Promise<number> {
  const at = now()
  await localData().commands.update('client', id, { OBSERVATIONS: text })
  return at
}

/** Edits made with no replication running. */
export async function editOffline(ids: readonly string[], text: string): Promise<void> {
  for (const id of ids) await localData().commands.update('client', id, { OBSERVATIONS: text })
}

/** Starts replication, and answers the milliseconds until the outbox is empty. */
export async function pushEverything(): Promise<number> {
  const start = performance.now()
  replicate()
  await new Promise<void>((resolve) => {
    const query = localData().db.outbox.find({ selector: { open: '1' }, sort: [{ open: 'asc' }, { id: 'asc' }] })
    const subscription = query.$.subscribe((entries) => {
      if (entries.length > 0) return
      resolve()
      queueMicrotask(() => subscription.unsubscribe())
    })
  })
  return performance.now() - start
}

/** The same writes by bare fetch from this page. */
export async function bareWrites(ids: readonly string[], parallel: number): Promise<number> {
  const waiting = [...ids]
  const start = performance.now()
  const run = async (): Promise<void> => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      const response = await fetch(`/api/clients/${id}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${issued?.token}` },
        body: JSON.stringify({ OBSERVATIONS: `bare ${start}` }),
      })
      await response.text()
      if (!response.ok) throw new Error(`PUT answered ${response.status}`)
    }
  }
  await Promise.all(Array.from({ length: parallel }, run))
  return performance.now() - start
}
