import { randomUUID } from 'node:crypto'
import { type Engine, withTransactions } from '../../server/plugins/database/database.ts'
import type { EnginePool } from '../../server/plugins/database/guarded-pool.ts'
import { testApp } from '../support/test-app.ts'
import { PARALLEL, rate } from './rate.ts'

/** Cost of the server's own statements through the driver alone: the limit that the server is compared with. */

interface Statement {
  sql: string
  parameters: readonly unknown[]
}

/** The page statements of a whole pull of clients, recorded from the server. */
export async function pullStatements(open: () => Promise<Engine>): Promise<Statement[]> {
  const engine = await open()
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
    figures: () => engine.pool.figures(),
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

export async function barePull(engine: Engine, pages: readonly Statement[], seconds: number): Promise<number> {
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
      // The database joins a page into one row that holds its row count.
      return (rows[0] as { found: number }).found
    } finally {
      client.release(false)
    }
  })
}

/** Least cost of a correct write: the row lock, the company's counter, the row, the idempotency key. */
export async function bareWrites(engine: Engine, seconds: number): Promise<number> {
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
