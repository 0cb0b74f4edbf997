import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPostgres, type TestPostgres } from '../support/postgres.ts'
import type { ServerProcess } from '../support/server-process.ts'
import { promisedTime } from '../support/slowness.ts'
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts'
import { call, follow, hasHeard, logIn, newClient, sendClient, startProcess } from './processes.ts'

describe('a primary that vanishes without closing its connections', () => {
  let postgres: TestPostgres
  let proxy: TcpProxy
  let server: ServerProcess
  beforeAll(async () => {
    postgres = await startPostgres({}, { passwords: true })
    const url = await postgres.createDatabase()
    proxy = await startTcpProxy(Number(new URL(url).port))
    server = await startProcess(proxy.through(url))
  })
  afterAll(async () => {
    await server?.dispose()
    await proxy?.close()
    await postgres?.stop()
  })

  it('costs some seconds: calls go on, acknowledged writes are there once, streams end and come back', async () => {
    const token = await logIn(server, 'commercial@example.com')
    const stream = await follow(server, token)
    const sent: ReturnType<typeof newClient>[] = []
    let going = true
    /** As devices do: the same key until there is an answer. */
    const write = async (): Promise<void> => {
      while (going) {
        const client = newClient()
        while ((await sendClient(server, token, client)).status !== 201) await new Promise((r) => setTimeout(r, 200))
        sent.push(client)
      }
    }
    const writers = [write(), write(), write(), write()]
    await expect.poll(() => sent.length).toBeGreaterThan(10)
    const before = sent.length
    proxy.freeze()
    const isLate = promisedTime(20_000)
    await expect.poll(() => sent.length > before + 10 || isLate(), { timeout: 6 * 60_000 }).toBe(true)
    expect(sent.length).toBeGreaterThan(before + 10)
    going = false
    await Promise.all(writers)
    // Notifications may have been missed, so the stream ends, and its device reconnects and pulls.
    await expect.poll(() => stream.hasEnded()).toBe(true)
    const again = await follow(server, token)
    const last = await sendClient(server, token)
    await expect.poll(() => hasHeard(again, last)).toBe(true)
    for (const { id } of sent.slice(-30))
      expect((await call(server, 'GET', `/clients/${id}`, { token })).status).toBe(200)
    expect((await call(server, 'GET', '/health')).status).toBe(200)
    again.stop()
  })

  it('does not keep the process from ending', async () => {
    const token = await logIn(server, 'commercial@example.com')
    proxy.freezeAll()
    const waits = sendClient(server, token).catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, 300))
    const isLate = promisedTime(45_000)
    await server.stop()
    expect(isLate()).toBe(false)
    await waits
  })
})
