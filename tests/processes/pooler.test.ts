import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Pooler, startPooler } from '../support/pgbouncer.ts'
import { freePort } from '../support/ports.ts'
import { startPostgres, type TestPostgres } from '../support/postgres.ts'
import type { ServerProcess } from '../support/server-process.ts'
import {
  call,
  follow,
  hasHeard,
  logIn,
  newClient,
  refusedRun,
  runProgram,
  sendClient,
  startProcess,
} from './processes.ts'

describe('PgBouncer in transaction mode before PostgreSQL', () => {
  let postgres: TestPostgres
  let pooler: Pooler
  let url: string
  let servers: ServerProcess[] = []
  beforeAll(async () => {
    postgres = await startPostgres({ timezone: 'Europe/Paris' }, { passwords: true })
    url = await postgres.createDatabase()
    pooler = await startPooler({ port: Number(new URL(url).port), passwords: true })
  })
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.dispose()))
    await pooler?.stop()
    await postgres?.stop()
  })

  it('[OPS-09 pooler] refuses to start without LISTEN, and says that it needs a direct URL', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lolapp-deaf-'))
    const env = { DATABASE_URL: pooler.through(url), DATA_DIR: folder, PORT: String(await freePort()) }
    expect(await refusedRun('server/start.ts', env)).toMatch(/PgBouncer.*DATABASE_LISTEN_URL/s)
    rmSync(folder, { recursive: true, force: true })
  })

  it('[OPS-09 pooler] serves from two processes with that URL: writes, hints, instants on a server in another time zone', async () => {
    const listen = new URL(url)
    listen.username = listen.password = ''
    const env = { DATABASE_LISTEN_URL: listen.href }
    servers = [await startProcess(pooler.through(url), env)]
    servers.push(await startProcess(pooler.through(url), env))
    const [a, b] = servers as [ServerProcess, ServerProcess]
    const token = await logIn(a, 'commercial@example.com')
    const stream = await follow(b, token)
    const clients = Array.from({ length: 40 }, () => newClient())
    const answers = await Promise.all(clients.map((client, n) => sendClient(n % 2 ? a : b, token, client)))
    expect(answers.map(({ status }) => status)).toEqual(clients.map(() => 201))
    for (const answer of answers) await expect.poll(() => hasHeard(stream, answer)).toBe(true)
    const { body } = await call(b, 'GET', `/clients/${clients[0]?.id}`, { token })
    const changed = Date.parse(String((body.data as { DATEMODIFICATION?: string } | undefined)?.DATEMODIFICATION ?? ''))
    if (!Number.isNaN(changed)) expect(Math.abs(Date.now() - changed)).toBeLessThan(30 * 60_000)
    stream.stop()
  })

  it('a command uses the pooler too, and a restore is refused while they serve, not afterwards', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lolapp-pooled-'))
    const listen = new URL(url)
    listen.username = listen.password = ''
    const env = { DATABASE_URL: pooler.through(url), DATABASE_LISTEN_URL: listen.href, DATA_DIR: folder }
    const copy = join(folder, 'copie')
    expect(await runProgram('server/backup/backup-command.ts', ['--to', copy], env)).toMatchObject({ code: 0 })
    const restore = () => runProgram('server/backup/restore-command.ts', ['--from', copy], env)
    expect((await restore()).said).toContain('Un serveur Lolapp utilise cette base')
    for (const server of servers) await server.stop()
    // The pooler still holds the connections that they used.
    expect(await restore()).toMatchObject({ code: 0 })
    const [a] = servers
    await a?.start()
    rmSync(folder, { recursive: true, force: true })
  })
})
