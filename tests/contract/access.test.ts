import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { HEADER } from '../../schemas/protocol.ts'
import type { DeclaredRoute } from '../../server/plugins/declared-routes.ts'
import { accessCast, type Caller, type Cast, MARK, PROJECT_MARK } from '../support/access/cast.ts'
import { accessPage, askedRoutes, pairsCounted } from '../support/access/counts.ts'
import { declared, sees } from '../support/access/expectation.ts'
import { fixtureOf, paramsOf, type Target } from '../support/access/fixtures.ts'
import { isStream, OF_NOBODY, requestOf } from '../support/access/request.ts'
import { describeEngines } from '../support/engines.ts'
import { testApp } from '../support/test-app.ts'

interface Answer {
  status: number
  body: string
  /** Epoch in the answer. */
  epoch: string | null
}

interface Asked {
  route: DeclaredRoute
  caller: Caller
  params: Record<string, string>
}

describeEngines('every route × every kind of caller', (db, engine) => {
  let app: FastifyInstance
  let cast: Cast
  let origin: string
  let pairs = 0
  let leaks = 0
  let withoutRole = 0
  let withoutFactor = 0
  let address = 0

  beforeAll(async () => {
    // Each call comes from a different remote address: limits by address have their own tests.
    app = await testApp(db(), { rateLimit: 10_000_000, trustProxy: ['127.0.0.1'], demo: true, logLevel: 'error' })
    cast = await accessCast(app, db())
    origin = await app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(async () => {
    await app.close()
    console.log(`${pairs} paires route × acteur, ${leaks} fuite${leaks > 1 ? 's' : ''} (${engine})`)
  })

  const tokens = new Map<Caller, string | null>()
  /** The caller's session; a new one after they have logged out, or lost it. */
  async function tokenOf(caller: Caller): Promise<string | null> {
    const known = tokens.get(caller)
    if (known === null || (known !== undefined && (caller.kind === null || (await app.sessions.actorOf(known)))))
      return known
    const token = await caller.token()
    tokens.set(caller, token)
    return token
  }

  async function call({ route, caller, params }: Asked): Promise<Answer> {
    // Staff who name another company are refused for that alone. Here only the record belongs to another company.
    const company = caller.company === 'B' ? cast.b : cast.a
    const known = { ...cast.known, company_id: company, IDCOMPANY: company, MAIL: 'camille@example.com' }
    const { url, payload } = requestOf(route, { params, known })
    const token = await tokenOf(caller)
    address += 1
    const writes = route.method !== 'GET'
    const headers = {
      'x-forwarded-for': `10.${(address >> 16) & 255}.${(address >> 8) & 255}.${address & 255}`,
      ...(token === null ? { [HEADER.company]: cast.a } : { authorization: `Bearer ${token}` }),
      ...(writes ? { [HEADER.mutation]: `acces-${address}` } : {}),
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
    }
    if (isStream(route)) {
      const stop = new AbortController()
      const response = await fetch(`${origin}${url}`, { method: route.method, headers, signal: stop.signal })
      const text = response.ok ? '' : await response.text()
      stop.abort()
      return { status: response.status, body: text, epoch: response.headers.get(HEADER.epoch) }
    }
    const response = await app.inject({
      method: route.method as 'GET',
      url,
      headers,
      ...(payload === undefined ? {} : { payload }),
    })
    const epoch = response.headers[HEADER.epoch]
    return { status: response.statusCode, body: response.body, epoch: typeof epoch === 'string' ? epoch : null }
  }

  const nowhere = (route: DeclaredRoute): Record<string, string> =>
    Object.fromEntries(paramsOf(route.url).map((name) => [name, 'introuvable-0']))

  /** What is wrong with this answer; '' when nothing is. */
  async function fault(asked: Asked, target: Target | null): Promise<string> {
    const { route, caller } = asked
    const { status, body, epoch } = await call(asked)
    const verdict = declared(route, caller)
    const visible = target === null ? null : sees(target.audience, caller)
    if (status < 300 && (verdict !== 'open' || visible === false)) leaks += 1
    if (status >= 500) return `${status} ${body.slice(0, 300)}`
    // Demo mode only: it shows everybody the messages that would have been sent.
    const leak = route.url === '/api/demo/outbox' ? '' : leaked(caller, body)
    if (leak) {
      leaks += 1
      return leak
    }
    if (route.access === 'public') return ''
    if (verdict === 401) return status === 401 && body.includes('"UNAUTHENTICATED"') ? '' : `${status} instead of 401`
    if (verdict === 'no role') {
      const told = status === 403 && body.includes('"NO_ROLE"')
      if (told) withoutRole += 1
      return told && epoch !== null ? '' : `${status} ${epoch} instead of NO_ROLE under an epoch`
    }
    if (verdict === 'no factor') {
      const told = status === 403 && body.includes('"SECOND_FACTOR_REQUIRED"')
      if (told) withoutFactor += 1
      return told ? '' : `${status} instead of SECOND_FACTOR_REQUIRED`
    }
    if (verdict === 403) {
      if (status === 403 && body.includes('"UNAUTHORIZED"')) return ''
      return status === 404 && visible === false ? '' : `${status} instead of 403`
    }
    if (status === 401) return '401 for a live session'
    if (visible === null) return status === 403 ? "403 by a rule that the route's declaration does not tell" : ''
    if (visible && status === 403 && target?.authored) return ''
    if (visible) return status === 403 || status === 404 ? `${status} instead of an answer: ${body.slice(0, 200)}` : ''
    if (status !== 404) return `${status} for a record that they may not see: ${body.slice(0, 200)}`
    const missing = await call({ ...asked, params: nowhere(route) })
    return missing.body === body ? '' : `says more than for a missing record: ${body} against ${missing.body}`
  }

  function leaked(caller: Caller, body: string): string {
    if (caller.kind === 'admin') return ''
    if (caller.company !== 'A' && body.includes(MARK)) return 'gives a text of the other company'
    if (caller.kind === 'client' && caller.accountId !== cast.known.IDCLIENT && body.includes(MARK)) {
      return "gives another customer's text"
    }
    if (body.includes(PROJECT_MARK) && sees('owner', caller) === false)
      return 'gives a text of a project that they may not see'
    if (body.includes(PROJECT_MARK) && caller.kind === 'client' && caller.accountId !== cast.known.IDCLIENT) {
      return "gives a text of another customer's project"
    }
    return ''
  }

  it('[AUT-10] [AUT-11] [SEC] answers every caller as the table of rights says, and another’s record like a missing one', async () => {
    const faults: string[] = []
    for (const route of askedRoutes(app.declaredRoutes)) {
      const name = `${route.method} ${route.url}`
      const open = route.access === 'public'
      const aboutOne = paramsOf(route.url).length > 0 && !open
      const acts =
        route.method !== 'GET' || app.declaredRoutes.some(({ url, method }) => url === route.url && method === 'POST')
      try {
        const make = aboutOne ? fixtureOf(app, route) : null
        let target = make ? await make(cast, app) : null
        for (const caller of cast.callers) {
          // One caller's change of the record must not affect the next caller's answer.
          if (make && acts && declared(route, caller) === 'open') target = await make(cast, app)
          const wrong = await fault({ route, caller, params: target?.params ?? nowhere(route) }, target)
          pairs += 1
          if (wrong) faults.push(`${name} · ${caller.name}: ${wrong}`)
        }
      } catch (error) {
        faults.push(`${name}: ${error instanceof Error ? error.message : String(error)}`)
      }
    }
    expect(faults).toEqual([])
    expect(leaks).toBe(0)
    expect(accessPage(), 'npm run access writes the count').toContain(`: ${pairsCounted(pairs)},`)
    // Two callers must set up a second factor first, so nearly every other route is closed to them.
    expect(withoutFactor).toBeGreaterThan(400)
  })

  it('[AUT-10] [SERVER-9] answers NO_ROLE on every route of the staff to a person without roles, and lets them log out', async () => {
    const ofStaff = app.declaredRoutes.filter(
      ({ access, url }) =>
        access !== 'public' && access.kinds.includes('personnel') && !access.withoutRole && !OF_NOBODY.test(url),
    )
    expect(ofStaff.map(({ url }) => url)).toEqual(
      expect.arrayContaining([
        '/api/sync/bootstrap',
        '/api/sync/stream',
        '/api/clients',
        '/api/drive/upload',
        '/api/datacache',
      ]),
    )
    expect(withoutRole).toBe(ofStaff.length)
    const nobody = cast.callers.find((caller) => caller.staff?.roles.length === 0) as Caller
    const logout = app.declaredRoutes.find(({ url }) => url === '/api/logout') as DeclaredRoute
    expect((await call({ route: logout, caller: nobody, params: {} })).status).toBeLessThan(300)
  })

  it('[AUT-10] [SEC] every route that sends a message, asks for money or makes a PV names its right, and each pair of right and role is decided', async () => {
    const services =
      /^\/api\/(sms$|push\/send\/|fintecture\/(generate_link|check_account)|invoice\/payments|intervention\/(:id\/pdf|send)$)/
    const found = app.declaredRoutes.filter(({ url }) => services.test(url))
    expect(found.map(({ method, url, right }) => `${method} ${url.replace('/api', '')} ${right}`).sort()).toEqual([
      'GET /fintecture/check_account paiement.account',
      'GET /push/send/:id/:title/:message push.send',
      'POST /fintecture/generate_link paiement.request',
      'POST /intervention/:id/pdf pv.make',
      'POST /intervention/send pv.send',
      'POST /invoice/payments paiement.read',
      'POST /push/send/:id/:title/:message push.send',
      'POST /sms sms.send',
    ])
    const staff = cast.callers.filter((caller) => caller.staff && caller.company === 'A' && !caller.settingUp)
    const table = found.flatMap((route) => staff.map((caller) => ({ route, caller, verdict: declared(route, caller) })))
    for (const { route, caller, verdict } of table) {
      const { status, body } = await call({ route, caller, params: nowhere(route) })
      const code = (JSON.parse(body) as { code?: string }).code
      const told = [route.url, caller.name, status === 403 ? code : 'open']
      expect(told).toEqual([
        route.url,
        caller.name,
        verdict === 'open' ? 'open' : verdict === 403 ? 'UNAUTHORIZED' : 'NO_ROLE',
      ])
    }
    // Every kind of answer occurs, so the table decides something.
    expect(new Set(table.map(({ verdict }) => verdict))).toEqual(new Set(['open', 403, 'no role']))
  })

  it('[AUT-10] [SEC] has a caller for every kind of account and session, and one without session', () => {
    const kinds = new Set(cast.callers.map(({ kind }) => kind))
    expect(kinds).toEqual(new Set([null, 'personnel', 'client', 'admin']))
    expect(cast.callers.length).toBeGreaterThanOrEqual(20)
  })

  it('[AUT-10] names what to add for an id route that no fixture knows', () => {
    const route = {
      method: 'GET',
      url: '/api/essai/:chose',
      access: { kinds: ['admin'] },
      policy: null,
      right: null,
      schema: {},
      rateLimit: null,
    }
    expect(() => fixtureOf(app, route as unknown as DeclaredRoute)).toThrow('tests/support/access/fixtures.ts')
  })
})
