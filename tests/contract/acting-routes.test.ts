import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { HEADER } from '../../schemas/protocol.ts'
import type { Database, Tx } from '../../server/plugins/database/database.ts'
import type { DeclaredRoute } from '../../server/plugins/declared-routes.ts'
import { accessCast, type Caller, type Cast, OWNER } from '../support/access/cast.ts'
import { declared } from '../support/access/expectation.ts'
import { fixtureOf, paramsOf } from '../support/access/fixtures.ts'
import { isStream, OF_NOBODY, requestOf } from '../support/access/request.ts'
import { describeEngines } from '../support/engines.ts'
import { testApp } from '../support/test-app.ts'

const READ_ONLY = '25006'

/** A request that may write nothing; `wrote` tells what it wrote anyway. */
const reading = new AsyncLocalStorage<{ wrote: boolean }>()

/** The database: read only for a watched request, writable for the server's own work. */
function watched(db: Database): Database {
  const only =
    <T>(fn: (trx: Tx) => Promise<T>) =>
    async (trx: Tx): Promise<T> => {
      const request = reading.getStore()
      if (request) await sql`set transaction read only`.execute(trx)
      return fn(trx).catch((error: unknown) => {
        if (request && (error as { code?: string }).code === READ_ONLY) request.wrote = true
        throw error
      })
    }
  return {
    ...db,
    transaction: (scope, fn) => db.transaction(scope, only(fn)),
    inTenant: (companyId, fn) => db.inTenant(companyId, only(fn)),
  }
}

describeEngines('what a route does', (db) => {
  let app: FastifyInstance
  let cast: Cast
  let origin: string
  /** Each request of the server runs under this watch; null for a request that may write. */
  let watch: { wrote: boolean } | null = null
  let callers: Caller[]
  let address = 0

  beforeAll(async () => {
    app = await testApp(watched(db()), { rateLimit: 10_000_000, trustProxy: ['127.0.0.1'], demo: true })
    cast = await accessCast(app, db())
    const emit = app.server.emit.bind(app.server)
    app.server.emit = (...event: [string, ...unknown[]]) =>
      // A connection that is kept alive from a watched request would keep its watch.
      watch ? reading.run(watch, () => emit(...event)) : reading.exit(() => emit(...event))
    origin = await app.listen({ port: 0, host: '127.0.0.1' })
    callers = cast.callers.filter(({ name }) =>
      ['commercial_director', 'assistant', 'client', 'administrateur'].includes(name),
    )
  })
  afterAll(() => app.close())

  const routes = (does: DeclaredRoute['does']): DeclaredRoute[] =>
    app.declaredRoutes.filter((route) => route.does === does && !OF_NOBODY.test(route.url))

  /** Status of one call from a new address; 0 for a stream that opened. */
  async function call(route: DeclaredRoute, token: string | null, params: Record<string, string>): Promise<number> {
    const known = { ...cast.known, company_id: cast.a, IDCOMPANY: cast.a }
    const { url, payload } = requestOf(route, { params, known })
    address += 1
    const stop = new AbortController()
    const response = await fetch(`${origin}${url}`, {
      method: route.method,
      redirect: 'manual',
      signal: stop.signal,
      headers: {
        'x-forwarded-for': `10.9.${(address >> 8) & 255}.${address & 255}`,
        ...(token === null ? { [HEADER.company]: cast.a } : { authorization: `Bearer ${token}` }),
        // A GET that acts does a repeated identical request only once.
        [HEADER.mutation]: randomUUID(),
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(payload === undefined ? {} : { body: payload }),
    })
    if (isStream(route)) stop.abort()
    else await response.text()
    return response.status
  }

  it('[SEC] is declared by each route, whatever its verb: a route without the declaration stops the start', async () => {
    const open = await testApp(db())
    const access = 'public'
    for (const method of ['GET', 'POST'] as const)
      expect(() => open.route({ method, url: '/api/essai', config: { access }, handler: async () => 'x' })).toThrow(
        'does not say whether it acts',
      )
    await open.close()
  })

  it('[SEC] a route declared as reading works on a read-only database', async () => {
    const faults: string[] = []
    let asked = 0
    for (const route of routes('reads')) {
      const make = paramsOf(route.url).length > 0 && route.access !== 'public' ? fixtureOf(app, route) : null
      const target = await make?.(cast, app)
      const readers = callers.filter((caller) => declared(route, caller) === 'open')
      for (const caller of readers.length > 0 ? readers : callers.slice(0, 1)) {
        const token = route.access === 'public' ? null : await caller.token()
        watch = { wrote: false }
        const status = await call(route, token, target?.params ?? {})
        if (watch.wrote || status >= 500)
          faults.push(`${route.method} ${route.url} · ${caller.name}: ${status}, wrote: ${watch.wrote}`)
        watch = null
        asked += 1
      }
    }
    expect(faults).toEqual([])
    expect(asked).toBeGreaterThan(100)
  })

  it('[AUT-07] [SEC] the audit trail has each act of an impersonating administrator, by POST and by the GETs that act', async () => {
    const impersonator = cast.callers.find(({ name }) => name === 'administrateur')?.accountId
    const companyId = cast.a
    const session = (kind: 'personnel' | 'client', accountId: string) =>
      app.sessions.open({ kind, accountId, companyId, deviceId: null, impersonator: `admin:${impersonator}` })
    const missing: string[] = []
    const traced: string[] = []
    for (const route of routes('acts')) {
      const caller = callers.find((one) => one.kind !== 'admin' && declared(route, one) === 'open')
      if (!caller) continue
      // Only the account's owner may use it: it is closed to an impersonating administrator.
      if (route.access !== 'public' && route.access.own) continue
      const make = paramsOf(route.url).length > 0 && route.access !== 'public' ? fixtureOf(app, route) : null
      const target = await make?.(cast, app)
      const { token } = await session(caller.kind === 'client' ? 'client' : 'personnel', caller.accountId ?? OWNER)
      const status = await call(route, token, target?.params ?? {})
      const { rows } = await db().inTenant(companyId, (tx) =>
        sql`select 1 from audit where action = 'impersonation.request' and impersonator is not null
          and details->>'method' = ${route.method} and details->>'route' = ${route.url}`.execute(tx),
      )
      const name = `${route.method} ${route.url}`
      if (rows.length > 0) traced.push(name)
      // Its own check (a signed call) refused the call before anything was done.
      else if (status !== 401) missing.push(`${name}: ${status}`)
    }
    expect(missing).toEqual([])
    expect(traced).toEqual(
      expect.arrayContaining([
        'GET /api/projets/:id/cancel',
        'GET /api/push/send/:id/:title/:message',
        'GET /api/space/devis/:id/sign',
        'POST /api/clients',
        'DELETE /api/clients/:id',
      ]),
    )
    console.log(`${traced.length} routes qui agissent, ${missing.length} sans trace`)
  })
})
