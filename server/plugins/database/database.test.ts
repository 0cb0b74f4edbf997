import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { addCompany, describeEngines } from '../../../tests/support/engines.ts'
import { type Engine, withTransactions } from './database.ts'
import { StatementRefused } from './unavailable.ts'

describeEngines('database', (db) => {
  const put = (companyId: string, mail: string) =>
    db().inTenant(companyId, (trx) =>
      trx
        .insertInto('credential')
        .values({ company_id: companyId, personnel_id: randomUUID(), mail, password_hash: 'x' })
        .execute(),
    )
  const mails = (companyId: string) =>
    db().inTenant(companyId, async (trx) =>
      (await trx.selectFrom('credential').select('mail').execute()).map((r) => r.mail),
    )

  it('forces row level security on every table with a company', async () => {
    const { rows } = await db().transaction({ platform: true }, (trx) =>
      sql<{ name: string; forced: boolean; policies: number }>`
        select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as forced,
          (select count(*) from pg_policy p where p.polrelid = c.oid) as policies
        from pg_class c
        where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
          and (c.relname in ('company', 'admin_user') or exists (
            select from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped))`.execute(
        trx,
      ),
    )
    expect(rows.map((row) => row.name)).toEqual(
      expect.arrayContaining(['company', 'credential', 'session', 'mutation', 'admin_user']),
    )
    expect(rows.filter((row) => !row.forced || row.policies === 0)).toEqual([])
  })

  it('runs requests as a role that row level security binds', async () => {
    const { rows } = await db().transaction({ platform: true }, (trx) =>
      sql<{ role: string; exempt: boolean }>`
        select current_user as role, rolsuper or rolbypassrls as exempt from pg_roles where rolname = current_user`.execute(
        trx,
      ),
    )
    expect(rows[0]).toMatchObject({ role: expect.stringMatching(/^lolapp_(app|login)_/), exempt: false })
  })

  it('shows a company its own rows only, and lets it write nothing elsewhere', async () => {
    const [a, b] = [await addCompany(db()), await addCompany(db())]
    await put(a, 'a@example.com')
    await put(b, 'b@example.com')
    expect(await mails(a)).toEqual(['a@example.com'])
    const stolen = db().inTenant(a, (trx) =>
      trx
        .insertInto('credential')
        .values({ company_id: b, personnel_id: 'p', mail: 'x@example.com', password_hash: 'x' })
        .execute(),
    )
    await expect(stolen).rejects.toMatchObject({ code: '42501' })
    const moved = await db().inTenant(a, (trx) =>
      trx.updateTable('company').set({ NOM: 'Vol' }).where('id', '=', b).executeTakeFirst(),
    )
    expect(moved.numUpdatedRows).toBe(0n)
  })

  it('opens one company by id or host label before login, and the list of companies to the platform only', async () => {
    const id = await addCompany(db(), 'parcle')
    const byKey = (companyKey: string) =>
      db().transaction({ companyKey }, (trx) => trx.selectFrom('company').select('id').execute())
    expect(await byKey('parcle')).toEqual([{ id }])
    expect(await byKey(id)).toEqual([{ id }])
    expect(await byKey('inconnue')).toEqual([])
    const all = await db().transaction({ platform: true }, (trx) => trx.selectFrom('company').select('id').execute())
    expect(all).toContainEqual({ id })
    expect(
      await db().transaction({ platform: true }, (trx) => trx.selectFrom('credential').selectAll().execute()),
    ).toEqual([])
  })

  it('leaves nothing of one transaction to the next on the same connection', async () => {
    const id = await addCompany(db())
    await db().inTenant(id, (trx) => sql`select take_seq(1)`.execute(trx))
    const { rows } = await db().transaction({ tokenHash: 'none' }, (trx) =>
      sql<{
        left: string
      }>`select concat(current_setting('app.company_id', true), current_setting('app.seq_to', true)) as left`.execute(
        trx,
      ),
    )
    expect(rows[0]?.left).toBe('')
  })

  it('reads values the same on both engines', async () => {
    const { rows } = await db().transaction({ platform: true }, (trx) =>
      sql`select ${9_007_199_254_740_991}::bigint as big, ${['a,"b', 'c']}::text[] as list, ${JSON.stringify({ a: [1] })}::jsonb as json,
            ${true}::boolean as flag, ${5}::text as number_as_text, timestamptz '2026-03-29 03:30:00.123456+02' as instant,
            date '2026-02-28' as day, ${null}::text as nothing, 1.5::double precision as half`.execute(trx),
    )
    expect(rows[0]).toEqual({
      big: 9_007_199_254_740_991,
      list: ['a,"b', 'c'],
      json: { a: [1] },
      flag: true,
      number_as_text: '5',
      instant: '2026-03-29T01:30:00.123Z',
      day: '2026-02-28',
      nothing: null,
      half: 1.5,
    })
  })

  it('refuses to commit after a statement whose error was swallowed', async () => {
    const id = await addCompany(db())
    const careless = db().inTenant(id, async (trx) => {
      await trx.updateTable('company').set({ NOM: 'Perdu' }).execute()
      await sql`select 1 / 0`.execute(trx).catch(() => undefined)
    })
    await expect(careless).rejects.toThrow('COMMIT after a failed statement')
    expect(await db().inTenant(id, (trx) => trx.selectFrom('company').select('NOM').executeTakeFirst())).not.toEqual({
      NOM: 'Perdu',
    })
  })

  it.each(['53100', '53200', '57014', '55P03'])(
    '[FILE-10] answers 503 to a statement that the engine refused for want of room, memory, time or a lock (%s)',
    async (code) => {
      const id = await addCompany(db())
      const refused = db().inTenant(id, (trx) =>
        sql.raw(`do $$ begin raise exception 'refused' using errcode = '${code}'; end $$`).execute(trx),
      )
      const error = await refused.catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(StatementRefused)
      expect(error).toMatchObject({ code: 'UNAVAILABLE' })
    },
  )

  it('runs a transaction again after a serialization failure, three times at most', async () => {
    const id = await addCompany(db())
    const failing = (times: number) => {
      let runs = 0
      return db().inTenant(id, async (trx) => {
        runs += 1
        if (runs <= times)
          await sql.raw("do $$ begin raise exception 'again' using errcode = '40001'; end $$").execute(trx)
        return runs
      })
    }
    expect(await failing(3)).toBe(4)
    await expect(failing(4)).rejects.toMatchObject({ code: '40001' })
  })

  it('delivers messages to its listeners until they stop listening', async () => {
    const heard: string[] = []
    const leave = await db().listen('essai', { onMessage: (payload) => heard.push(payload) })
    await db().notify('essai', 'un')
    await expect.poll(() => heard).toEqual(['un'])
    await leave()
    const after: string[] = []
    const leaveToo = await db().listen('essai', { onMessage: (payload) => after.push(payload) })
    await db().notify('essai', 'deux')
    await expect.poll(() => after).toEqual(['deux'])
    expect(heard).toEqual(['un'])
    await leaveToo()
  })
})

describe('a database that cannot be reached', () => {
  const failing = (error: object) =>
    withTransactions({
      pool: { connect: () => Promise.reject(Object.assign(new Error('away'), error)), figures: () => ({}) },
      role: null,
      shares: null,
      console: null,
      ping: () => Promise.reject(Object.assign(new Error('away'), error)),
    } as unknown as Engine)

  it.each([
    { code: 'ENOTFOUND' },
    { code: 'EAI_AGAIN' },
    { code: 'ECONNREFUSED' },
    // A full disk in the middle of a commit: nobody knows whether it was one.
    { code: '53100', severity: 'PANIC' },
  ])('[FILE-10] answers 503, and says nothing of the outcome (%o)', async (error) => {
    const db = failing(error)
    for (const call of [db.inTenant('c', async () => null), db.ping()]) {
      const thrown = await call.catch((caught: unknown) => caught)
      expect(thrown).toMatchObject({ code: 'UNAVAILABLE' })
      expect(thrown).not.toBeInstanceOf(StatementRefused)
    }
  })
})
