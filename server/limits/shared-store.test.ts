import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { describeEngines } from '../../tests/support/engines.ts'
import { testApp } from '../../tests/support/test-app.ts'
import { PUBLIC } from '../actor.ts'

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

  it('the general limit of one address is shared by both, except for what they have not yet told each other', async () => {
    const [a, b] = servers
    expect(await passed(a, '/api/nulle-part', 38)).toBe(38)
    // The embedded database has one server, which counts alone.
    if (engine === 'pglite') return
    await expect.poll(() => passed(b, '/api/nulle-part', 1)).toBe(0)
  })
})
