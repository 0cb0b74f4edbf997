import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addCompany } from '../../../tests/support/engines.ts'
import { query, startPostgres, type TestPostgres } from '../../../tests/support/postgres.ts'
import { startTcpProxy, type TcpProxy } from '../../../tests/support/tcp-proxy.ts'
import { testKey } from '../../../tests/support/test-key.ts'
import { type Database, withTransactions } from './database.ts'
import { DEADLINES } from './deadlines.ts'
import { openPostgres } from './postgres-engine.ts'

/** Short enough for a test, long enough for a slow machine. */
const deadlines = { ...DEADLINES, beat: 300, pulse: 3000, answer: 60_000, connect: 20_000, close: 500 }

describe('a PostgreSQL that vanishes without closing its connections', () => {
  let postgres: TestPostgres
  let proxy: TcpProxy
  let ownerUrl: string
  let db: Database
  beforeAll(async () => {
    postgres = await startPostgres()
    ownerUrl = await postgres.createDatabase()
  })
  beforeEach(async () => {
    proxy = await startTcpProxy(Number(new URL(ownerUrl).port))
    db = withTransactions(
      await openPostgres({ ownerUrl: proxy.through(ownerUrl), connections: 4, key: testKey, deadlines }),
    )
  })
  afterEach(() => proxy.close())
  afterAll(() => postgres.stop())

  /** A statement that does not end; `begun` once its transaction has a connection. */
  const longStatement = (): { begun: Promise<void>; waits: Promise<unknown> } => {
    let begin: () => void = () => undefined
    const begun = new Promise<void>((resolve) => {
      begin = resolve
    })
    const waits = db.transaction({ platform: true }, async (trx) => {
      await sql`select 1`.execute(trx)
      begin()
      await sql`select pg_sleep(600)`.execute(trx)
    })
    return { begun, waits }
  }

  it('answers 503 to what waits for it, takes new connections, and reports a gap to its listeners', async () => {
    const heard: string[] = []
    await db.listen('essai', { onMessage: (text) => heard.push(text), onGap: () => heard.push('gap') })
    await db.notify('essai', 'avant')
    await expect.poll(() => heard).toEqual(['avant'])
    const { begun, waits } = longStatement()
    const cut = expect(waits).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await begun
    // One more idle connection in the pool.
    await Promise.all([1, 2].map(() => db.transaction({ platform: true }, async () => undefined)))
    proxy.freeze()
    await cut
    await expect.poll(() => heard).toContain('gap')
    await addCompany(db, 'apres')
    await db.ping()
    await db.notify('essai', 'après')
    await expect.poll(() => heard).toContain('après')
    await db.close()
  })

  it('ends in time although nothing answers any more', async () => {
    await db.listen('essai', { onMessage: () => undefined })
    const { begun, waits } = longStatement()
    const cut = expect(waits).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await begun
    proxy.freezeAll()
    await db.close()
    await cut
  })
})

describe('a synchronous standby that is lost', () => {
  let postgres: TestPostgres
  let url: URL
  let db: Database
  beforeAll(async () => {
    postgres = await startPostgres()
    url = new URL(await postgres.createDatabase())
    const shortly = { ...deadlines, beat: 60_000, statement: 2000, answer: 5000 }
    db = withTransactions(await openPostgres({ ownerUrl: url.href, connections: 4, key: testKey, deadlines: shortly }))
  })
  afterAll(async () => {
    await db?.close()
    await postgres.stop()
  })
  const asSuperuser = (...statements: string[]) => {
    const root = new URL(url)
    root.username = 'postgres'
    root.password = ''
    return Promise.all(statements.map((statement) => query(root.href, statement)))
  }
  /** Ends the wait of one commit, as an operator may. @returns whether one waited */
  const cancelOne = async (): Promise<boolean> => {
    const [cancelled] = await asSuperuser(
      "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep' order by pid desc limit 1",
    )
    return cancelled?.length === 1
  }

  it('never reports a commit as done that the standby does not have, whoever cancels the wait', async () => {
    const [company, other] = [await addCompany(db), await addCompany(db)]
    await asSuperuser("alter system set synchronous_standby_names = 'parti'")
    await asSuperuser('select pg_reload_conf()')
    // PostgreSQL reads its settings some time after it was told to: until then a commit waits for nobody.
    let tries = 0
    await expect
      .poll(async () => {
        let isDone = false
        const commit = asSuperuser(`create table try_${tries++} ()`).finally(() => {
          isDone = true
        })
        let waited = false
        while (!isDone && !waited) waited = await cancelOne()
        await commit
        return waited ? 'waits' : 'is done at once'
      })
      .toBe('waits')
    const write = (id: string) =>
      db.inTenant(id, (trx) => trx.updateTable('company').set({ NOM: 'Après' }).where('id', '=', id).execute())
    // PostgreSQL's statement timeout is over long before we stop waiting ourselves.
    const [late, cancelled] = [write(company), write(other)].map((one) =>
      one.then(
        () => 'told as done',
        (error: { code?: string }) => error.code,
      ),
    )
    await expect.poll(cancelOne, { interval: 20 }).toBe(true)
    expect(await Promise.all([late, cancelled])).toEqual(['UNAVAILABLE', 'UNAVAILABLE'])
    await asSuperuser('alter system reset synchronous_standby_names')
    await asSuperuser('select pg_reload_conf()')
    await expect
      .poll(() =>
        write(company).then(
          () => 'done',
          () => 'away',
        ),
      )
      .toBe('done')
  })
})

describe('a LISTEN that receives nothing', () => {
  let postgres: TestPostgres
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres.stop())

  it('stops the start, and says that DATABASE_LISTEN_URL must lead to the same database', async () => {
    const [ownerUrl, listenUrl] = [await postgres.createDatabase(), await postgres.createDatabase()]
    const deaf = openPostgres({ ownerUrl, listenUrl, connections: 2, key: testKey, deadlines })
    await expect(deaf).rejects.toThrow(/PgBouncer.*DATABASE_LISTEN_URL/s)
    const url = new URL(ownerUrl)
    url.username = url.password = ''
    // An address without a user takes the requests' user.
    const db = withTransactions(
      await openPostgres({ ownerUrl, listenUrl: url.href, connections: 2, key: testKey, deadlines }),
    )
    await db.close()
  })
})
