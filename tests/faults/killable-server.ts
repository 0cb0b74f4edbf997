import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { buildApp } from '../../server/app.ts'
import { createBackups } from '../../server/backup/backups.ts'
import { readConfig } from '../../server/config.ts'
import { seedDemo } from '../../server/demo/seed.ts'
import { knownKey } from '../../server/installation/known-key.ts'
import type { Database } from '../../server/plugins/database/database.ts'
import { openDatabase } from '../../server/plugins/database/open-database.ts'
import { createPorts } from '../../server/ports/ports.ts'
import { KILL_HEADER, type KillPoint } from './kill-points.ts'

/** A program: the product's server with few demo data. It kills itself (SIGKILL) at the point that a request names. */

const asked = new AsyncLocalStorage<string | undefined>()

const die = (): void => void process.kill(process.pid, 'SIGKILL')
const dieAt = (point: KillPoint): void => {
  if (asked.getStore() === point) die()
}

/** The same database, whose transactions kill the process at the named points. */
const killable = (db: Database): Database => ({
  ...db,
  inTenant: async (companyId, work) => {
    const result = await db.inTenant(companyId, async (tx) => {
      const value = await work(tx)
      dieAt('before-commit')
      return value
    })
    dieAt('after-commit')
    return result
  },
})

/** Sends half of the answer, then nothing more. */
function cutAnswer(response: ServerResponse): void {
  const write = response.write.bind(response) as (chunk: Buffer) => boolean
  const cut = (chunk: unknown): boolean => {
    const bytes = Buffer.from(chunk as string)
    write(bytes.subarray(0, Math.ceil(bytes.length / 2)))
    setTimeout(die, 20)
    return true
  }
  response.write = cut as typeof response.write
  response.end = ((chunk: unknown) => {
    if (chunk === undefined) die()
    cut(chunk)
    return response
  }) as typeof response.end
}

const config = readConfig(process.env)
const key = knownKey(config, 'the server')
const opened = await openDatabase(
  config.databaseUrl === null
    ? { kind: 'embedded', folder: config.dataDir, onLockLost: die, key }
    : { kind: 'postgresql', ownerUrl: config.databaseUrl, connections: config.databaseConnections, key },
)
const db = killable(opened)
await seedDemo(db, { clients: 6, otherClients: 2 })
const { secrets } = key
const ports = createPorts(config.ports, { secrets })
const app = await buildApp(
  { ...config, logLevel: 'silent', webDir: '/nowhere', rateLimit: 1_000_000 },
  { db, secrets, ports, backups: createBackups(db, config) },
)
app.server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
  const point = request.headers[KILL_HEADER]
  asked.enterWith(typeof point === 'string' ? point : undefined)
  dieAt('on-arrival')
  if (point === 'mid-answer') cutAnswer(response)
})
await app.listen({ port: config.port, host: '127.0.0.1' })
process.on('SIGTERM', () => {
  void app
    .close()
    .then(() => db.close())
    .then(() => process.exit(0))
})
