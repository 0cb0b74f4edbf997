/// <reference lib="webworker" />
import Dexie from 'dexie'
import { HEADER, PAGE_SIZE } from '../../../schemas/protocol.ts'
import { entityOf, SYNCED } from '../../../schemas/resources.ts'
import { VERSIONS } from '../../../schemas/versions.ts'

/** The least that a first synchronisation can be: the same rows of the real server, page by page, into raw Dexie. A worker, because the product pulls in one. */

export interface RawPull {
  /** From the login to the last commit. */
  ms: number
  rows: number
}

interface Page {
  data: Record<string, unknown>[]
  checkpoint: string
  complete: boolean
}

async function pullInto(db: Dexie, token: string, resource: (typeof SYNCED)[number]): Promise<number> {
  const { path } = entityOf(resource)
  const [rows, checkpoints] = [db.table(resource), db.table('checkpoints')]
  let count = 0
  for (let since = '', complete = false; !complete; ) {
    const url = `/api${path}?since=${encodeURIComponent(since)}&limit=${PAGE_SIZE}`
    const headers = { authorization: `Bearer ${token}`, [HEADER.version]: String(VERSIONS.current) }
    const response = await fetch(url, { headers })
    // The product learns in the same way what its person may not read.
    if (response.status === 403) return count
    if (!response.ok) throw new Error(`${path}: ${response.status}`)
    const page = (await response.json()) as Page
    const present = page.data.filter(({ _deleted }) => _deleted !== true)
    await db.transaction('rw', rows, checkpoints, async () => {
      await rows.bulkPut(present)
      await checkpoints.put({ id: resource, value: page.checkpoint })
    })
    count += present.length
    since = page.checkpoint
    complete = page.complete
  }
  return count
}

/** The indexes of the product that need no key of its own. */
function storesOf(): Record<string, string> {
  const stores: Record<string, string> = { checkpoints: 'id' }
  for (const resource of SYNCED) {
    const { key, fields, local } = entityOf(resource)
    const plain = (local?.indexes ?? []).filter((index) => typeof index === 'string' && index in fields)
    stores[resource] = [key, ...plain].join(', ')
  }
  return stores
}

async function run(mail: string): Promise<RawPull> {
  const start = performance.now()
  const login = await fetch('/api/lolapp/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ MAIL: mail, password: 'demonstration' }),
  })
  const { data } = (await login.json()) as { data: { token: string } }
  const db = new Dexie('raw-pull')
  db.version(1).stores(storesOf())
  let rows = 0
  for (const resource of SYNCED) rows += await pullInto(db, data.token, resource)
  return { ms: performance.now() - start, rows }
}

self.addEventListener('message', ({ data }: MessageEvent<string>) => {
  void run(data).then(
    (done) => self.postMessage(done),
    (error: unknown) => self.postMessage({ failed: String(error) }),
  )
})
