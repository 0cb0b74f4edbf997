import type { FastifyInstance, InjectOptions } from 'fastify'
import { expect, it } from 'vitest'
import { hashPassword } from '../../server/plugins/session/passwords.ts'
import { type Answer, answerOf, callerOf, describeContract } from '../support/contract.ts'
import { PASSWORD, testApp } from '../support/test-app.ts'

/** Sessions: who may use them, from where, and how often. */

describeContract('security', (server) => {
  const ask = async (options: InjectOptions): Promise<Answer> => answerOf(await server().app.inject(options))

  it('[SEC] [TEN-01] a session is invalid under another company’s key or host', async () => {
    const [mine, theirs] = [await server().company(), await server().company()]
    const { token } = mine.as('camille')
    const other = await server().db.inTenant(theirs.id, (trx) =>
      trx.selectFrom('company').select('key').executeTakeFirstOrThrow(),
    )
    const tries: Record<string, string>[] = [
      { 'company-key': theirs.id },
      { 'company-key': other.key },
      { host: `${other.key}.localhost:3000` },
      { 'company-key': 'inconnue' },
    ]
    for (const headers of tries) {
      const answer = await ask({ url: '/api/clients', headers: { authorization: `Bearer ${token}`, ...headers } })
      expect([JSON.stringify(headers), answer.status, answer.code]).toEqual([
        JSON.stringify(headers),
        403,
        'UNAUTHORIZED',
      ])
    }
    expect((await mine.as('camille').get('/clients', { 'company-key': mine.id })).status).toBe(200)
  })

  it('[SEC] a request made in another account’s name is refused', async () => {
    const company = await server().company()
    const answer = await company.as('camille').get('/clients', { 'lolapp-account': 'personnel:colin' })
    expect([answer.status, answer.code]).toEqual([401, 'ACCOUNT_MISMATCH'])
  })

  it('[SEC] [AUT-01] a token ends with its logout, with its account and with a change of its rights', async () => {
    const company = await server().company()
    const { app, db } = server()
    const status = async (): Promise<number> => (await company.as('alice').get('/clients')).status
    expect(await status()).toBe(200)
    await db.inTenant(company.id, async (trx) => {
      await trx
        .insertInto('credential')
        .values({
          company_id: company.id,
          personnel_id: 'alice',
          mail: 'alice@example.com',
          password_hash: await hashPassword(PASSWORD),
          disabled: true,
        })
        .execute()
    })
    await app.sessions.forget('personnel:alice')
    expect(await status()).toBe(401)
    const camille = company.as('camille')
    expect((await camille.post('/logout', undefined)).status).toBe(204)
    expect([(await camille.get('/clients')).status, (await camille.post('/logout', undefined)).status]).toEqual([
      401, 401,
    ])
  })

  it('[SEC] a token is read from its header only, in one form', async () => {
    const company = await server().company()
    const { token } = company.as('camille')
    for (const url of [
      `/api/clients?token=${token}`,
      `/api/clients?access_token=${token}`,
      `/api/clients?api_key=${token}`,
    ]) {
      expect([url, (await ask({ url })).status]).toEqual([url, 401])
    }
    const wrong = [
      `Basic ${token}`,
      token,
      `Bearer ${token}x`,
      `Bearer ${token.slice(1)}`,
      `Bearer  ${token}`,
      `Bearer ${token} ${token}`,
    ]
    for (const authorization of wrong) {
      expect([authorization, (await ask({ url: '/api/clients', headers: { authorization } })).status]).toEqual([
        authorization,
        401,
      ])
    }
    expect((await ask({ url: '/api/clients', headers: { cookie: `token=${token}` } })).status).toBe(401)
  })

  it('[SEC] no other origin may read: no permissive header, no answer to a preflight', async () => {
    const company = await server().company()
    const { token } = company.as('camille')
    for (const origin of ['https://ailleurs.example', 'null', 'http://demo.localhost.ailleurs.example']) {
      const preflight = await ask({
        method: 'OPTIONS',
        url: '/api/clients',
        headers: {
          origin,
          'access-control-request-method': 'DELETE',
          'access-control-request-headers': 'authorization',
        },
      })
      const read = await ask({ url: '/api/clients', headers: { origin, authorization: `Bearer ${token}` } })
      expect([preflight.status, read.status]).toEqual([404, 200])
      for (const { headers } of [preflight, read]) {
        expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
      }
    }
  })

  it('[SEC] too many requests from one address get 429 with Retry-After', async () => {
    const strict = await testApp(server().db, { rateLimit: 3 })
    const company = await server().company()
    const caller = callerOf(strict, company.as('camille').token)
    const answers: Answer[] = []
    for (let i = 0; i < 5; i++) answers.push(await caller.get('/clients'))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429])
    expect(answers[3]?.body).toMatchObject({ code: 'RATE_LIMITED', message: expect.any(String) })
    expect(Number(answers[3]?.headers['retry-after'])).toBeGreaterThan(0)
    await strict.close()
  })

  it('[OPS-03 proxy] [SEC] uses the part of X-Forwarded-For that a known proxy added, and nothing that the client wrote', async () => {
    const behind = await testApp(server().db, { trustProxy: ['127.0.0.1', '10.1.0.0/16'], rateLimit: 3 })
    const direct = await testApp(server().db, { rateLimit: 3 })
    const startFrom = async (app: FastifyInstance, forwarded: string, remoteAddress = '127.0.0.1'): Promise<number> => {
      const headers = { 'x-forwarded-for': forwarded }
      return (await app.inject({ url: '/api/health', headers, remoteAddress })).statusCode
    }
    const seen: Record<string, number[]> = { forged: [], throughTwo: [], unknownProxy: [], noProxy: [] }
    for (let n = 0; n < 5; n++) {
      seen.forged?.push(await startFrom(behind, `6.6.6.${n}, 192.0.2.1`))
      seen.throughTwo?.push(await startFrom(behind, `6.6.6.${n}, 192.0.2.2, 10.1.0.7`))
      seen.unknownProxy?.push(await startFrom(behind, `6.6.6.${n}`, '192.0.2.3'))
      seen.noProxy?.push(await startFrom(direct, `6.6.6.${n}`, '192.0.2.4'))
    }
    const limited = [200, 200, 200, 429, 429]
    expect(seen).toEqual({ forged: limited, throughTwo: limited, unknownProxy: limited, noProxy: limited })
    expect(await startFrom(behind, '192.0.2.9')).toBe(200)
    await Promise.all([behind.close(), direct.close()])
  })

  it('[SEC] guessing a password is slowed down long before the general limit', async () => {
    const company = await server().company()
    const statuses: number[] = []
    for (let i = 0; i < 12; i++) {
      const answer = await ask({
        method: 'POST',
        url: '/api/lolapp/login',
        headers: { 'company-key': company.id },
        payload: { MAIL: 'camille@example.com', password: `essai ${i}` },
      })
      statuses.push(answer.status)
      if (answer.status === 429) expect(Number(answer.headers['retry-after'] ?? 1)).toBeGreaterThan(0)
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.slice(10)).toEqual([429, 429])
  })

  it('[SEC] every public call that writes has its own limit', () => {
    const without = server()
      .app.declaredRoutes.filter(
        ({ access, method, rateLimit }) =>
          access === 'public' && !['GET', 'HEAD'].includes(method) && rateLimit === null,
      )
      .map(({ method, url }) => `${method} ${url}`)
    expect(without).toEqual([])
  })

  it('[SEC] a body above the limit gets 413 before it is read', async () => {
    const company = await server().company()
    const answer = await company.as('camille').post('/clients', { NOM: 'x'.repeat(1024 * 1024 + 10) })
    expect([answer.status, answer.code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
  })
})
