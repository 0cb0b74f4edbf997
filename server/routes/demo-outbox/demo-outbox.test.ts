import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeEngines } from '../../../tests/support/engines.ts'
import { addAdmin, testApp } from '../../../tests/support/test-app.ts'

describeEngines('outbox of the demonstration', (db) => {
  let app: FastifyInstance
  beforeAll(async () => {
    app = await testApp(db(), { demo: true, trustProxy: ['127.0.0.1'] })
  })
  afterAll(() => app.close())

  const ask = async (headers: Record<string, string>, remoteAddress = '127.0.0.1'): Promise<[number, string]> => {
    const { statusCode, body } = await app.inject({ url: '/api/demo/outbox', headers, remoteAddress })
    return [statusCode, body]
  }

  it('[SET-01 outbox] [SEC] shows its links to this machine, and to nobody from elsewhere', async () => {
    const { email } = await addAdmin(db())
    const host = 'admin.localhost:3000'
    await app.inject({ method: 'POST', url: '/api/password/email', payload: { email }, headers: { host } })
    const [status, body] = await ask({ host })
    expect(status).toBe(200)
    expect(body).toContain('/password/reset/')
    const strangers = [
      await ask({ host }, '192.0.2.7'),
      await ask({ host, 'x-forwarded-for': '192.0.2.7' }),
      await ask({ host, forwarded: 'for=192.0.2.7' }),
      await ask({ host: 'lolapp.example.com' }),
      await ask({ host: 'localhost.attacker.example' }),
      await ask({ host, 'x-forwarded-host': 'lolapp.example.com' }),
    ]
    for (const [told, text] of strangers) {
      expect(told).toBe(404)
      expect(text).not.toContain('/password/reset/')
    }
  })
})
