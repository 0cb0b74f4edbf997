import { randomUUID } from 'node:crypto'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { sql } from 'kysely'
import { afterEach, expect, it } from 'vitest'
import { HEADER } from '../../schemas/protocol.ts'
import type { Database } from '../../server/plugins/database/database.ts'
import { unavailable } from '../../server/plugins/database/unavailable.ts'
import type { AppConfig } from '../../server/services.ts'
import { addCompany, describeEngines } from '../support/engines.ts'
import { scrape } from '../support/scrape.ts'
import { plant } from '../support/staffed-company.ts'
import { addPersonnel, signIn, testApp } from '../support/test-app.ts'

/** The figures for monitoring, and who may read them (OPS-02). */

const TOKEN = 'jeton-de-la-supervision-0123456789'
const PAGES = ['/livez', '/readyz', '/metrics'] as const

describeEngines('monitoring', (db, engine) => {
  const opened: FastifyInstance[] = []
  const open = async (changes: Partial<AppConfig> = {}, over: Database = db()): Promise<FastifyInstance> => {
    const app = await testApp(over, changes)
    opened.push(app)
    return app
  }
  afterEach(async () => {
    for (const app of opened.splice(0)) await app.close()
  })

  const statuses = async (app: FastifyInstance, more: InjectOptions = {}): Promise<number[]> => {
    const headers = { host: 'localhost', ...more.headers }
    const all = await Promise.all(PAGES.map((url) => app.inject({ url, ...more, headers })))
    return all.map(({ statusCode }) => statusCode)
  }
  const OPEN = [200, 200, 200]
  const CLOSED = [404, 404, 404]

  it('[SEC] answers only this machine unless a setting allows others', async () => {
    const app = await open({ publicUrl: 'https://lolapp.example.com' })
    const bearer = { authorization: `Bearer ${TOKEN}` }
    expect(await statuses(app)).toEqual(OPEN)
    expect(await statuses(app, { headers: { host: '127.0.0.1:3000' } })).toEqual(OPEN)
    for (const stranger of [
      { remoteAddress: '192.0.2.7' },
      { remoteAddress: '192.0.2.7', headers: bearer },
      // A proxy on this machine forwards everybody's calls.
      { headers: { 'x-forwarded-for': '192.0.2.7' } },
      { headers: { 'x-forwarded-for': '127.0.0.1' } },
      { headers: { forwarded: 'for=127.0.0.1' } },
      { headers: { 'x-real-ip': '127.0.0.1' } },
      { headers: { via: '1.1 proxy' } },
      // The call as forwarded by a proxy that adds no header.
      { headers: { host: 'lolapp.example.com' } },
      { headers: { host: 'maison.localhost' } },
      { headers: { host: 'maison.lolapp.example.com' } },
    ])
      expect([stranger, await statuses(app, stranger)]).toEqual([stranger, CLOSED])
    // The same answer as a page that does not exist.
    const { body } = await app.inject({ url: '/metrics', remoteAddress: '192.0.2.7' })
    expect(JSON.parse(body)).toMatchObject({ code: 'NOT_FOUND' })
  })

  it('[SEC] with a token configured, only the token opens the figures, from anywhere, on the main host alone', async () => {
    const app = await open({ metricsToken: TOKEN, publicUrl: 'https://lolapp.example.com' })
    const from = (host: string, authorization: string) => ({
      remoteAddress: '192.0.2.7',
      headers: { host, authorization },
    })
    expect(await statuses(app)).toEqual([200, 200, 404])
    expect(await statuses(app, from('lolapp.example.com', `Bearer ${TOKEN}`))).toEqual(OPEN)
    expect(await statuses(app, from('10.0.0.5:3000', `Bearer ${TOKEN}`))).toEqual(OPEN)
    for (const wrong of [`Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(1)}`, TOKEN, `Basic ${TOKEN}`, 'Bearer '])
      expect(await statuses(app, from('lolapp.example.com', wrong))).toEqual(CLOSED)
    expect(await statuses(app, from('maison.lolapp.example.com', `Bearer ${TOKEN}`))).toEqual(CLOSED)
  })

  it('[SEC] a listed address is compared with the caller’s own, whatever X-Forwarded-For says', async () => {
    const listed = { monitoringFrom: ['10.9.0.0/16', '2001:db8::/32'] }
    const direct = await open(listed)
    expect(await statuses(direct, { remoteAddress: '10.9.3.4' })).toEqual(OPEN)
    expect(await statuses(direct, { remoteAddress: '::ffff:10.9.3.4' })).toEqual(OPEN)
    expect(await statuses(direct, { remoteAddress: '2001:db8::7' })).toEqual(OPEN)
    expect(await statuses(direct, { remoteAddress: '10.8.3.4' })).toEqual(CLOSED)
    const forged = { 'x-forwarded-for': '10.9.3.4' }
    expect(await statuses(direct, { headers: forged })).toEqual(CLOSED)
    expect(await statuses(direct, { headers: forged, remoteAddress: '192.0.2.7' })).toEqual(CLOSED)
    // An unlisted proxy counts as the caller of everything that it forwards.
    expect(await statuses(direct, { headers: forged, remoteAddress: '10.9.3.4' })).toEqual(CLOSED)
    const behind = await open({ ...listed, trustProxy: ['127.0.0.1'] })
    expect(await statuses(behind, { headers: forged })).toEqual(OPEN)
    expect(await statuses(behind, { headers: { 'x-forwarded-for': '10.9.3.4, 192.0.2.7' } })).toEqual(CLOSED)
  })

  it('[OPS-02 health] /livez uses nothing, and /readyz says what is missing', async () => {
    const silent = (): Promise<never> => new Promise(() => undefined)
    let ping = db().ping
    let pings = 0
    let full = false
    const app = await open(
      {},
      {
        ...db(),
        ping: () => {
          pings += 1
          return ping()
        },
        figures: () => (full ? { ...db().figures(), pool: { most: 1, used: 1, waiting: 3 } } : db().figures()),
      },
    )
    const state = async (): Promise<unknown> => {
      const before = pings
      for (;;) {
        const { statusCode, body } = await app.inject({ url: '/readyz', headers: { host: 'localhost' } })
        // A probe's result is reused for one second.
        if (pings > before) return [statusCode, (JSON.parse(body) as { data: unknown }).data]
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    }
    const good = { serving: true, database: true, migrations: true }
    expect(await state()).toEqual([200, { status: 'ready', checks: good }])
    // A busy pool does not make the server unready.
    full = true
    expect(await state()).toEqual([200, { status: 'ready', checks: good }])
    full = false
    for (const away of [silent, () => Promise.reject(unavailable())]) {
      ping = away
      expect(await state()).toEqual([503, { status: 'not ready', checks: { ...good, database: false } }])
    }
    const alive = await app.inject({ url: '/livez', headers: { host: 'localhost', authorization: 'Bearer x' } })
    expect([alive.statusCode, alive.json()]).toEqual([200, { data: { status: 'alive' } }])
    ping = db().ping
    app.readiness.leave()
    expect(await state()).toEqual([503, { status: 'not ready', checks: { ...good, serving: false } }])
  })

  it('[OPS-02 health] counts requests by route and status, in the text that Prometheus reads', async () => {
    const app = await open()
    const companyId = await addCompany(db())
    const { headers } = await signIn(app, { companyId, id: (await addPersonnel(db(), { companyId })).id })
    for (const url of [`/api/clients/${randomUUID()}`, `/api/clients/${randomUUID()}`])
      expect((await app.inject({ url, headers })).statusCode).toBe(404)
    expect((await app.inject({ url: '/api/clients?since=autre~1~1~x', headers })).statusCode).toBe(410)
    await app.inject({ url: '/api/%E0%A4%A' })
    const { headers: told } = await app.inject({ url: '/metrics', headers: { host: 'localhost' } })
    expect(told['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
    const figures = await scrape(app)
    const requests = (labels: Record<string, string>) => figures.value('lolapp_http_requests_total', labels)
    expect(requests({ method: 'GET', route: '/api/clients/:id', status: '404' })).toBe(2)
    expect(requests({ method: 'GET', route: '/api/clients', status: '410' })).toBe(1)
    expect(requests({ method: 'GET', route: 'none', status: '400' })).toBe(1)
    expect(requests({ route: '/metrics' })).toBe(1)
    expect(figures.value('lolapp_http_request_duration_seconds_count', { route: '/api/clients/:id' })).toBe(2)
    expect(figures.value('lolapp_resyncs_total')).toBe(1)
    expect(figures.value('lolapp_database_up')).toBe(1)
    expect(figures.value('lolapp_database_pool_size')).toBe(engine === 'pglite' ? 1 : 20)
    expect(figures.value('lolapp_database_failures_total', { kind: 'away' })).toBeTypeOf('number')
    expect(figures.value('nodejs_eventloop_lag_p99_seconds')).toBeTypeOf('number')
    expect(figures.value('process_resident_memory_bytes')).toBeGreaterThan(1e6)
  })

  it('has one series per route: 1,000 odd paths, methods and hosts add nothing', async () => {
    const app = await open()
    const ask = async (n: number): Promise<unknown> => {
      const odd = [`/api/clients/${randomUUID()}`, `/${randomUUID()}`, `/api/${n}/x`, `/x/${n}.js`, `/api/%E0${n}`]
      const method = (['GET', 'POST', 'DELETE', 'PROPFIND'] as const)[n % 4] as 'GET'
      return app.inject({ method, url: odd[n % 5] as string, headers: { host: `h${n}.localhost` } })
    }
    for (let n = 0; n < 20; n += 1) await ask(n)
    // A scrape is counted after its answer, so the second one shows the first.
    await scrape(app)
    const before = (await scrape(app)).samples
    for (let n = 20; n < 1020; n += 1) await ask(n)
    const after = await scrape(app)
    expect(before).toBeGreaterThan(15)
    expect(after.samples).toBe(before)
    const routes = new Set(after.families.get('lolapp_http_requests_total')?.metrics.map(({ labels }) => labels?.route))
    const known = new Set(['none', ...app.declaredRoutes.map(({ url }) => url)])
    expect([...routes].filter((route) => !known.has(route ?? ''))).toEqual([])
  })

  it('counts streams, and the hints that they were sent', async () => {
    const app = await open()
    const companyId = await addCompany(db())
    const { headers } = await signIn(app, { companyId, id: (await addPersonnel(db(), { companyId })).id })
    const origin = await app.listen({ port: 0, host: '127.0.0.1' })
    const stop = new AbortController()
    const stream = await fetch(`${origin}/api/sync/stream`, {
      headers: { ...headers, connection: 'close' },
      signal: stop.signal,
    })
    expect(stream.headers.get(HEADER.request)).toMatch(/^[0-9a-f-]{36}$/)
    expect((await scrape(app)).value('lolapp_streams_open')).toBe(1)
    app.hints.publish(companyId, [{ resource: 'client', seq: 1 }])
    await expect.poll(async () => (await scrape(app)).value('lolapp_hints_sent_total')).toBe(1)
    expect((await scrape(app)).value('lolapp_hints_published_total')).toBe(1)
    stop.abort()
    await expect.poll(async () => (await scrape(app)).value('lolapp_streams_open')).toBe(0)
  })

  it('tells the whole installation’s outbox, dead letters, conflicts, devices and last backup', async () => {
    const [one, two] = [await addCompany(db()), await addCompany(db())]
    const before = await scrape(await open())
    const message = (companyId: string, channel: string, status: string, hours: number) =>
      db().inTenant(companyId, (trx) =>
        sql`insert into message (id, company_id, key, channel, recipient, payload, status, created_at, due_at)
          values (${randomUUID()}, ${companyId}, ${randomUUID()}, ${channel}, 'a@example.com', '{}', ${status},
            now() - make_interval(hours => ${hours}), now() + make_interval(hours => ${status === 'queued' ? -hours / 2 : 0}))`.execute(
          trx,
        ),
      )
    await message(one, 'mail', 'failed', 6)
    await message(two, 'mail', 'unknown', 4)
    await message(two, 'sms', 'sent', 4)
    for (const companyId of [one, two]) {
      await db().inTenant(companyId, async (trx) => {
        for (const RESOLU of [0, 0, 1])
          await plant(trx, 'conflit', { id: randomUUID(), RESSOURCE: 'client', IDENREGISTREMENT: 'c', RESOLU })
        const device = { company_id: companyId, personnel_id: 'p', token_hash: 't', agent: 'x', files: 0 }
        const now = new Date()
        const long = new Date(now.getTime() - 2 * 86_400_000)
        for (const [device_id, more] of [
          ['clean', { pending: 0, refused: 0, oldest: null }],
          ['fresh', { pending: 2, refused: 0, oldest: now }],
          ['behind', { pending: 2, refused: 1, oldest: long }],
        ] as const)
          await trx
            .insertInto('device')
            .values({ ...device, device_id, reported_at: now, ...more })
            .execute()
      })
    }
    const at = new Date(Date.now() - 3_600_000)
    await db().transaction({ platform: true }, (trx) => sql`insert into backup_made (at) values (${at})`.execute(trx))

    const app = await open()
    await app.inject('/api/health')
    // Written while the server runs, so that the automatic sender does not take it.
    await message(one, 'push', 'queued', 2)
    const figures = await scrape(app)
    const grown = (name: string, labels?: Record<string, string>): number =>
      (figures.value(name, labels) ?? Number.NaN) - (before.value(name, labels) ?? Number.NaN)
    expect({
      dead: grown('lolapp_outbox_dead_letters', { channel: 'mail' }),
      failed: grown('lolapp_outbox_messages', { channel: 'mail', status: 'failed' }),
      sms: grown('lolapp_outbox_messages', { channel: 'sms', status: 'queued' }),
      conflicts: grown('lolapp_conflicts_open'),
      devices: grown('lolapp_devices'),
      behind: grown('lolapp_devices_behind'),
      refused: grown('lolapp_devices_refused'),
    }).toEqual({ dead: 2, failed: 1, sms: 0, conflicts: 4, devices: 6, behind: 2, refused: 2 })
    expect(figures.value('lolapp_outbox_oldest_seconds', { channel: 'mail', status: 'failed' })).toBeGreaterThan(21_599)
    expect(figures.value('lolapp_outbox_overdue_seconds', { channel: 'push' })).toBeGreaterThan(3599)
    expect(figures.value('lolapp_backup_last_timestamp_seconds')).toBeCloseTo(at.getTime() / 1000, 1)
    // No label holds a company or a person.
    const labels = [...figures.families.values()].flatMap(({ metrics }) =>
      metrics.flatMap((m) => Object.keys(m.labels ?? {})),
    )
    const ours = new Set(
      labels.filter((label) => !['space', 'kind', 'version', 'major', 'minor', 'patch', 'type', 'le'].includes(label)),
    )
    expect([...ours].sort()).toEqual(['channel', 'method', 'route', 'status', 'task'])
  })

  it('tells when the regular tasks were last done; what a clock that was ahead wrote is no date', async () => {
    const known = async (app: FastifyInstance) => {
      const figures = await scrape(app)
      return {
        backup: figures.value('lolapp_backup_last_timestamp_seconds'),
        retention: figures.value('lolapp_retention_last_timestamp_seconds'),
        reminders: figures.value('lolapp_task_last_timestamp_seconds', { task: 'reminders' }),
        evidence: figures.value('lolapp_task_last_timestamp_seconds', { task: 'evidence' }),
      }
    }
    const write = (at: Date) =>
      db().transaction({ platform: true }, async (trx) => {
        await sql`delete from backup_made`.execute(trx)
        await sql`insert into backup_made (at) values (${at})`.execute(trx)
        await sql`update retention_turn set done_at = ${at}`.execute(trx)
      })
    const app = await open()
    await write(new Date(Date.now() + 90 * 86_400_000))
    expect(await known(app)).toEqual({ backup: 0, retention: 0, reminders: 0, evidence: 0 })
    const at = new Date(Date.now() - 60_000)
    await write(at)
    const other = await open()
    other.tasks.done('evidence')
    const seconds = at.getTime() / 1000
    const figures = await known(other)
    expect(figures).toMatchObject({ backup: expect.closeTo(seconds, 1), retention: expect.closeTo(seconds, 1) })
    expect(figures.reminders).toBe(0)
    expect(figures.evidence).toBeGreaterThan(seconds)
    await db().transaction({ platform: true }, (trx) => sql`update retention_turn set done_at = null`.execute(trx))
  })

  it('uses one connection at a time and none while requests wait for one, and answers without the database', async () => {
    let [readings, away, waiting] = [0, false, 0]
    const app = await open(
      {},
      {
        ...db(),
        transaction: (scope, fn) => {
          if (away) return Promise.reject(unavailable())
          if ('figures' in scope) readings += 1
          return db().transaction(scope, fn)
        },
        ping: () => (away ? Promise.reject(unavailable()) : db().ping()),
        figures: () => {
          const figures = db().figures()
          return { ...figures, pool: { ...figures.pool, waiting } }
        },
      },
    )
    waiting = 4
    expect((await scrape(app)).value('lolapp_conflicts_open')).toBeUndefined()
    expect((await scrape(app)).value('lolapp_database_pool_waiting')).toBe(4)
    expect(readings).toBe(0)
    waiting = 0
    const all = await Promise.all(Array.from({ length: 20 }, () => scrape(app)))
    expect([readings, all.map((one) => one.value('lolapp_conflicts_open'))]).toEqual([
      1,
      all.map(() => expect.any(Number)),
    ])
    const other = await open(
      {},
      {
        ...db(),
        transaction: () => Promise.reject(unavailable()),
        ping: () => Promise.reject(unavailable()),
      },
    )
    away = true
    const alone = await scrape(other)
    expect(alone.value('lolapp_database_up')).toBe(0)
    expect([alone.value('lolapp_conflicts_open'), alone.value('lolapp_outbox_dead_letters')]).toEqual([
      undefined,
      undefined,
    ])
    expect(alone.value('process_resident_memory_bytes')).toBeGreaterThan(1e6)
  })
})
