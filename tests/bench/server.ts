import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { type Engine, withTransactions } from '../../server/plugins/database/database.ts'
import type { EnginePool } from '../../server/plugins/database/guarded-pool.ts'
import { openPglite } from '../../server/plugins/database/pglite-engine.ts'
import { openPostgres } from '../../server/plugins/database/postgres-engine.ts'
import { ENGINES, type EngineName } from '../support/engines.ts'
import { startPostgres } from '../support/postgres.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'
import { testApp } from '../support/test-app.ts'
import { type Figure, median } from './figures.ts'
import { type BenchOptions, sized } from './options.ts'
import { growDemo, NO_LIMIT, temporaryFolder } from './real-server.ts'
import { measureStreams } from './streams.ts'

/** As many hands as a small office at work. */
const PARALLEL = 8
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
    env: { DATABASE_URL: url },
    open: () => openPostgres({ ownerUrl: url, connections: PARALLEL }),
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
  const pages = await pullStatements(place)
  const rates = {
    pull: { server: [] as number[], bare: [] as number[] },
    write: { server: [] as number[], bare: [] as number[] },
  }
  let server: ServerProcess | undefined
  for (let round = 0; round < sized(options, 5, 1); round++) {
    // One process only may open the embedded database: each has its turn, in each round.
    if (server) await server.start()
    else server = await startServer({ ...optionsOf(place), webDir: '/nowhere' })
    try {
      const caller = await signIn(server)
      // A process that has just started is not yet what serves people all day.
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
  env: NO_LIMIT,
})

interface Statement {
  sql: string
  parameters: readonly unknown[]
}

/** The page statements of a whole pull of clients, as the server itself wrote them. */
async function pullStatements(place: Place): Promise<Statement[]> {
  const engine = await place.open()
  const seen: Statement[] = []
  const pool: EnginePool = {
    connect: async () => {
      const client = await engine.pool.connect()
      return {
        query: (sql, parameters) => {
          seen.push({ sql, parameters: [...parameters] })
          return client.query(sql, parameters)
        },
        release: (broken) => client.release(broken),
      }
    },
    end: () => engine.pool.end(),
  }
  const db = withTransactions({ ...engine, pool })
  await db.maintain()
  const app = await testApp(db, { rateLimit: 10_000_000, checkAnswers: false })
  const headers = { 'company-key': 'demo' }
  const login = await app.inject({
    method: 'POST',
    url: '/api/lolapp/login',
    headers,
    payload: { MAIL: 'directeur@example.com', password: 'demonstration' },
  })
  const { token } = login.json<{ data: { token: string } }>().data
  for (let since = '', complete = false; !complete; ) {
    const answer = await app.inject({
      url: `/api/clients?since=${encodeURIComponent(since)}&limit=1000`,
      headers: { ...headers, authorization: `Bearer ${token}` },
    })
    const page = answer.json<{ checkpoint: string; complete: boolean }>()
    since = page.checkpoint
    complete = page.complete
  }
  await app.close()
  await db.close()
  const pages = seen.filter(({ sql }) => /select seq, case when/.test(sql))
  if (pages.length === 0) throw new Error('The pull statement was not seen')
  return pages
}

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

/** One call over a kept connection; the answer's bytes, unparsed. */
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

/** Calls `turn` again and again for some seconds; answers what it counted, a second. */
async function rate(seconds: number, parallel: number, turn: (i: number) => Promise<number>): Promise<number> {
  let count = 0
  let turns = 0
  const start = performance.now()
  const run = async (): Promise<void> => {
    while (performance.now() - start < seconds * 1000) {
      const more = await turn(turns++)
      count += more
    }
  }
  await Promise.all(Array.from({ length: parallel }, run))
  return (count * 1000) / (performance.now() - start)
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

const settings = (engine: Engine): string =>
  `select set_config('app.company_id', $1, true)${engine.role ? `, set_config('role', '${engine.role}', true)` : ''}`

/** Ids of the demo company and of clients of it. */
async function known(engine: Engine): Promise<{ company: string; ids: string[] }> {
  const client = await engine.pool.connect()
  try {
    await client.query('begin', [])
    await client.query("select set_config('app.company_key', 'demo', true)", [])
    const found = await client.query("select id from company where key = 'demo'", [])
    const company = (found.rows[0] as { id: string }).id
    await client.query("select set_config('app.company_id', $1, true)", [company])
    const { rows } = await client.query(
      'select "IDCLIENT" as id from client where company_id = $1 and not deleted order by seq limit 500',
      [company],
    )
    await client.query('commit', [])
    return { company, ids: (rows as { id: string }[]).map(({ id }) => id) }
  } finally {
    client.release(false)
  }
}

async function barePull(engine: Engine, pages: readonly Statement[], seconds: number): Promise<number> {
  const { company } = await known(engine)
  return rate(seconds, 2, async (i) => {
    const page = pages[(i >> 1) % pages.length]
    if (!page) return 0
    const client = await engine.pool.connect()
    try {
      await client.query('begin', [])
      await client.query(settings(engine), [company])
      const { rows } = await client.query(page.sql, page.parameters)
      await client.query('commit', [])
      // The database joins a page into one row that says how many it holds.
      return (rows[0] as { found: number }).found
    } finally {
      client.release(false)
    }
  })
}

/** What any correct write of this product costs at least: the row locked, the company's number, the row, the key that makes it once. */
async function bareWrites(engine: Engine, seconds: number): Promise<number> {
  const { company, ids } = await known(engine)
  return rate(seconds, PARALLEL, async (i) => {
    const id = ids[i % ids.length]
    const client = await engine.pool.connect()
    try {
      await client.query('begin', [])
      await client.query(settings(engine), [company])
      await client.query('select "VERSION" from client where company_id = $1 and "IDCLIENT" = $2 for update', [
        company,
        id,
      ])
      const { rows } = await client.query('select take_seq(1) as seq', [])
      const { seq } = rows[0] as { seq: number }
      await client.query(
        'update client set "OBSERVATIONS" = $3, "VERSION" = "VERSION" + 1, seq = $4 where company_id = $1 and "IDCLIENT" = $2',
        [company, id, `Nu ${i} ${randomUUID()}`, seq],
      )
      await client.query(
        `insert into mutation (company_id, account, id, body_hash, status, resource, record_id, version, seq)
         values ($1, 'bench', $2, '', 200, 'client', $3, 1, $4)`,
        [company, randomUUID(), id, seq],
      )
      await client.query('commit', [])
      return 1
    } finally {
      client.release(false)
    }
  })
}
