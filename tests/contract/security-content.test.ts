import { Writable } from 'node:stream'
import type { InjectOptions } from 'fastify'
import type { TSchema } from 'typebox'
import { expect, it } from 'vitest'
import type { Values } from '../../schemas/merge.ts'
import { type Answer, answerOf, describeContract } from '../support/contract.ts'
import { newClient } from '../support/contract-records.ts'
import { testApp } from '../support/test-app.ts'

/** The content of requests, and what answers and the log reveal. */

const TEXTS = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "javascript:alert('x')",
  '</title><svg/onload=alert(1)>',
  '{{constructor.constructor("alert(1)")()}}',
]

/** Matches a text that contains none of these. */
const holdsNone = (text: string, secrets: readonly string[]): string[] =>
  secrets.filter((secret) => text.includes(secret))

const strings = (schema: TSchema): Values[] => {
  const node = schema as unknown as Values
  const parts = [
    ...Object.values((node.properties ?? {}) as Record<string, TSchema>),
    ...((node.anyOf ?? []) as TSchema[]),
    ...(node.items ? [node.items as TSchema] : []),
  ]
  return [...(node.type === 'string' ? [node] : []), ...parts.flatMap(strings)]
}

describeContract('security of requests and answers', (server) => {
  const ask = async (options: InjectOptions): Promise<Answer> => answerOf(await server().app.inject(options))

  it('[SEC] every body that a route checks itself refuses unknown fields and unbounded texts', () => {
    const loose: string[] = []
    for (const { method, url, schema } of server().app.declaredRoutes) {
      const body = schema.body as TSchema | undefined
      if (!body || 'x-checked-later' in body) continue
      const node = body as unknown as Values
      if (node.type === 'object' && node.additionalProperties !== false) loose.push(`${method} ${url}: takes any field`)
      for (const text of strings(body)) {
        const bounded = ['maxLength', 'const', 'enum', 'format', 'pattern'].some((name) => name in text)
        if (!bounded) loose.push(`${method} ${url}: a text without maxLength`)
      }
    }
    expect(loose).toEqual([])
  })

  it('[SEC] every answer has the security headers: of the API and of the web, success or error', async () => {
    for (const url of [
      '/',
      '/confidentialite',
      '/config.json',
      '/api/health',
      '/api/clients',
      '/api/nulle-part',
      '/api/docs',
      '/api/docs/json',
      '/%00',
    ]) {
      const { headers } = await ask({ url, headers: { accept: 'text/html' } })
      const policy = String(headers['content-security-policy'])
      const directive = (name: string): string => new RegExp(`(?:^|;)${name} ([^;]*)`).exec(policy)?.[1] ?? ''
      expect([
        url,
        directive('script-src'),
        directive('frame-ancestors'),
        directive('object-src'),
        directive('base-uri'),
      ]).toEqual([url, "'self'", "'none'", "'none'", "'self'"])
      expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline|\*/)
      expect(headers, url).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'x-frame-options': expect.stringMatching(/SAMEORIGIN|DENY/),
      })
      expect(headers['x-powered-by'], url).toBeUndefined()
    }
  })

  it('[SEC] no shared cache may keep an answer of the API', async () => {
    const { app } = server()
    const company = await server().company()
    const authorization = `Bearer ${company.as('diane').token}`
    for (const { url, method, schema } of app.declaredRoutes) {
      const streams = ((schema as { produces?: string[] }).produces ?? []).includes('text/event-stream')
      if (method !== 'GET' || !url.startsWith('/api/') || url.includes('*') || streams) continue
      for (const headers of [{}, { authorization }]) {
        const answer = await ask({ url: url.replace(/:\w+/g, 'x'), headers })
        expect([url, String(answer.headers['cache-control'])]).toEqual([url, expect.stringMatching(/no-store|private/)])
      }
    }
  })

  it('[SEC] texts that look like scripts stay data', async () => {
    const company = await server().company()
    const camille = company.as('camille')
    for (const text of TEXTS) {
      const made = await newClient(camille, { OBSERVATIONS: text, NOM: text.slice(0, 80) })
      const shown = await camille.get(`/clients/${String(made.IDCLIENT)}`, { accept: 'text/html' })
      expect(shown.data).toMatchObject({ OBSERVATIONS: text, NOM: text.slice(0, 80) })
      expect(shown.headers['content-type']).toBe('application/json; charset=utf-8')
      const reflected = await ask({
        url: `/api/clients/${encodeURIComponent(text)}`,
        headers: { authorization: `Bearer ${camille.token}` },
      })
      expect(String(reflected.headers['content-type'])).toContain('application/json')
      expect(JSON.stringify(reflected.body)).not.toContain('<')
    }
  })

  it('[SEC] no body and no query reaches the prototype of objects', async () => {
    const company = await server().company()
    const camille = company.as('camille')
    const bodies = [
      '{"NOM":"A","__proto__":{"pollue":1}}',
      '{"NOM":"A","constructor":{"prototype":{"pollue":1}}}',
      '{"NOM":"A","OBSERVATIONS":{"__proto__":{"pollue":1}}}',
      '{"__proto__":null,"NOM":"A"}',
    ]
    for (const body of bodies) {
      const answer = await camille.post('/clients', body)
      expect([body, [400, 422].includes(answer.status)]).toEqual([body, true])
    }
    for (const query of [
      '__proto__[pollue]=1',
      '__proto__.pollue=1',
      'constructor[prototype][pollue]=1',
      '__proto__[]=1',
    ]) {
      expect((await camille.get(`/clients?${query}`)).status).toBeLessThan(500)
    }
    expect(({} as Values).pollue).toBeUndefined()
    expect((Object.prototype as Values).pollue).toBeUndefined()
  })

  it('[SEC] other verbs get nothing: HEAD, TRACE, PATCH, and the headers that override the verb', async () => {
    const company = await server().company()
    const alice = company.as('alice')
    const { IDCLIENT } = await newClient(alice)
    const url = `/api/clients/${String(IDCLIENT)}`
    const authorization = `Bearer ${alice.token}`
    for (const method of ['HEAD', 'TRACE', 'PATCH', 'OPTIONS'] as const) {
      expect([method, (await ask({ method: method as 'HEAD', url, headers: { authorization } })).status]).toEqual([
        method,
        404,
      ])
    }
    for (const name of ['x-http-method-override', 'x-method-override', 'x-http-method']) {
      expect((await ask({ url, headers: { authorization, [name]: 'DELETE' } })).status).toBe(200)
    }
    expect(
      (await ask({ method: 'POST', url: `${url}?_method=DELETE`, headers: { authorization }, payload: {} })).status,
    ).toBe(404)
    expect((await alice.get(`/clients/${String(IDCLIENT)}`)).status).toBe(200)
  })

  it('[SEC] the log is JSON with a request id, and holds no token, password, code, phone, name or body', async () => {
    const lines: string[] = []
    const logTo = new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines.push(...chunk.toString().split('\n').filter(Boolean))
        done()
      },
    })
    const app = await testApp(server().db, { logLevel: 'trace', logTo: logTo as never })
    const company = await server().company()
    const { token } = company.as('camille')
    const secrets = {
      PORTABLE: '0639984477',
      CODE: '918273',
      NOM: 'Tartempion',
      password: 'motdepassesecret',
      jeton: 'abcdefjetonsecret',
    }
    const headers = { authorization: `Bearer ${token}`, cookie: `s=${token}` }
    await app.inject({ url: `/api/clients?NOM=${secrets.NOM}&PORTABLE=${secrets.PORTABLE}`, headers })
    await app.inject({ url: `/api/space/verifyOtpAndCreateToken?PORTABLE=${secrets.PORTABLE}&CODE=${secrets.CODE}` })
    await app.inject({ url: `/password/reset/${secrets.jeton}`, headers: { accept: 'text/html' } })
    await app.inject({ url: `/ics/${secrets.jeton}` })
    await app.inject({
      method: 'POST',
      url: '/api/lolapp/login',
      headers: { 'company-key': company.id },
      payload: { MAIL: 'camille@example.com', password: secrets.password },
    })
    await app.inject({
      method: 'POST',
      url: '/api/clients',
      headers,
      payload: { NOM: secrets.NOM, PORTABLE: secrets.PORTABLE, FAUX: 1 },
    })
    await app.inject({
      method: 'POST',
      url: '/api/clients',
      headers: { ...headers, 'content-type': 'application/json' },
      payload: `{"NOM":"${secrets.NOM}`,
    })
    await app.close()
    expect(lines.length).toBeGreaterThan(6)
    const requests = lines.map((line) => JSON.parse(line) as Values).filter(({ reqId }) => reqId !== undefined)
    expect(requests.length).toBeGreaterThan(6)
    expect(holdsNone(lines.join('\n'), [token, ...Object.values(secrets)])).toEqual([])
  })
})
