import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts'
import { startPostgres, type TestPostgres } from '../support/postgres.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'
import { type DemoPhone, newPhoneContents, openDemoPhone, syncAll } from './demo-phones.ts'
import { KILL_HEADER, KILL_POINTS, type KillPoint } from './kill-points.ts'
import { readOptions } from './options.ts'

const MAILS = ['directeur@example.com', 'commercial@example.com']
const { engines, kills, minutes } = readOptions(process.env)

describe.each(engines)('the server is killed (%s)', (engine) => {
  let postgres: TestPostgres | undefined
  let server: ServerProcess
  let proxy: FaultProxy
  /** The point at which the next matching call kills the server. */
  let next: { point: KillPoint; method: string } | undefined
  const died: KillPoint[] = []

  const http: typeof fetch = async (input, init = {}) => {
    const aimed = next
    const fits = aimed && (aimed.method === 'GET') === ((init.method ?? 'GET') === 'GET')
    if (!fits) return fetch(input, init)
    next = undefined
    const headers = { ...(init.headers as Record<string, string>), [KILL_HEADER]: aimed.point }
    try {
      const response = await fetch(input, { ...init, headers })
      // The answer's head may have arrived; its body cannot.
      await response.clone().text()
      return response
    } catch (error) {
      died.push(aimed.point)
      throw error
    }
  }
  const demo = () => ({ base: `${server.url}/api`, companyId: 'demo', proxy, http })

  beforeAll(async () => {
    const given = { entry: 'tests/faults/killable-server.ts', env: { LOG_LEVEL: 'silent' } }
    if (engine === 'postgresql') {
      postgres = await startPostgres()
      server = await startServer({ ...given, databaseUrl: await postgres.createDatabase() })
    } else server = await startServer(given)
    proxy = await startFaultProxy(server.port)
  })
  afterAll(async () => {
    await proxy?.close()
    await server?.dispose()
    await postgres?.stop()
  })

  it(
    `[I1] [I2] [I3] ${kills} times, at ${KILL_POINTS.join(', ')}: acknowledged writes are there, the others are sent again, once`,
    async () => {
      const phones = await Promise.all(MAILS.map((mail) => openDemoPhone(demo(), mail)))
      const [writer] = phones as [DemoPhone, DemoPhone]
      const { device } = writer.tab
      const [shared] = await device.ids('client')
      if (!shared) throw new Error('The demo has clients')
      const made: string[] = []
      for (let kill = 0; kill < kills; kill++) {
        const point = KILL_POINTS[kill % KILL_POINTS.length] ?? 'on-arrival'
        made.push(await device.commands.create('client', { NOM: `Coupure ${kill}` }, { skipDuplicateCheck: true }))
        await device.commands.update('client', shared, { PRENOM: `Coupure ${kill}` })
        next = { point, method: point === 'mid-answer' ? 'GET' : 'POST' }
        const before = died.length
        await device.push()
        if (point === 'mid-answer') await device.pull().catch(() => undefined)
        expect(died.slice(before), `the server ended ${point}`).toEqual([point])
        await expect.poll(() => server.pid()).toBeUndefined()
        await server.start()
      }
      // A creation that took effect and was made twice would be refused, because its id exists.
      expect(await syncAll(phones)).toBe(0)
      const entries = await device.outbox()
      expect(entries.map(({ state }) => state)).toEqual(entries.map(() => 'done'))
      const contents = await newPhoneContents(demo(), writer.mail)
      expect(made.map((id) => contents[`client/${id}`]?.NOM)).toEqual(made.map((_, kill) => `Coupure ${kill}`))
      expect(contents[`client/${shared}`]?.PRENOM).toBe(`Coupure ${kills - 1}`)
      for (const { tab, mail } of phones) {
        expect(await tab.device.contents(), mail).toEqual(await newPhoneContents(demo(), mail))
        await tab.close()
      }
    },
    minutes * 60_000,
  )
})
