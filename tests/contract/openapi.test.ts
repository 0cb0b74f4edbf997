import { readFileSync } from 'node:fs'
import { Validator } from '@seriousme/openapi-schema-validator'
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withAccessTables } from '../../server/access/access-table.ts'
import { ADMIN, PUBLIC, STAFF } from '../../server/actor.ts'
import type { Database } from '../../server/plugins/database/database.ts'
import type { DeclaredRoute } from '../../server/plugins/declared-routes.ts'
import { one } from '../../server/routes/shared/answers.ts'
import { addCompany, embeddedDatabase } from '../support/engines.ts'
import { addPersonnel, signIn, testApp } from '../support/test-app.ts'

type Operation = {
  summary?: string
  description?: string
  tags?: string[]
  security?: unknown[]
  operationId?: string
  parameters?: { name: string; in: string }[]
  responses: Record<string, unknown>
}
type Document = { openapi: string; paths: Record<string, Record<string, Operation>>; components: { schemas: object } }

/** Routes outside the API: the build's files, and the document's own pages. */
const UNDOCUMENTED = /^(\/\*|\/api\/docs(\/.*)?)$/

const named = ({ method, url }: DeclaredRoute): string => `${method} ${url}`
const documented = (url: string): string => url.replace(/:(\w+)(\([^)]*\))?/g, '{$1}')

/** Routes without a summary or a declared answer. */
const undeclared = (routes: readonly DeclaredRoute[]): string[] =>
  routes
    .filter(({ url }) => !UNDOCUMENTED.test(url))
    .filter(({ schema: { summary, response } }) => !summary || Object.keys(response ?? {}).length === 0)
    .map(named)

describe('the document of the API', () => {
  let db: Database
  let app: FastifyInstance
  let document: Document
  beforeAll(async () => {
    db = await embeddedDatabase()
    app = await testApp(db, { demo: true })
    document = (await app.inject('/api/docs/json')).json<Document>()
  })
  afterAll(async () => {
    await app.close()
    await db.close()
  })

  it('[API-12] [SEC] is for the staff and administrators, outside the demonstration', async () => {
    const closed = await testApp(db)
    const companyId = await addCompany(db)
    const { headers } = await signIn(closed, { companyId, id: (await addPersonnel(db, { companyId })).id })
    const statuses = async (given: Record<string, string>): Promise<number[]> =>
      Promise.all(
        ['/api/docs', '/api/docs/json', '/api/docs/yaml', '/api/docs/static/index.css'].map(
          async (url) => (await closed.inject({ url, headers: given })).statusCode,
        ),
      )
    expect(await statuses({})).toEqual([401, 401, 401, 401])
    expect(await statuses(headers)).toEqual([200, 200, 200, 200])
    await closed.close()
  })

  it('[API-12] is valid OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document))
    expect(errors ?? []).toEqual([])
    expect([valid, document.openapi]).toEqual([true, '3.1.0'])
  })

  it('[API-12] has every route of the server, and nothing else', () => {
    const routes = app.declaredRoutes.filter(({ url }) => url !== '/*' && !UNDOCUMENTED.test(url) && !url.endsWith('*'))
    const inDocument = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(inDocument.sort()).toEqual(routes.map((route) => `${route.method} ${documented(route.url)}`).sort())
    expect(routes.length).toBeGreaterThan(60)
  })

  it('[API-12] has a summary and an answer for every route', () => {
    expect(undeclared(app.declaredRoutes)).toEqual([])
    expect(app.declaredRoutes.filter(({ schema, url }) => schema.hide && !UNDOCUMENTED.test(url)).map(named)).toEqual(
      [],
    )
  })

  it('[API-12] notices a route that is added without them', async () => {
    const other = await testApp(db)
    const answer = { 200: one(Type.String()) }
    other.get('/api/essai', { config: { access: PUBLIC, does: 'reads' }, schema: { response: answer } }, async () => ({
      data: '',
    }))
    other.get('/api/essai2', { config: { access: STAFF, does: 'reads' }, schema: { summary: 'Essai' } }, async () => ({
      data: '',
    }))
    other.get(
      '/api/essai3',
      { config: { access: ADMIN, does: 'reads' }, schema: { summary: 'Essai', response: answer } },
      async () => ({
        data: '',
      }),
    )
    expect(undeclared(other.declaredRoutes)).toEqual(['GET /api/essai', 'GET /api/essai2'])
    await other.close()
  })

  it('[API-12] says of each route who may call it, and asks for a session where one is needed', () => {
    for (const { method, url, access, schema } of app.declaredRoutes) {
      const operation = document.paths[documented(url)]?.[method.toLowerCase()]
      if (!operation) continue
      const open = access === 'public'
      expect(operation.security, url).toEqual(open ? [] : [{ bearer: [] }])
      expect(operation.description, url).toMatch(open ? /^Sans session/ : /^Accès : /)
      expect(operation.summary, url).toBe(schema.summary)
      expect(operation.tags, url).toHaveLength(1)
      expect(Object.keys(operation.responses), url).toEqual(
        expect.arrayContaining(['422', '429', '500', ...(open ? [] : ['401', '403'])]),
      )
      const headers = (operation.parameters ?? []).filter((parameter) => parameter.in === 'header')
      expect(
        headers.map(({ name }) => name),
        url,
      ).toContain('company-key')
      if (method !== 'GET')
        expect(
          headers.map(({ name }) => name),
          url,
        ).toContain('idempotency-key')
    }
  })

  it('[AUT-10] docs/access.md says what the declarations say (npm run access writes it)', () => {
    const text = readFileSync('docs/access.md', 'utf8')
    expect(withAccessTables(text, app.declaredRoutes) === text, 'docs/access.md is out of date: npm run access').toBe(
      true,
    )
  })

  it('[API-12] gives each operation a unique name', () => {
    const ids = Object.values(document.paths).flatMap((item) =>
      Object.values(item).map(({ operationId }) => operationId),
    )
    expect(new Set(ids).size).toBe(ids.length)
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining(['Client', 'Erreur', 'ProjetDetail']),
    )
  })

  it('[API-12] [SEC] can be browsed under the policy of every page: no inline script, no file from another origin', async () => {
    const page = await app.inject({ url: '/api/docs', headers: { accept: 'text/html' } })
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, expect.stringContaining('text/html')])
    expect(page.headers['content-security-policy']).toMatch(/script-src 'self';/)
    const scripts = [...page.body.matchAll(/<script([^>]*)>([^<]*)<\/script>/g)]
    expect(scripts.length).toBeGreaterThan(0)
    for (const [, attributes, text] of scripts) {
      expect(text?.trim()).toBe('')
      expect(attributes).toMatch(/src="\/api\/docs\//)
    }
    for (const [, url = ''] of page.body.matchAll(/(?:src|href)="([^"]+)"/g)) {
      expect(url).toMatch(/^\/api\/docs\//)
      expect([url, (await app.inject(url)).statusCode]).toEqual([url, 200])
    }
    expect((await app.inject('/api/docs/static/swagger-initializer.js')).body).toContain("resolveUrl('./json')")
  })
})
