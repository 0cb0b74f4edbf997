import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type AdminCaller, adminCaller, errorsOf } from '../../../tests/support/admin-caller.ts'
import { answerOf } from '../../../tests/support/contract.ts'
import { describeEngines } from '../../../tests/support/engines.ts'
import { atNoon } from '../../../tests/support/noon.ts'
import { plant, staffedCompany } from '../../../tests/support/staffed-company.ts'
import { addPersonnel, call, signIn, testApp } from '../../../tests/support/test-app.ts'
import { sqlFault } from '../../console/check-sql.ts'
import { enqueueMessage } from '../../messages/enqueue.ts'
import { DeliveryError } from '../../ports/delivery.ts'
import type { SmsPort } from '../../ports/sms/sms.ts'

describeEngines('console of administrators', (db, engine) => {
  let app: FastifyInstance
  let admin: AdminCaller
  let here: string
  let there: string
  const sms = { providerOf: () => 'brevo', sends: () => true, send: vi.fn<SmsPort['send']>() } satisfies SmsPort

  beforeAll(async () => {
    app = await testApp(db(), { tinker: true, consoleTimeout: 30_000 }, { sms })
    admin = await adminCaller(app, db())
    here = (await staffedCompany(db())).id
    there = (await staffedCompany(db())).id
    for (const [id, NOM] of [
      [here, 'Ici'],
      [there, 'Ailleurs'],
    ] as const) {
      await db().inTenant(id, (tx) => plant(tx, 'client', { IDCLIENT: `client-${NOM}`, NOM }))
    }
    await addPersonnel(db(), { companyId: here })
  })
  afterAll(() => app.close())

  const ask = (text: string, company_id = here) => admin.call('POST', '/tinker', { sql: text, company_id })
  /** Directly to the engine, without the check of the query: the database must refuse by itself. */
  const raw = (text: string, companyId = here) => {
    if (!db().consoleQuery) throw new Error('no console role')
    return (db().consoleQuery as NonNullable<ReturnType<typeof db>['consoleQuery']>)({
      companyId,
      text,
      limit: 500,
      timeout: 30_000,
    })
  }

  it('[ADM-03] lists its commands and runs them by name, each noted in the trail', async () => {
    const { list } = await admin.call('GET', '/tinker')
    expect(list.map(({ name }) => name)).toEqual([
      'maintain',
      'sessions.revoke',
      'company.reseed_references',
      'messages.retry',
      'audit.export',
    ])
    const person = await addPersonnel(db(), { companyId: here })
    const { headers } = await signIn(app, { companyId: here, id: person.id })
    expect((await call(app, { url: '/api/clients', headers })).status).toBe(200)
    const args = { company_id: here, account: `personnel:${person.id}` }
    const done = await admin.call('POST', '/admin/execute', { command: 'sessions.revoke', args })
    expect(done).toMatchObject({ status: 200, data: { result: { done: true } } })
    expect((await call(app, { url: '/api/clients', headers })).status).toBe(401)
    for (const name of ['company.reseed_references', 'messages.retry', 'audit.export']) {
      expect((await admin.call('POST', '/tinker', { command: name, args: { company_id: here } })).status).toBe(200)
      expect((await admin.call('POST', '/tinker', { command: name, args: { company_id: 'nulle' } })).status).toBe(404)
      expect((await admin.call('POST', '/tinker', { command: name, args: { more: 1 } })).status).toBe(422)
    }
    expect((await admin.call('POST', '/tinker', { command: 'maintain' })).status).toBe(200)
    for (const body of [{ command: 'rm -rf' }, { command: '__proto__' }, {}, { sql: '' }, { js: '1' }]) {
      expect([body, (await admin.call('POST', '/tinker', body)).status]).toEqual([body, 422])
    }
    const lines = (await admin.call('GET', '/admin/audit?action=console.command&limit=500')).list
    expect(lines.map(({ details }) => (details as { command: string }).command)).toContain('sessions.revoke')
  })

  it('[ADM-03] [API-13] sends the dead letters of a company again, and none that lost its words', async () => {
    const { id } = await staffedCompany(db())
    await atNoon(db(), id)
    const put = (key: string, secret: boolean): Promise<string> =>
      db().inTenant(id, (trx) =>
        enqueueMessage(trx, {
          channel: 'sms',
          key,
          recipient: '+33639980001',
          payload: { text: key, ...(secret ? { secret: true as const } : {}) },
        }),
      )
    sms.send.mockImplementation(async () => {
      throw new DeliveryError('failed', 'Le fournisseur a refusé.')
    })
    const [failed, code, old] = [await put('À demain', false), await put('918273', true), await put('Vieux', false)]
    await app.messages.drain()
    // As after a year.
    await db().inTenant(id, (trx) => sql`update message set payload = '{}' where id = ${old}`.execute(trx))
    sms.send.mockReset()
    sms.send.mockImplementation(async () => ({ status: 'sent' }))
    const done = await admin.call('POST', '/admin/execute', { command: 'messages.retry', args: { company_id: id } })
    expect(done).toMatchObject({ status: 200, data: { result: { count: 1, erased: 2 } } })
    await app.messages.drain()
    expect(sms.send.mock.calls.map(([{ text }]) => text)).toEqual(['À demain'])
    const { rows } = await db().inTenant(id, (tx) =>
      sql`select id, status, attempts from message where company_id = ${id}`.execute(tx),
    )
    const states = [
      { id: failed, status: 'sent', attempts: 2 },
      { id: code, status: 'failed', attempts: 1 },
      { id: old, status: 'failed', attempts: 1 },
    ]
    expect(rows).toHaveLength(3)
    expect(rows).toEqual(expect.arrayContaining(states))
  })

  it('[ADM-03] reads one company with a SELECT, noted in the trail with its text', async () => {
    const text = 'select "IDCLIENT", count(*) over () as total from client where "NOM" like \'Ici%\''
    expect(await ask(text)).toMatchObject({
      status: 200,
      data: { rows: [{ IDCLIENT: 'client-Ici', total: 1 }], more: false },
    })
    expect((await ask('select "NOM" from client', there)).data.rows).toEqual([{ NOM: 'Ailleurs' }])
    const lines = (await admin.call('GET', '/admin/audit?action=console.query&limit=500')).list
    expect(lines).toContainEqual(
      expect.objectContaining({ actor: `admin:${admin.id}`, details: { sql: text, company_id: here } }),
    )
    const many = await ask('select a."id" from reference a, reference b, reference c, reference d')
    expect([(many.data.rows as unknown[]).length, many.data.more]).toEqual([500, true])
    const typo = await ask('select rien from client')
    expect([typo.status, Object.keys(errorsOf(typo))]).toEqual([422, ['sql']])
    expect((await ask('select 1', 'nulle')).status).toBe(404)
    expect((await admin.call('POST', '/tinker', { sql: 'select 1' })).status).toBe(422)
  })

  it.each([
    'update client set "NOM" = \'x\'',
    'delete from client',
    'insert into client default values',
    "copy client to '/tmp/x'",
    "copy client to program 'id'",
    'set role postgres',
    'reset role',
    'set session authorization postgres',
    'begin',
    'commit',
    'do $$ begin end $$',
    'call x()',
    'vacuum',
    'select 1; select 2',
    'select 1; drop table client',
    'select 1) as a limit $1; drop table client; --',
    'select 1) as a union all (select 2',
    'select pg_sleep(10)',
    'select pg_catalog . pg_sleep (10)',
    'select "pg_sleep"(10)',
    "select set_config('app.company_id', 'x', true)",
    "select set_config/**/('role', 'postgres', false)",
    "select set_config--\n('role', 'postgres', false)",
    "select query_to_xml('select 1', true, true, '')",
    "select pg_read_file('/etc/passwd')",
    "select lo_import('/etc/passwd')",
    'select take_seq(1)',
    "select current_setting('app.company_id')",
    "select E'\\'; drop table client; --'",
    "select U&'\\0027'",
    'select $$x$$',
    'select operator(pg_catalog.+)(1)',
  ])('[SEC] refuses before the query reaches the database: %s', async (text) => {
    const answer = await ask(text)
    expect([answer.status, Object.keys(errorsOf(answer))]).toEqual([422, ['sql']])
    const lines = (await admin.call('GET', '/admin/audit?action=console.query&limit=500')).list
    // The attempt is in the trail, as it was written.
    expect(lines.some(({ details }) => (details as { sql: string }).sql === text.trim().replace(/;$/, ''))).toBe(true)
  })

  it.each([
    ['a write', 'with x as (update client set "NOM" = \'x\' returning 1) select * from x'],
    ['a write of a function', 'select take_seq(1)'],
    ['a second statement', 'select 1) as a limit $1; select 2; --'],
    ['a role, set', "select set_config('role', 'postgres', true)"],
    ['a session, set', "select set_config('session_authorization', 'postgres', true)"],
    ['the read-only transaction, ended', "select set_config('transaction_read_only', 'off', true)"],
    ['a file', "select pg_read_file('/etc/passwd')"],
    ['passwords', 'select password_hash from credential'],
    ['administrators', 'select * from admin_user'],
    ['sessions', 'select * from session'],
    ['password links', 'select * from password_link'],
    ['answers of once', 'select * from once_result'],
    ['used login tokens', 'select * from lola_token'],
    ['the sealed key', 'select "CLE_LOLA" from company'],
    ['the mail server', 'select "SMTP" from company'],
    ['whole rows of companies', 'select * from company'],
    ['texts of messages', 'select payload from message'],
    ['details of the trail', 'select details from audit'],
    ['the migrations', 'select * from schema_migration'],
    ['passwords of the engine', 'select rolpassword from pg_authid'],
  ])('[SEC] the database itself refuses %s', async (what, text) => {
    // It runs as a part of another SELECT, which is no place for a write or a second statement; most others lack the right.
    const codes: Record<string, string> = {
      'a write': '0A000',
      'a write of a function': '25006',
      'a second statement': '42601',
      'the read-only transaction, ended': engine === 'pglite' ? '42501' : '25001',
    }
    await expect(raw(text)).rejects.toMatchObject({ code: codes[what] ?? '42501' })
    const { rows } = await db().inTenant(here, (tx) =>
      sql<{ name: string }>`select "NOM" as name from client`.execute(tx),
    )
    expect(rows).toEqual([{ name: 'Ici' }])
  })

  it('[SEC] no query reads another company, whatever it sets', async () => {
    const own = await raw('select company_id from client')
    expect(own.rows).toEqual([{ company_id: here }])
    expect((await raw('select id from company')).rows).toEqual([{ id: here }])
    const moves = [
      `select c."NOM" from (select set_config('app.company_id', '${there}', true) as x) s, lateral (select * from client where s.x <> '') c`,
      `select c.id from (select set_config('app.platform', 'on', true) as x) s, lateral (select id from company where s.x <> '') c`,
      `select c.id from (select set_config('app.company_key', '${there}', true) as x) s, lateral (select id from company where s.x <> '') c`,
    ]
    for (const move of moves) {
      // PGlite forbids the setting; PostgreSQL allows it and shows no more rows.
      const { rows } = await raw(move).catch(() => ({ rows: [] as Record<string, unknown>[] }))
      expect(JSON.stringify(rows)).not.toContain('Ailleurs')
      expect(JSON.stringify(rows)).not.toContain(there)
    }
    // The setting does not stay: the next query reads as before.
    expect((await raw('select company_id from client')).rows).toEqual([{ company_id: here }])
    expect((await raw('select count(*) as n from console_scope')).rows).toEqual([{ n: 1 }])
  })

  it('[SEC] no query takes the requests’ own role', async () => {
    const { rows } = await db().inTenant(here, (tx) => sql<{ name: string }>`select current_user as name`.execute(tx))
    const name = rows[0]?.name ?? ''
    expect(name).toMatch(/^lolapp_(app|login)_/)
    await expect(raw(`select set_config('role', '${name}', true)`)).rejects.toMatchObject({ code: '42501' })
    expect((await raw('select current_user::text as name')).rows[0]?.name).toMatch(/^lolapp_console_/)
  })

  it('[SEC] nobody may read a column that the allow-list does not name', async () => {
    const secret = /password|hash|token|secret|sealed|digest|SMTP|CLE_|payload|details|otp/i
    const { rows } =
      await raw(`select table_name || '.' || column_name as name from information_schema.column_privileges
      where grantee = current_user and privilege_type = 'SELECT'`)
    expect(rows.length).toBeGreaterThan(50)
    expect(rows.map(({ name }) => String(name)).filter((name) => secret.test(name))).toEqual([])
  })

  it('[SEC] does not exist unless it is switched on, and is for administrators only', async () => {
    const off = await testApp(db())
    const person = await addPersonnel(db(), { companyId: here, roles: ['commercial_director'] })
    const { headers } = await signIn(app, { companyId: here, id: person.id })
    for (const [method, url] of [
      ['GET', '/api/tinker'],
      ['POST', '/api/tinker'],
      ['POST', '/api/admin/execute'],
    ] as const) {
      const payload = method === 'POST' ? { payload: { sql: 'select 1', company_id: here } } : {}
      const status = async (on: FastifyInstance, given: Record<string, string>) =>
        answerOf(await on.inject({ method, url, headers: given, ...payload })).status
      expect([url, await status(off, admin.headers)]).toEqual([url, 404])
      expect([url, await status(app, headers), await status(app, {})]).toEqual([url, 403, 401])
    }
    await off.close()
  })

  it('accepts ordinary SELECTs', () => {
    for (const text of [
      'select 1',
      'WITH recents AS (select * from projet where "DATE_CREATION" > \'2026-01-01\') select count(*) from recents',
      "select date_trunc('month', at) as mois, count(*) filter (where action = 'login.refused') from audit group by 1 order by 1 desc",
      "select \"NOM\" || ' l''ancien' from client where \"IDCLIENT\" in ('a', 'b') limit 3",
      'select coalesce("VILLE", \'—\') as "Où (ville)" from client',
    ]) {
      expect([text, sqlFault(text)]).toEqual([text, null])
    }
  })

  // Last, because it replaces the embedded engine’s worker.
  it('[SEC] a query that does not end is stopped, and the server still answers', async () => {
    const product = Array.from({ length: 12 }, (_, n) => `reference r${n}`).join(', ')
    const hasty = await testApp(db(), { tinker: true, consoleTimeout: 1000 })
    const payload = { sql: `select count(*) from ${product}`, company_id: here }
    const slow = answerOf(await hasty.inject({ method: 'POST', url: '/api/tinker', headers: admin.headers, payload }))
    await hasty.close()
    expect(slow).toMatchObject({
      status: 400,
      body: { message: 'Cette requête prend trop de temps : elle a été arrêtée.' },
    })
    await expect.poll(async () => (await call(app, { url: '/api/health' })).status, { interval: 500 }).toBe(200)
  })
})
