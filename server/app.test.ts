import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addCompany, embeddedDatabase } from '../tests/support/engines.ts'
import { addPersonnel, call, signIn, testApp } from '../tests/support/test-app.ts'
import { PUBLIC, STAFF } from './actor.ts'
import type { Database } from './plugins/database/database.ts'

describe('server', () => {
  let db: Database
  let app: FastifyInstance
  let companyId: string
  const webDir = mkdtempSync(join(tmpdir(), 'lolapp-web-'))

  beforeAll(async () => {
    mkdirSync(join(webDir, 'assets'))
    writeFileSync(join(webDir, 'index.html'), '<!doctype html><title>Lolapp</title>')
    writeFileSync(join(webDir, 'sw.js'), '// service worker')
    writeFileSync(join(webDir, 'assets', 'packed-abc123.js'), '// not packed')
    writeFileSync(join(webDir, 'assets', 'packed-abc123.js.br'), brotliCompressSync('// packed by the build'))
    writeFileSync(join(webDir, 'assets', 'main-abc123.js'), `export const text = '${'x'.repeat(5000)}'`)
    db = await embeddedDatabase()
    companyId = await addCompany(db, 'maison')
    app = await testApp(db, { webDir, demo: true })
    app.get('/api/test/boom', { config: { access: PUBLIC, does: 'reads' } }, async () => {
      throw new Error('secret detail of the database')
    })
    app.post('/api/test/echo', { config: { access: PUBLIC, does: 'reads' } }, async (request) => ({
      data: request.body,
      query: request.query,
    }))
  })
  afterAll(async () => {
    await app.close()
    await db.close()
    rmSync(webDir, { recursive: true, force: true })
  })

  it('answers /api/health once the database answers', async () => {
    expect(await call(app, { url: '/api/health' })).toMatchObject({ status: 200, body: { data: { status: 'ok' } } })
  })

  it('does not start with a route that does not declare who may call it', async () => {
    const open = await testApp(db)
    expect(() => open.get('/api/test/forgotten', async () => 'open to all')).toThrow('declares no access')
    await open.close()
  })

  describe('bad requests', () => {
    const post = (payload: string, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
      call(app, { method: 'POST', url: '/api/test/echo', payload, headers })

    it('answers malformed JSON with a code and a French message', async () => {
      for (const body of ['{"NOM": ', '[', 'NOM=x', '']) {
        expect(await post(body), body).toMatchObject({
          status: 400,
          body: { code: 'BAD_REQUEST', message: expect.stringContaining('JSON') },
        })
      }
    })

    it('refuses a body that tries to reach the prototype', async () => {
      expect(await post('{"__proto__": {"admin": true}}')).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } })
    })

    it('answers an oversize body with its code', async () => {
      expect(await post(JSON.stringify({ NOM: 'x'.repeat(1_100_000) }))).toMatchObject({
        status: 413,
        body: { code: 'PAYLOAD_TOO_LARGE', message: "L'envoi est trop volumineux." },
      })
    })

    it('answers a body that is no JSON with its code', async () => {
      expect(await post('<a/>', { 'content-type': 'text/xml' })).toMatchObject({
        status: 415,
        body: { code: 'UNSUPPORTED_MEDIA_TYPE' },
      })
    })

    it('answers an unknown API address, a broken one and another method with JSON', async () => {
      for (const url of ['/api/nulle-part', '/api', '/api/', '/api/%E0%A4%A']) {
        const answer = await call(app, { url, headers: { accept: 'text/html' } })
        expect([400, 404], url).toContain(answer.status)
        expect(answer.body, url).toMatchObject({ code: expect.any(String), message: expect.any(String) })
      }
      expect(await call(app, { method: 'DELETE', url: '/api/health' })).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND' },
      })
    })

    it('tells nothing of an unforeseen error', async () => {
      const { status, body } = await call(app, { url: '/api/test/boom' })
      expect({ status, body }).toEqual({
        status: 500,
        body: { code: 'INTERNAL', message: 'Une erreur interne est survenue.' },
      })
    })

    it('runs no handler on HEAD', async () => {
      expect((await app.inject({ method: 'HEAD', url: '/api/health' })).statusCode).toBe(404)
    })
  })

  it('reads lists of the query in bracket notation', async () => {
    const { body } = await call(app, { method: 'POST', url: '/api/test/echo?A[]=1&A[]=2&B=3&C[]=4', payload: {} })
    expect(body).toMatchObject({ query: { A: ['1', '2'], B: '3', C: ['4'] } })
  })

  describe('headers', () => {
    it('sends a strict content security policy', async () => {
      const policy = String(
        // The request as curl sends it.
        (await call(app, { url: '/', headers: { accept: '*/*' } })).headers['content-security-policy'],
      )
      const directives = Object.fromEntries(
        policy.split(';').map((part) => [part.split(' ')[0], part.split(' ').slice(1).join(' ')]),
      )
      expect(directives).toMatchObject({
        'default-src': "'self'",
        'script-src': "'self'",
        'style-src': "'self' 'unsafe-inline'",
        'img-src': "'self' data: blob:",
        'connect-src': "'self'",
        'worker-src': "'self'",
        'object-src': "'none'",
        'frame-ancestors': "'none'",
      })
      expect(policy).not.toContain('unsafe-eval')
    })

    it('[GEO-06] allows the origin of the online map that is configured, and tells the web app its style', async () => {
      const mapStyle = 'https://tuiles.example/style.json?cle=1'
      const online = await testApp(db, { mapStyle, webDir })
      const answer = await call(online, { url: '/config.json' })
      expect(answer.body).toMatchObject({ mapStyle })
      const policy = String(answer.headers['content-security-policy'])
      expect(policy).toContain("connect-src 'self' https://tuiles.example;")
      expect(policy).toContain("img-src 'self' data: blob: https://tuiles.example;")
      expect(policy).toContain("script-src 'self';")
      expect(policy).toContain("worker-src 'self';")
      await online.close()
    })

    it('keeps API answers, errors too, out of every cache, and echoes the mutation id', async () => {
      for (const url of ['/api/health', '/api/nulle-part', '/api/test/boom', '/api/lolapp/start']) {
        const { headers } = await call(app, { url, headers: { 'idempotency-key': '0190-a', host: 'maison.localhost' } })
        expect(headers, url).toMatchObject({ 'cache-control': 'no-store', 'idempotency-key': '0190-a' })
      }
    })

    it('[ANSWER-1] says on every answer, of an unknown host and of a broken address too, that it is the server’s', async () => {
      for (const url of [
        '/api/health',
        '/api/nulle-part',
        '/api/test/boom',
        '/api/lolapp/start',
        '/api/clients',
        '/api/%E0',
      ])
        for (const host of ['maison.localhost', 'inconnue.localhost', 'admin.localhost']) {
          const { headers } = await call(app, { url, headers: { host } })
          expect(headers['lolapp-server'], `${host}${url}`).toBe('lolapp')
        }
    })

    it('[SERVER-5] gives the epoch of the company, on errors too', async () => {
      const { headers } = await call(app, { url: '/api/test/boom', headers: { host: 'maison.localhost' } })
      expect(headers['lolapp-epoch']).toMatch(/^[0-9a-f-]{36}$/)
    })

    it('allows no other origin', async () => {
      const { headers } = await call(app, { url: '/api/health', headers: { origin: 'https://ailleurs.example' } })
      expect(headers['access-control-allow-origin']).toBeUndefined()
    })
  })

  describe('web app', () => {
    const page = { accept: 'text/html,*/*' }

    it('[WORK-10] serves the page for any address a person goes to, and browsers keep it nowhere', async () => {
      for (const url of ['/', '/manager/clients', '/manager/clients/019-a?x=1', '/confidentialite']) {
        const { status, body, headers } = await call<string>(app, { url, headers: page })
        expect({ status, cache: headers['cache-control'] }, url).toEqual({ status: 200, cache: 'no-store' })
        expect(body).toContain('<title>Lolapp</title>')
      }
    })

    it('[API-04] answers 404 for a name that is no short link: people get the page, programs « Not found »', async () => {
      const person = await call<string>(app, { url: '/abc', headers: page })
      expect([person.status, person.body]).toEqual([404, expect.stringContaining('<title>Lolapp</title>')])
      expect(await call(app, { url: '/abc' })).toMatchObject({ status: 404, body: { message: 'Not found' } })
    })

    it('answers 404 for a missing file, even to a navigation, and to what is no navigation', async () => {
      expect((await call(app, { url: '/assets/gone.js', headers: page })).status).toBe(404)
      expect((await call(app, { url: '/old.css', headers: { 'sec-fetch-mode': 'navigate' } })).status).toBe(404)
      expect((await call(app, { url: '/manager', headers: { 'sec-fetch-mode': 'cors', ...page } })).status).toBe(404)
    })

    it('lets hashed files be kept for ever, compressed, and the service worker never', async () => {
      const asset = await app.inject({ url: '/assets/main-abc123.js', headers: { 'accept-encoding': 'br' } })
      expect(asset.headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-encoding': 'br',
      })
      expect((await call(app, { url: '/sw.js' })).headers['cache-control']).toBe('no-cache')
    })

    it('serves files that the build has compressed as they are, to browsers that accept them', async () => {
      const url = '/assets/packed-abc123.js'
      const packed = await app.inject({ url, headers: { 'accept-encoding': 'gzip, deflate, br' } })
      expect(packed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
      expect(packed.headers['content-type']).toContain('javascript')
      expect(brotliDecompressSync(packed.rawPayload).toString()).toBe('// packed by the build')
      const plain = await app.inject({ url })
      expect([plain.headers['content-encoding'], plain.body]).toEqual([undefined, '// not packed'])
    })

    it('serves nothing from outside its folder', async () => {
      for (const url of [
        '/../package.json',
        '/..%2f..%2fetc%2fpasswd',
        '/%2e%2e/%2e%2e/etc/passwd',
        '/assets/..%5c..%5cx',
        '/%00.js',
      ]) {
        expect([400, 403, 404], url).toContain((await app.inject({ url })).statusCode)
      }
    })

    it("[PWA-01] [PWA-01 icon] serves a French manifest with the name, colour and icons of the host's company", async () => {
      await db.inTenant(companyId, (trx) =>
        trx.updateTable('company').set({ NOM: 'Maison Bleue', COLOR: '#0000AA', LOGO: '/logo.png' }).execute(),
      )
      app.companies.forget()
      const { body, headers } = await call<string>(app, {
        url: '/manifest.webmanifest',
        headers: { host: 'maison.localhost:3000' },
      })
      expect(headers['content-type']).toContain('application/manifest+json')
      expect(body).toMatchObject({
        short_name: 'Maison Bleue',
        theme_color: '#0000AA',
        lang: 'fr',
        scope: '/',
        display: 'standalone',
        icons: expect.arrayContaining([
          expect.objectContaining({ sizes: '192x192' }),
          expect.objectContaining({ sizes: '512x512' }),
        ]),
      })
      const { icons } = body as unknown as { icons: { src: string }[] }
      expect(icons[0]?.src).toBe('/logo.png')
      expect((await call(app, { url: '/manifest.webmanifest', headers: { host: 'localhost' } })).body).toMatchObject({
        short_name: 'Lolapp',
      })
    })

    it('[PWA-01 icon] an Android phone has no other icon to prefer: it takes a maskable one first', async () => {
      const maskable = async (host: string) => {
        const { body } = await call(app, { url: '/manifest.webmanifest', headers: { host } })
        const { icons } = body as unknown as { icons: { src: string; purpose: string }[] }
        return icons.flatMap(({ src, purpose }) => (purpose === 'maskable' ? [src] : []))
      }
      await db.inTenant(companyId, (trx) => trx.updateTable('company').set({ LOGO: '/logo.png' }).execute())
      app.companies.forget()
      expect(await maskable('maison.localhost:3000')).toEqual([])
      expect(await maskable('localhost')).toEqual(['/icon-maskable-512.png'])
    })

    it('tells the web app where the API is', async () => {
      expect((await call(app, { url: '/config.json' })).body).toMatchObject({ apiBase: '/api', mapStyle: null })
    })
  })

  it('answers 429 with a code when one address asks too much, on the API only', async () => {
    const strict = await testApp(db, { rateLimit: 2, webDir })
    const statuses = []
    for (let n = 0; n < 3; n += 1) statuses.push(await call(strict, { url: '/api/health' }))
    expect(statuses.map(({ status }) => status)).toEqual([200, 200, 429])
    expect(statuses[2]?.body).toMatchObject({
      code: 'RATE_LIMITED',
      message: expect.stringContaining('Trop de requêtes'),
    })
    expect((await call(strict, { url: '/', headers: { accept: '*/*' } })).status).toBe(200)
    await strict.close()
  })

  it('accepts the staff on a route of theirs', async () => {
    const own = await testApp(db)
    own.get('/api/test/me', { config: { access: STAFF, does: 'reads' } }, async (request) => ({ data: request.actor }))
    const person = await addPersonnel(db, { companyId, roles: ['metreur'], agences: ['a1'] })
    const { headers } = await signIn(own, { companyId, id: person.id })
    expect((await call(own, { url: '/api/test/me', headers })).body).toMatchObject({
      data: {
        kind: 'personnel',
        companyId,
        account: `personnel:${person.id}`,
        staff: { id: person.id, roles: ['metreur'], agences: ['a1'], toutesAgences: false },
      },
    })
    await own.close()
  })
})
