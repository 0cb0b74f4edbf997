import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import type { Engine } from '../../server/plugins/database/database.ts'
import { openPglite } from '../../server/plugins/database/pglite-engine.ts'
import { openPostgres } from '../../server/plugins/database/postgres-engine.ts'
import { ENGINES, type EngineName } from '../support/engines.ts'
import { startPostgres } from '../support/postgres.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'
import { TEST_KEY, testKey } from '../support/test-key.ts'
import { barePull, bareWrites, pullStatements } from './bare-server.ts'
import { type Figure, median } from './figures.ts'
import { type BenchOptions, sized } from './options.ts'
import { PARALLEL, rate } from './rate.ts'
import { growDemo, NO_LIMIT, temporaryFolder } from './real-server.ts'
import { measureStreams } from './streams.ts'

/** Seconds. */
const WARM_UP = 1
const agent = new Agent({ keepAlive: true, maxSockets: PARALLEL })

interface Place {
  engine: EngineName
  env: Readonly<Record<string, string>>
  open: () => Promise<Engine>
  close: () => Promise<void>
}

async function placeOf(engine: EngineName): Promise<Place> {
  if (engine === 'pglite') {
    const { folder, remove } = await temporaryFolder('pglite')
    const onLockLost = (): void => {
      throw new Error('The folder was taken')
    }
    return { engine, env: { DATA_DIR: folder }, open: () => openPglite({ folder, onLockLost }), close: remove }
  }
  const postgres = await startPostgres()
  const url = await postgres.createDatabase()
  return {
    engine,
    // Without DEMO it does not serve accounts whose password is public.
    env: { DATABASE_URL: url, SECRET_KEY: TEST_KEY.toString('hex'), DEMO: '1' },
    open: () => openPostgres({ ownerUrl: url, connections: PARALLEL, key: testKey }),
    close: () => postgres.stop(),
  }
}

/** Rows and writes a second of the real server process over HTTP, against the same SQL through the driver alone. */
export async function measureServer(options: BenchOptions): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const engine of ENGINES) {
    const place = await placeOf(engine)
    try {
      figures.push(...(await measureEngine(place, options)))
    } finally {
      await place.close()
    }
  }
  return [...figures, ...(await measureStreams(options))]
}

async function measureEngine(place: Place, options: BenchOptions): Promise<Figure[]> {
  await growDemo(sized(options, 20_000, 1500), place.env)
  const seconds = sized(options, 4, 2)
  const pages = await pullStatements(place.open)
  const rates = {
    pull: { server: [] as number[], bare: [] as number[] },
    write: { server: [] as number[], bare: [] as number[] },
  }
  let server: ServerProcess | undefined
  for (let round = 0; round < sized(options, 5, 1); round++) {
    // Only one process may open the embedded database, so they take turns in each round.
    if (server) await server.start()
    else server = await startServer({ ...optionsOf(place), webDir: '/nowhere' })
    try {
      const caller = await signIn(server)
      // Warm-up, because a new process is slower than one that has served for a while.
      await pullRate(server, caller, WARM_UP)
      await writeRate(server, caller, WARM_UP)
      rates.pull.server.push(await pullRate(server, caller, seconds))
      rates.write.server.push(await writeRate(server, caller, seconds))
    } finally {
      await server.stop()
    }
    const engine = await place.open()
    try {
      await barePull(engine, pages, WARM_UP)
      await bareWrites(engine, WARM_UP)
      rates.pull.bare.push(await barePull(engine, pages, seconds))
      rates.write.bare.push(await bareWrites(engine, seconds))
    } finally {
      await engine.close()
      await engine.pool.end()
    }
  }
  await server?.dispose()
  const figure = (what: string, { server: ours, bare }: { server: number[]; bare: number[] }, goal: number): Figure => {
    const value = median(ours) / median(bare)
    const per = (rate: number): string => `${Math.round(rate).toLocaleString('en-US')}/s`
    return {
      name: `Server ${what} on ${place.engine}`,
      value,
      unit: '×',
      goal: `≥ ${goal}`,
      met: value >= goal,
      detail: `${per(median(ours))} against ${per(median(bare))}`,
    }
  }
  return [
    figure('pull rows / the same SQL through the driver', rates.pull, 0.6),
    figure('writes / pgbench-like loop', rates.write, 0.7),
  ]
}

const optionsOf = ({ env }: Place) => ({
  ...(env.DATA_DIR ? { dataDir: env.DATA_DIR } : {}),
  ...(env.DATABASE_URL ? { databaseUrl: env.DATABASE_URL } : {}),
  env: { ...NO_LIMIT, ...env },
})

interface Caller {
  token: string
  ids: string[]
}

interface Ask {
  server: ServerProcess
  method: string
  path: string
  token?: string
  body?: unknown
  headers?: Record<string, string>
}

/** One call over a kept connection. @returns the answer's bytes, unparsed */
function ask({ server, method, path, token, body, headers = {} }: Ask): Promise<string> {
  return new Promise((resolve, reject) => {
    const text = body === undefined ? undefined : JSON.stringify(body)
    const call = request(
      {
        agent,
        host: '127.0.0.1',
        port: server.port,
        method,
        path: `/api${path}`,
        headers: {
          'company-key': 'demo',
          accept: 'application/json',
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(text === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
          ...headers,
        },
      },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.once('error', reject)
        response.once('end', () => {
          const answer = Buffer.concat(chunks).toString()
          if ((response.statusCode ?? 500) < 300) resolve(answer)
          else reject(new Error(`${method} ${path} answered ${response.statusCode}: ${answer.slice(0, 200)}`))
        })
      },
    )
    call.once('error', reject)
    call.end(text)
  })
}

async function signIn(server: ServerProcess): Promise<Caller> {
  const body = { MAIL: 'directeur@example.com', password: 'demonstration' }
  const login = await ask({ server, method: 'POST', path: '/lolapp/login', body })
  const { token } = (JSON.parse(login) as { data: { token: string } }).data
  const page = await ask({ server, method: 'GET', path: '/clients?since=&limit=500', token })
  const { data } = JSON.parse(page) as { data: { IDCLIENT: string; _deleted: boolean }[] }
  return { token, ids: data.filter((row) => !row._deleted).map((row) => row.IDCLIENT) }
}

/** Two devices pull: one page is written while the other's is read. */
async function pullRate(server: ServerProcess, { token }: Caller, seconds: number): Promise<number> {
  const cursors = ['', '']
  return rate(seconds, cursors.length, async (i) => {
    const since = cursors[i % 2] ?? ''
    const path = `/clients?since=${encodeURIComponent(since)}&limit=1000`
    const text = await ask({ server, method: 'GET', path, token })
    const checkpoint = /"checkpoint":"([^"]*)"/.exec(text.slice(-300))?.[1] ?? ''
    cursors[i % 2] = text.endsWith('"complete":true}') ? '' : checkpoint
    return text.split('"_seq":').length - 1
  })
}

async function writeRate(server: ServerProcess, { token, ids }: Caller, seconds: number): Promise<number> {
  return rate(seconds, PARALLEL, async (i) => {
    const path = `/clients/${ids[i % ids.length]}`
    const headers = { 'idempotency-key': randomUUID() }
    await ask({ server, method: 'PUT', path, token, headers, body: { OBSERVATIONS: `Débit ${i} ${randomUUID()}` } })
    return 1
  })
}
