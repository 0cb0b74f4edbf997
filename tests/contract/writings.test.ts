import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { HEADER } from '../../schemas/protocol.ts'
import { accessCast, type Cast } from '../support/access/cast.ts'
import { accessPage, kindsOf, spelledRoutes, spellingsCounted, WRITINGS } from '../support/access/counts.ts'
import { describeEngines } from '../support/engines.ts'
import { testApp } from '../support/test-app.ts'

describeEngines('every route × spellings of its address', (db) => {
  let app: FastifyInstance
  let cast: Cast
  let port: number
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })

  beforeAll(async () => {
    app = await testApp(db(), { demo: true })
    cast = await accessCast(app, db())
    await app.listen({ port: 0, host: '127.0.0.1' })
    port = (app.server.address() as AddressInfo).port
  })
  afterAll(async () => {
    agent.destroy()
    await app.close()
  })

  /** Sends the path unchanged, because fetch and inject would normalise it. */
  const ask = (method: string, path: string, token: string | null): Promise<{ status: number; body: string }> =>
    new Promise((resolve, reject) => {
      const headers = token === null ? { [HEADER.company]: cast.a } : { authorization: `Bearer ${token}` }
      const call = request({ port, host: '127.0.0.1', method, path, headers, agent }, (response) => {
        let body = ''
        response.setEncoding('utf8')
        response.on('data', (text: string) => {
          body += text
        })
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
      })
      call.on('error', reject)
      call.end()
    })

  it('[SEC] refuses each route in every other spelling, for every caller, before any other check', async () => {
    const faults: string[] = []
    let asked = 0
    for (const caller of kindsOf(cast.callers)) {
      const token = await caller.token()
      for (const { method, url } of spelledRoutes(app.declaredRoutes)) {
        const path = url.replace(/:(\w+)(\([^)]*\))?/g, 'x').replace(/\*$/, 'x')
        const answers = await Promise.all(
          Object.entries(WRITINGS).map(async ([name, write]) => {
            const target = write(path)
            if (target === path) throw new Error(`${name} of ${path} is no other writing`)
            return { target, ...(await ask(method, target, token)) }
          }),
        )
        asked += answers.length
        faults.push(
          ...answers
            .filter(({ status, body }) => status !== 400 || !(body === '' || body.includes('mal écrite')))
            .map(({ target, status, body }) => `${caller.name} · ${method} ${target}: ${status} ${body.slice(0, 80)}`),
        )
      }
    }
    console.log(
      `${asked} autres écritures de ${spelledRoutes(app.declaredRoutes).length} routes, ${faults.length} fuites`,
    )
    expect(faults).toEqual([])
    expect(kindsOf(cast.callers)).toHaveLength(7)
    expect(accessPage(), 'npm run access writes the count').toContain(spellingsCounted(asked))
  })
})
