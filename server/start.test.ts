import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillDataFolder } from '../tests/support/engines.ts'
import { freePort } from '../tests/support/ports.ts'
import { type ServerProcess, startServer } from '../tests/support/server-process.ts'
import { promisedTime } from '../tests/support/slowness.ts'
import { withTransactions } from './plugins/database/database.ts'
import { openPglite } from './plugins/database/pglite-engine.ts'

describe('npm start', () => {
  const webDir = mkdtempSync(join(tmpdir(), 'lolapp-web-'))
  const dataDir = mkdtempSync(join(tmpdir(), 'lolapp-data-'))
  let server: ServerProcess
  beforeAll(async () => {
    writeFileSync(join(webDir, 'index.html'), '<!doctype html><title>Lolapp</title>')
    await fillDataFolder(dataDir)
    chmodSync(dataDir, 0o755)
    server = await startServer({ webDir, dataDir })
  })
  afterAll(async () => {
    await server?.dispose()
    for (const folder of [webDir, dataDir]) rmSync(folder, { recursive: true, force: true })
  })

  /** Output of a start that must fail. */
  const failedStart = async (env: Record<string, string>): Promise<string> => {
    const child = spawn(process.execPath, ['--import', 'tsx', 'server/start.ts'], {
      env: { ...process.env, WEB_DIR: webDir, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    child.stderr.on('data', (data: Buffer) => {
      said += data
    })
    expect(await new Promise((resolve) => child.once('close', resolve))).toBe(1)
    return said
  }

  const login = async (): Promise<string> => {
    const response = await fetch(`${server.url}/api/lolapp/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'company-key': 'demo' },
      body: JSON.stringify({ MAIL: 'commercial@example.com', password: 'demonstration' }),
    })
    expect(response.status).toBe(200)
    return ((await response.json()) as { data: { token: string } }).data.token
  }
  const stream = (token: string): Promise<Response> =>
    fetch(`${server.url}/api/sync/stream`, { headers: { authorization: `Bearer ${token}` } })

  it('[SEC] closes its folders to the other users of the machine, existing ones too', () => {
    const modeOf = (...path: string[]): number => statSync(join(dataDir, ...path)).mode & 0o777
    expect([modeOf(), modeOf('backups'), modeOf('secret.key')]).toEqual([0o700, 0o700, 0o600])
  })

  it('prints the addresses and the demo accounts', async () => {
    // The server answers before it prints its addresses.
    await expect.poll(() => server.output()).toContain('Ctrl+C')
    for (const text of [
      server.urlFor('demo'),
      server.urlFor('autre'),
      'directeur@example.com',
      'demonstration',
      'Les sauvegardes ne sont pas chiffrées',
      'Ctrl+C',
    ]) {
      expect(server.output()).toContain(text)
    }
  })

  it('says in French that the port is taken and how to change it, that the folder is in use, that a setting is wrong', async () => {
    const wrongKey = `age1${'q'.repeat(58)}`
    const [port, folder, key] = await Promise.all([
      failedStart({ PORT: String(server.port) }),
      failedStart({ PORT: String(await freePort()), DATA_DIR: server.dataDir }),
      failedStart({ PORT: String(await freePort()), DATA_DIR: server.dataDir, BACKUP_RECIPIENT: wrongKey }),
    ])
    expect(key).toContain('BACKUP_RECIPIENT a une clé publique mal recopiée')
    expect(port).toContain(`Le port ${server.port} est déjà utilisé. Choisissez-en un autre, par exemple : PORT=`)
    expect(folder).toContain('est déjà utilisé par un autre processus')
  })

  it('ends within 10 s whatever a client does: one that stops in the middle of its request', async () => {
    const half = connect(server.port, '127.0.0.1')
    const asked = new Promise<Buffer>((resolve) => half.once('data', resolve))
    half.on('error', () => undefined)
    const head = ['POST /api/login HTTP/1.1', 'host: admin.localhost', 'content-type: application/json']
    half.write([...head, 'expect: 100-continue', 'content-length: 200', '', '{"email":'].join('\r\n'))
    // « 100 Continue »: the request is under way.
    await asked
    const isLate = promisedTime(10_000)
    await server.stop()
    expect(isLate()).toBe(false)
    half.destroy()
    await server.start()
  })

  it('ends cleanly with a stream open, and keeps sessions and data for the next start, also after SIGKILL', async () => {
    const token = await login()
    const open = await stream(token)
    await server.stop()
    await open.text().catch(() => undefined)
    await server.start()
    await server.kill()
    await server.start()
    expect((await stream(token)).status).toBe(200)
    expect(server.output().match(/Création des données de démonstration/g)).toHaveLength(1)
  })

  it('prints everything in lines of JSON when it is told to, and that it leaves before it stops; until then it serves, and sends what somebody waits for', async () => {
    await server.stop()
    const before = server.output().length
    await server.start({ env: { LOG_FORMAT: 'json', DRAIN_SECONDS: '10' } })
    const state = async (path: string): Promise<number> => (await fetch(`${server.url}${path}`)).status
    expect([await state('/livez'), await state('/readyz'), await state('/metrics')]).toEqual([200, 200, 200])
    // The heads of the evidence were sealed before the server listened.
    const figures = await (await fetch(`${server.url}/metrics`)).text()
    expect(figures).toMatch(/^lolapp_task_last_timestamp_seconds\{task="evidence"\} 1\d{9}/m)
    const stopped = server.stop()
    await expect.poll(() => state('/readyz'), { interval: 20 }).toBe(503)
    expect(await state('/api/health')).toBe(200)
    const asked = await fetch(`${server.url}/api/password/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'company-key': 'demo' },
      body: JSON.stringify({ email: 'metreur@example.com' }),
    })
    expect(asked.status).toBe(200)
    await stopped
    const db = withTransactions(await openPglite({ folder: dataDir, onLockLost: () => undefined }))
    const { id } = await db.transaction({ companyKey: 'demo' }, (tx) =>
      tx.selectFrom('company').select('id').where('key', '=', 'demo').executeTakeFirstOrThrow(),
    )
    const { rows } = await db.inTenant(id, (tx) =>
      sql`select channel, status from message where recipient = 'metreur@example.com'`.execute(tx),
    )
    await db.close()
    // The demonstration records what it would send.
    expect(rows).toEqual([{ channel: 'mail', status: 'recorded' }])
    const lines = server.output().slice(before).trim().split('\n')
    const told = lines.map((line) => JSON.parse(line) as { msg: string; path?: string })
    expect(told.map(({ msg }) => msg)).toContain('Lolapp écoute.')
    expect(told.map(({ path }) => path)).toContain('/api/health')
    expect(told.map(({ path }) => path)).not.toContain('/livez')
  })
})
