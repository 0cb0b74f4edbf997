import 'fake-indexeddb/auto'
import { randomUUID } from 'node:crypto'
import { getRxStorageMemory } from 'rxdb/plugins/storage-memory'
import { createTransport } from '../../sync/net/transport.ts'
import { openLocalDatabase } from '../../sync/open.ts'
import { createCommands } from '../../sync/outbox/commands.ts'
import { pullResource } from '../../sync/replicate/pull.ts'
import { pushAll } from '../../sync/replicate/push.ts'
import type { ServerProcess } from '../support/server-process.ts'
import { buildPage } from './build-page.ts'
import { type Figure, median, ms } from './figures.ts'
import { syncedDevice } from './live.ts'
import { type BenchOptions, sized } from './options.ts'
import { serveGrown } from './real-server.ts'

/** Number of parallel calls, as in sync/replicate/push.ts. */
const PARALLEL = 6

interface Times {
  own: number[]
  bare: number[]
}

/** 500 edits of 500 clients made offline, then sent, compared with as many bare PUTs with the same parallelism. */
export async function measurePush(options: BenchOptions): Promise<Figure[]> {
  const edits = sized(options, 500, 60)
  const rounds = sized(options, 5, 2)
  const page = await buildPage('page')
  const server = await serveGrown(edits, page.folder)
  try {
    const node = await inNode(server, edits, rounds)
    const browser = await inBrowser(server, edits, rounds)
    const ratio = ({ own, bare }: Times): number => median(own) / median(bare)
    const detail = ({ own, bare }: Times): string => `${ms(median(own))} against ${ms(median(bare))}`
    return [
      {
        name: `Push of ${edits} offline edits: own push in Node (memory storage) / bare HTTP writes`,
        value: ratio(node),
        unit: '×',
        goal: '≤ 1.3',
        met: ratio(node) <= 1.3,
        detail: detail(node),
      },
      {
        name: `Push of ${edits} offline edits: Chromium with IndexedDB, worker start included / bare fetch`,
        value: ratio(browser),
        unit: '×',
        goal: '≤ 1.5',
        met: ratio(browser) <= 1.5,
        detail: detail(browser),
      },
    ]
  } finally {
    await server.dispose()
    await page.remove()
  }
}

async function inNode(server: ServerProcess, edits: number, rounds: number): Promise<Times> {
  const login = await fetch(`${server.url}/api/lolapp/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'company-key': 'demo' },
    body: JSON.stringify({ MAIL: 'directeur@example.com', password: 'demonstration' }),
  })
  const { data: issued } = (await login.json()) as {
    data: { token: string; company_id: string; tokenable_id: string }
  }
  const identity = { companyId: issued.company_id, account: `personnel:${issued.tokenable_id}`, impersonator: '' }
  const db = await openLocalDatabase(identity, { multiInstance: false, storage: getRxStorageMemory() as never })
  const transport = createTransport({ base: `${server.url}/api`, token: issued.token, identity, device: randomUUID() })
  const { signal } = new AbortController()
  const commands = createCommands(db)
  await pullResource({ db, transport, resource: 'client', signal })
  const clients = await db.of('client').find({ limit: edits }).exec()
  const ids = clients.map((doc) => String(doc.get('IDCLIENT')))
  if (ids.length < edits) throw new Error(`${ids.length} clients of ${edits}`)
  const times: Times = { own: [], bare: [] }
  for (let round = 0; round < rounds; round++) {
    for (const id of ids) await commands.update('client', id, { OBSERVATIONS: `Tour ${round}` })
    let start = performance.now()
    const outcome = await pushAll({ db, transport, signal })
    times.own.push(performance.now() - start)
    if (outcome.kind !== 'idle') throw new Error(`The push ended with ${outcome.kind}`)
    start = performance.now()
    await bareWrites({ server, token: issued.token, ids, text: `Nu ${round}` })
    times.bare.push(performance.now() - start)
    await pullResource({ db, transport, resource: 'client', signal })
  }
  await db.close()
  return times
}

interface Bare {
  server: ServerProcess
  token: string
  ids: readonly string[]
  text: string
}

async function bareWrites({ server, token, ids, text }: Bare): Promise<void> {
  const waiting = [...ids]
  const run = async (): Promise<void> => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      const response = await fetch(`${server.url}/api/clients/${id}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'company-key': 'demo' },
        body: JSON.stringify({ OBSERVATIONS: text }),
      })
      const body = await response.text()
      if (!response.ok) throw new Error(`PUT answered ${response.status}: ${body}`)
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, run))
}

async function inBrowser(server: ServerProcess, edits: number, rounds: number): Promise<Times> {
  const device = await syncedDevice(server, 'directeur@example.com')
  try {
    const times: Times = { own: [], bare: [] }
    const ids = await device.page.evaluate((count) => window.bench.haveClients(count), edits)
    for (let round = 0; round < rounds; round++) {
      times.own.push(
        await device.page.evaluate(
          async ([all, text]) => {
            window.bench.pause()
            await new Promise((resolve) => setTimeout(resolve, 1000))
            await window.bench.editOffline(all as string[], String(text))
            return window.bench.pushEverything()
          },
          [ids, `Navigateur ${round}`],
        ),
      )
      times.bare.push(
        await device.page.evaluate(
          ([all, parallel]) => window.bench.bareWrites(all as string[], Number(parallel)),
          [ids, PARALLEL],
        ),
      )
      // The changes of the bare writes must not be part of the next round's push.
      await device.page.waitForTimeout(3000)
    }
    return times
  } finally {
    await device.close()
  }
}
