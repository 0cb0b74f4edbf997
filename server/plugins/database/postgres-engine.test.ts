import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { addCompany } from '../../../tests/support/engines.ts'
import { query, startPostgres, type TestPostgres } from '../../../tests/support/postgres.ts'
import { testKey } from '../../../tests/support/test-key.ts'
import { withTransactions } from './database.ts'
import { migrate } from './migrate.ts'
import { openOwner, openPostgres } from './postgres-engine.ts'

describe('PostgreSQL by DATABASE_URL', () => {
  let postgres: TestPostgres
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres.stop())

  const open = async (ownerUrl: string, appUrl?: string) =>
    withTransactions(await openPostgres({ ownerUrl, connections: 4, key: testKey, ...(appUrl ? { appUrl } : {}) }))
  const nameOf = (url: string): string => new URL(url).pathname.slice(1)

  it('lets several processes start at once on an empty database', async () => {
    const url = await postgres.createDatabase()
    const all = await Promise.all([open(url), open(url), open(url)])
    const [first] = all
    if (!first) throw new Error('none opened')
    const id = await addCompany(first, 'ensemble')
    for (const db of all) {
      expect(
        await db.transaction({ companyKey: 'ensemble' }, (trx) => trx.selectFrom('company').select('id').execute()),
      ).toEqual([{ id }])
    }
    await Promise.all(all.map((db) => db.close()))
  })

  it('migrates beside a long operation without delaying later requests, and gives up with a message', async () => {
    const url = await postgres.createDatabase()
    const folder = mkdtempSync(join(tmpdir(), 'lolapp-migrations-'))
    const owner = openOwner(url)
    const holder = new pg.Client({ connectionString: url })
    await holder.connect()
    try {
      writeFileSync(join(folder, '0001_first.sql'), 'create table t (n int)')
      await migrate(owner, { folder })
      writeFileSync(join(folder, '0002_second.sql'), 'alter table t add column m int')
      await holder.query('begin; insert into t values (1)')
      const patience = { lockMs: 50, pauseMs: 10, tries: 3 }
      await expect(migrate(owner, { folder, patience })).rejects.toThrow(
        /^La base n'a pas pu être migrée : une opération longue tient ses tables/,
      )

      const migrating = migrate(owner, { folder, patience: { lockMs: 50, pauseMs: 10, tries: 10_000 } })
      // Each of these would wait behind a migration that waits as long as the lock is held.
      for (let n = 0; n < 20; n += 1) await query(url, 'select * from t')
      await holder.query('commit')
      expect(await migrating).toEqual(['0002_second.sql'])
    } finally {
      await holder.end()
      await owner.destroy()
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it('keeps the list of migrations and the schema out of reach of requests', async () => {
    const db = await open(await postgres.createDatabase())
    for (const statement of [
      'select * from schema_migration',
      'drop table company',
      'alter table company disable row level security',
    ]) {
      const attempt = db.transaction({ platform: true }, (trx) => sql.raw(statement).execute(trx))
      await expect(attempt, statement).rejects.toMatchObject({ code: '42501' })
    }
    const escaped = db.transaction({ companyId: 'x' }, async (trx) => {
      await sql`reset role`.execute(trx)
      return sql<{ role: string }>`select current_user as role`.execute(trx)
    })
    expect((await escaped).rows[0]?.role).toMatch(/^lolapp_login_/)
    await db.close()
  })

  it('begins a transaction and names its company in one message, with the limits of a request; a value that needs quoting goes apart', async () => {
    const db = await open(await postgres.createDatabase())
    const id = await addCompany(db, 'une')
    await addCompany(db, 'autre')
    const asked = vi.spyOn(pg.Client.prototype, 'query')
    const messages = (): string[] => asked.mock.calls.map(([text]) => String(text)).splice(0)
    const seen = await db.inTenant(id, async (trx) => ({
      companies: await trx.selectFrom('company').select('id').execute(),
      limits: await sql<{ zone: string; lock: string; seq: string }>`select current_setting('timezone') as zone,
        current_setting('lock_timeout') as lock, current_setting('app.seq_floor') as seq`.execute(trx),
    }))
    expect(seen.companies).toEqual([{ id }])
    expect(seen.limits.rows[0]).toMatchObject({ zone: 'UTC', seq: '0' })
    expect(seen.limits.rows[0]?.lock).not.toBe('0')
    const sent = messages()
    expect(sent).toHaveLength(4)
    expect(sent[0]).toMatch(/^start transaction.*set_config\('app\.company_id', '[\w-]+', true\)/s)
    expect(sent[3]).toMatch(/commit$/)

    asked.mockClear()
    const named = async (companyKey: string) =>
      db.transaction({ companyKey }, (trx) => trx.selectFrom('company').select('id').execute())
    for (const key of ["une' or true or key = '", '$1', "\\'; drop table company; --"])
      expect(await named(key), key).toEqual([])
    expect(await named('une')).toEqual([{ id }])
    expect(messages().filter((text) => text.includes('drop table'))).toEqual([])
    asked.mockRestore()
    await db.close()
  })

  it('refuses to serve with synchronous_commit=off, where an acknowledged write could be lost', async () => {
    const url = await postgres.createDatabase()
    await query(url, `alter database ${nameOf(url)} set synchronous_commit = off`)
    await expect(open(url)).rejects.toThrow('synchronous_commit=off')
  })

  it('refuses a DATABASE_APP_URL whose role row level security does not bind, and serves a proper one', async () => {
    const url = await postgres.createDatabase()
    await expect(open(url, url)).rejects.toThrow("l'isolation des entreprises en dépend")
    const role = `lolapp_app_${nameOf(url)}`
    await query(url, `create role ${role} login password 'x'`)
    const app = new URL(url)
    app.username = role
    app.password = 'x'
    const db = await open(url, app.href)
    await addCompany(db, 'propre')
    await db.close()
  })

  it('leaves the login of older versions alone while one of them serves, and closes it afterwards', async () => {
    const url = await postgres.createDatabase()
    const former = `lolapp_app_${nameOf(url)}`
    await query(url, `create role ${former} login password 'x'`)
    const older = new pg.Client({ connectionString: url.replace('lolapp_owner:lolapp_owner', `${former}:x`) })
    await older.connect()
    const mayLogIn = async (): Promise<unknown> =>
      (await query(url, `select rolcanlogin as may from pg_roles where rolname = '${former}'`))[0]
    await (await open(url)).close()
    expect(await mayLogIn()).toEqual({ may: true })
    await older.end()
    // PostgreSQL's process of that connection ends a moment later.
    await expect
      .poll(async () => {
        await (await open(url)).close()
        return mayLogIn()
      })
      .toEqual({ may: false })
  })

  it('answers 503 while the server ends its connections, and serves again', async () => {
    const url = await postgres.createDatabase()
    const db = await open(url)
    const cut = () =>
      query(url, `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'lolapp_login_${nameOf(url)}'`)
    const heard: string[] = []
    await db.listen('essai', { onMessage: (text) => heard.push(text), onGap: () => heard.push('gap') })
    let begin: () => void = () => undefined
    const begun = new Promise<void>((resolve) => {
      begin = resolve
    })
    const slow = expect(
      db.transaction({ platform: true }, async (trx) => {
        await sql`select 1`.execute(trx)
        begin()
        // Shorter than its time limit, which would be a 503 too.
        await sql`select pg_sleep(25)`.execute(trx)
      }),
    ).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await begun
    await query(url, `grant lolapp_login_${nameOf(url)} to current_user`).catch(() => undefined)
    await cut()
    await slow
    await expect.poll(() => db.transaction({ platform: true }, async () => 'serves').catch(() => 'away')).toBe('serves')
    await expect.poll(() => heard).toContain('gap')
    await db.notify('essai', 'après')
    await expect.poll(() => heard).toContain('après')
    await db.close()
  })
})
