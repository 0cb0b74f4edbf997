import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { describeEngines } from '../../tests/support/engines.ts'
import { testApp, testSecrets } from '../../tests/support/test-app.ts'
import { PUBLIC } from '../actor.ts'
import { createAttempts } from './attempts.ts'

describeEngines('limits of two servers on one database', (db, engine) => {
  let servers: FastifyInstance[]
  const url = `/api/test/${randomUUID()}`
  beforeEach(async () => {
    servers = await Promise.all([testApp(db(), { rateLimit: 40 }), testApp(db(), { rateLimit: 40 })])
    for (const app of servers)
      app.get(
        url,
        { config: { access: PUBLIC, does: 'acts', rateLimit: { max: 5, timeWindow: 60_000 } } },
        async () => ({
          data: null,
        }),
      )
  })
  afterEach(() => Promise.all(servers.map((app) => app.close())))

  const passed = async (app: FastifyInstance | undefined, asked: string, count: number): Promise<number> => {
    const statuses: (number | undefined)[] = []
    const remoteAddress = '198.51.100.7'
    for (let n = 0; n < count; n += 1) statuses.push((await app?.inject({ url: asked, remoteAddress }))?.statusCode)
    return statuses.filter((status) => status !== 429).length
  }

  it('[SEC] the limit of a route that acts is shared by both processes', async () => {
    const [a, b] = servers
    expect([await passed(a, url, 4), await passed(b, url, 4), await passed(a, url, 1)]).toEqual([4, 1, 0])
  })

  it('the general limit of an address lasts its minute, not until the hour of a clock that was ahead', async () => {
    const [a] = servers
    const remoteAddress = '198.51.100.8'
    const ask = () => a?.inject({ url: '/api/nulle-part', remoteAddress })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
    for (let n = 0; n < 40; n += 1) await ask()
    vi.useRealTimers()
    const refused = await ask()
    expect(refused?.statusCode).toBe(429)
    expect(Number(refused?.headers['retry-after'])).toBeLessThanOrEqual(60)
  })

  it('tries that a clock counted that was ahead count no more once it is right', async () => {
    const attempts = createAttempts(db(), testSecrets)
    const key = randomUUID()
    const add = () => attempts.add(key, 1, 60_000)
    await add()
    expect((await add()).hits).toBe(2)
    await db().transaction({ platform: true }, (tx) =>
      sql`update attempt set ends_at = ends_at + interval '1 hour'`.execute(tx),
    )
    const { hits, left } = await add()
    expect(hits).toBe(1)
    expect(left).toBeLessThanOrEqual(60_000)
    expect((await add()).hits).toBe(2)
  })

  it('the general limit of one address is shared by both, except for what they have not yet told each other', async () => {
    const [a, b] = servers
    expect(await passed(a, '/api/nulle-part', 38)).toBe(38)
    // The embedded database has one server, which counts alone.
    if (engine === 'pglite') return
    await expect.poll(() => passed(b, '/api/nulle-part', 1)).toBe(0)
  })
})
