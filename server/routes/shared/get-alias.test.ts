import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addCompany, describeEngines } from '../../../tests/support/engines.ts'
import { addPersonnel, signIn, testApp } from '../../../tests/support/test-app.ts'
import { PUBLIC, STAFF } from '../../actor.ts'
import { once } from '../../writes/once.ts'
import { one } from './answers.ts'
import { guardedGetAlias } from './get-alias.ts'

describeEngines('GET alias of a call that acts', (db) => {
  let app: FastifyInstance
  let bearer: Record<string, string>
  const log: string[] = []
  const acted: unknown[] = []

  beforeAll(async () => {
    app = await testApp(db(), { logLevel: 'info', logTo: { write: (line) => void log.push(line) } })
    const query = { CODE: Type.String({ maxLength: 6 }), PORTABLE: Type.Optional(Type.String({ maxLength: 20 })) }
    const response = { 200: one(Type.Integer()) }
    guardedGetAlias(app, {
      url: '/api/essai/staff',
      access: STAFF,
      summary: 'Essai',
      query,
      response,
      handler: async (request) => ({
        data: await app.db.inTenant(request.company?.id ?? '', (trx) =>
          once(trx, request, async () => acted.push(request.body)),
        ),
      }),
    })
    const handler = (): { data: number } => ({ data: acted.push('public') })
    guardedGetAlias(app, {
      url: '/api/essai/public',
      access: PUBLIC,
      bearer: false,
      summary: 'Essai',
      query,
      response,
      handler,
    })
    const companyId = await addCompany(db())
    bearer = (await signIn(app, { companyId, id: (await addPersonnel(db(), { companyId })).id })).headers
  })
  afterAll(() => app.close())

  const get = async (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') => {
    const before = acted.length
    const { statusCode, body, headers: answered } = await app.inject({ method, url, headers })
    return { status: statusCode, body, cache: answered['cache-control'], acts: acted.length - before }
  }

  it('passes the declared query fields to the handler of the POST, and acts once for the same request', async () => {
    const first = await get('/api/essai/staff?CODE=1&OTHER=2', bearer)
    expect(first).toMatchObject({ status: 200, acts: 1, cache: 'no-store' })
    expect(acted.at(-1)).toEqual({ CODE: '1' })
    expect(await get('/api/essai/staff?CODE=1&OTHER=2', bearer)).toMatchObject({ body: first.body, acts: 0 })
    expect(await get('/api/essai/staff?CODE=3', bearer)).toMatchObject({ status: 200, acts: 1 })
    expect(await get('/api/essai/staff?CODE=3', { ...bearer, 'idempotency-key': 'again' })).toMatchObject({ acts: 1 })
    expect(await get('/api/essai/staff', bearer)).toMatchObject({ status: 422, acts: 0 })
  })

  it('[SEC] does nothing without a bearer, and never on HEAD', async () => {
    expect(await get('/api/essai/staff?CODE=4')).toMatchObject({ status: 401, acts: 0 })
    expect(await get('/api/essai/staff?CODE=4', bearer, 'HEAD')).toMatchObject({ status: 404, acts: 0 })
    expect(await get('/api/essai/public?CODE=4', {}, 'HEAD')).toMatchObject({ status: 404, acts: 0 })
  })

  it.each([
    ['sec-purpose', 'prefetch;prerender'],
    ['purpose', 'prefetch'],
    ['x-moz', 'prefetch'],
    ['x-purpose', 'preview'],
    ['sec-fetch-mode', 'navigate'],
    ['sec-fetch-mode', 'no-cors'],
    ['sec-fetch-dest', 'document'],
    ['sec-fetch-dest', 'iframe'],
    ['sec-fetch-site', 'cross-site'],
  ])('[SEC] refuses a request with %s: %s, with a bearer and on a public alias', async (name, value) => {
    expect(await get('/api/essai/staff?CODE=5', { ...bearer, [name]: value })).toMatchObject({ status: 403, acts: 0 })
    expect(await get('/api/essai/public?CODE=5', { [name]: value })).toMatchObject({ status: 403, acts: 0 })
  })

  it('takes a fetch that a program makes', async () => {
    const fetched = { 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' }
    expect(await get('/api/essai/public?CODE=6', fetched)).toMatchObject({ status: 200, acts: 1 })
  })

  it('[SEC] writes no code and no phone into the logs', async () => {
    log.length = 0
    await get('/api/essai/public?CODE=987654&PORTABLE=0639980001')
    await get('/api/essai/nowhere?CODE=987654')
    const written = log.join('')
    expect(written).toContain('/api/essai/public?CODE=***')
    // No route matches, so the whole path is masked.
    expect(written).toContain('/*?CODE=***')
    expect(written).not.toMatch(/987654|0639980001/)
  })

  it('does not start with an alias whose bearer and access contradict each other', () => {
    const alias = { url: '/api/essai/deux', summary: 'Essai', response: {}, handler: () => null }
    expect(() => guardedGetAlias(app, { ...alias, access: PUBLIC })).toThrow('public, or with a bearer?')
  })
})
