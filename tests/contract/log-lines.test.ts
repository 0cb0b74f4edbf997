import { randomUUID } from 'node:crypto'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { HEADER } from '../../schemas/protocol.ts'
import { PUBLIC } from '../../server/actor.ts'
import { type ContractApp, describeContract } from '../support/contract.ts'
import { testApp } from '../support/test-app.ts'

/** The log holds no personal data (OPS-02), whatever people send in any place. */

type Line = Record<string, unknown> & { msg: string; reqId?: string }

const PERSON = {
  NOM: 'Tartempion',
  PRENOM: 'Hildegarde',
  MAIL: 'hildegarde.tartempion@example.org',
  PORTABLE: '0639984477',
  portable: '06 39 98 44 77',
  abroad: '+33639984477',
  VILLE: 'Trifouillis',
  code: '918273',
  password: 'motdepassesecret',
  token: 'Zk3uT0x9QmWfVn2b8sPq4LhRyC7dJ1aEoG6iK5tXwB0',
} as const

describeContract('the log', (server: () => ContractApp) => {
  let app: FastifyInstance
  const lines: Line[] = []
  let text = ''
  beforeAll(async () => {
    const logTo = {
      write: (line: string) => {
        text += line
        lines.push(JSON.parse(line) as Line)
      },
    }
    app = await testApp(server().db, { logLevel: 'info', logTo, rateLimit: 10_000_000 })
    // Errors as libraries throw them, with values in their messages.
    app.post('/api/test/boom', { config: { access: PUBLIC, does: 'reads' } }, async ({ body }) => {
      const words = JSON.stringify(body)
      throw Object.assign(new Error(`invalid input syntax for type date: "${PERSON.NOM}"`), {
        code: '22007',
        detail: `Key (mail)=(${PERSON.MAIL}) ${words}`,
        where: words,
        cause: Object.assign(new Error(`550 <${PERSON.MAIL}>: ${PERSON.portable} unknown`), { response: words }),
      })
    })
    app.get('/api/test/background', { config: { access: PUBLIC, does: 'reads' } }, async () => {
      app.log.error(new Error(`nobody at ${PERSON.MAIL} (${PERSON.abroad})`))
      return {}
    })
  })
  afterAll(() => app.close())

  const values = Object.values(PERSON)
  const forms = values.flatMap((value) => [value, encodeURIComponent(value), value.toUpperCase()])

  /** Many calls, with personal data in every place of a call. */
  const calls = (headers: Record<string, string>, id: string): InjectOptions[] => {
    const json = { ...headers, 'content-type': 'application/json' }
    const query = new URLSearchParams(PERSON as unknown as Record<string, string>).toString()
    const named = app.declaredRoutes.filter(({ url }) => url.startsWith('/api/') && !url.endsWith('/stream'))
    // Last, because a call after it would have no session and would not reach its handler.
    const ends = ({ url }: { url: string }) => url === '/api/logout' || url.startsWith('/api/account/sessions')
    const routes = [...named.filter((route) => !ends(route)), ...named.filter(ends)]
    return [
      ...routes.flatMap(({ method, url }, n): InjectOptions[] => {
        const value = encodeURIComponent(values[n % values.length] as string)
        const path = url.replace(/:(\w+)(\([^)]*\))?/g, value).replace('*', value)
        const payload = JSON.stringify({ ...PERSON, IDCLIENT: id })
        const call = { method: method as 'GET', url: `${path}?${query}` }
        return [method === 'GET' ? { ...call, headers } : { ...call, headers: json, payload }]
      }),
      ...values.flatMap((value): InjectOptions[] => {
        const word = encodeURIComponent(value)
        return [
          { url: `/${word}` },
          { url: `/x/${word}?${word}` },
          { url: `/api/${word}/${word}` },
          { url: `/password/reset/${word}`, headers: { accept: 'text/html' } },
          { url: `/api/clients?since=${word}&limit=${word}&sortBy=${word}&TYPE=${word}`, headers },
          { url: `/api/%E0${word}` },
          {
            url: '/api/clients',
            headers: { authorization: `Bearer ${value}`, cookie: `s=${word}`, host: `${word}.localhost` },
          },
          { url: '/api/clients', headers: { ...headers, [HEADER.company]: word, 'user-agent': value, referer: value } },
          { url: '/api/health', headers: { [HEADER.request]: value, 'x-forwarded-for': value } },
          { method: 'POST', url: '/api/clients', headers: json, payload: `{"NOM":"${value}` },
          {
            method: 'POST',
            url: '/api/clients',
            headers: json,
            payload: JSON.stringify({ [value]: value, NOM: [value] }),
          },
        ]
      }),
      { method: 'POST', url: '/api/test/boom', headers: json, payload: JSON.stringify(PERSON) },
      { url: '/api/test/background' },
    ]
  }

  it('[OPS-02 health] [SEC] has one line of JSON a request, under the id of its answer, and holds no mail, phone, token or name', async () => {
    const company = await server().company()
    const { token } = company.as('camille')
    const headers = { authorization: `Bearer ${token}` }
    const all = calls(headers, randomUUID())
    const answers: { id: string; status: number; code: string | undefined }[] = []
    for (const call of all) {
      const { statusCode, headers: told, body } = await app.inject(call)
      const isJson = String(told['content-type']).includes('json') && body.startsWith('{')
      const { code } = (isJson ? JSON.parse(body) : {}) as { code?: string }
      answers.push({ id: String(told[HEADER.request]), status: statusCode, code })
    }
    await expect.poll(() => lines.filter(({ msg }) => msg === 'request').length).toBe(all.length)
    expect(all.length).toBeGreaterThan(300)
    // The session lasts: most calls reach their handler, or its validation at least.
    expect(answers.filter(({ status }) => status === 401).length).toBeLessThan(all.length / 4)
    const told = new Map(lines.filter(({ msg }) => msg === 'request').map((line) => [line.reqId, line]))
    expect(told.size).toBe(all.length)
    const wrong = answers.filter(({ id, status, code }) => {
      const line = told.get(id)
      return !/^[0-9a-f-]{36}$/.test(id) || line?.status !== status || (status >= 400 && code && line.code !== code)
    })
    expect(wrong).toEqual([])
    // An unexpected error has its own line, under the same id.
    const boom = lines.filter(({ err }) => (err as { code?: string } | undefined)?.code === '22007')
    expect(boom.map(({ reqId }) => told.get(reqId)?.path)).toContain('/api/test/boom')
    expect(JSON.stringify(boom[0]?.err)).toMatch(/invalid input syntax for type date: .*at .*log-lines\.test/)
    expect(text).toContain('nobody at …@… (…)')
    const said = [token, ...forms].map((value) => value.toLowerCase())
    // Ids and times of our own may hold the six digits of the code by chance.
    const ours = /"reqid":"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"|"time":\d{13}/g
    const sent = text.toLowerCase().replaceAll(ours, '')
    const leaks = sent.split('\n').filter((line) => said.some((value) => line.includes(value)))
    expect(leaks).toEqual([])
    // It holds no client address either.
    expect(text).not.toContain('127.0.0.1')
    expect(lines.filter(({ time, level }) => typeof time !== 'number' || typeof level !== 'number')).toEqual([])
  })
})
