import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Values } from '../../schemas/merge.ts'
import { createBackups } from '../../server/backup/backups.ts'
import { restore } from '../../server/backup/restore.ts'
import { seedDemo } from '../../server/demo/seed.ts'
import type { Database } from '../../server/plugins/database/database.ts'
import { type DatabaseConfig, openDatabase } from '../../server/plugins/database/open-database.ts'
import type { OutboxEntry } from '../../sync/outbox-entry.ts'
import { ENGINES } from '../support/engines.ts'
import { startPostgres, type TestPostgres } from '../support/postgres.ts'
import { createRandom } from '../support/random.ts'
import { testApp } from '../support/test-app.ts'
import { settle, startDevice } from './device-protocol.ts'

/** Before the backup, and between it and the disaster. */
const STEPS = 30
const MAILS = ['commercial@example.com', 'directeur@example.com', 'metreur@example.com']
const SEED = Number(process.env.CONVERGENCE_SEED ?? Math.floor(Math.random() * 2 ** 31))

type Contents = Record<string, Values>

/** What the server counts and dates by itself: a write that is made again is a newer one. */
const SERVER_MADE = new Set(['VERSION', 'DATE_CREATION', 'DEBRIEF_LE'])

/** What people wrote. Conflicts are the server's notes of who came second, and others may come second now. */
const valuesOf = (contents: Contents): Contents =>
  Object.fromEntries(
    Object.entries(contents)
      .filter(([key]) => !key.startsWith('conflit/'))
      .map(([key, record]) => [
        key,
        Object.fromEntries(Object.entries(record).filter(([name]) => !SERVER_MADE.has(name))),
      ]),
  )

describe.each(ENGINES)('devices after a restore (%s)', (engine) => {
  let postgres: TestPostgres | undefined
  let dataDir: string
  let config: DatabaseConfig
  let db: Database
  let app: FastifyInstance
  let port = 0

  const open = async (): Promise<void> => {
    db = await openDatabase(config)
    app = await testApp(db, { demo: true, checkAnswers: false })
    port = Number(new URL(await app.listen({ port, host: '127.0.0.1' })).port)
  }
  const close = async (): Promise<void> => {
    await app.close()
    await db.close()
  }

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'lolapp-restore-'))
    if (engine === 'postgresql') {
      postgres = await startPostgres()
      config = { kind: 'postgresql', ownerUrl: await postgres.createDatabase(), connections: 8 }
    } else config = { kind: 'embedded', folder: dataDir, onLockLost: () => undefined }
    await open()
    await seedDemo(db, { clients: 12, otherClients: 2 })
  }, 120_000)
  afterAll(async () => {
    await close()
    await postgres?.stop()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 3 })
  })

  it(`[I1] [I2] bring back all that was acknowledged after the backup, once (HEAL-1 to HEAL-4), seed ${SEED}`, async () => {
    const random = createRandom(SEED)
    const { id: companyId } = await db.transaction({ companyKey: 'demo' }, (tx) =>
      tx.selectFrom('company').select('id').where('key', '=', 'demo').executeTakeFirstOrThrow(),
    )
    const base = `http://127.0.0.1:${port}/api`
    const device = (mail: string, index: number) =>
      startDevice({ account: { mail, companyId, base }, seed: SEED + index })
    const devices = await Promise.all(MAILS.map(device))
    const work = async (): Promise<void> => {
      for (let step = 0; step < STEPS; step++) await random.pick(devices)?.ask(random.chance(0.7) ? 'act' : 'sync')
      await settle(devices)
    }
    /** What a new device of the director gets: everything that the server has. */
    const everything = async (): Promise<Contents> => {
      const fresh = await device('directeur@example.com', 100)
      await fresh.ask('pull')
      const contents = await fresh.ask<Contents>('contents')
      await fresh.close()
      return valuesOf(contents)
    }
    try {
      for (const one of devices) await one.ask('pull')
      await work()
      const backedUp = await everything()
      const from = join(dataDir, 'sauvegarde')
      const backups = createBackups(db, { dataDir, backupDir: join(dataDir, 'backups'), backupKeep: 1 })
      await backups.createAt(from)
      await work()
      const acknowledged = await everything()
      expect(acknowledged).not.toEqual(backedUp)

      await close()
      await restore({ from, dataDir, database: config })
      await open()
      // The disaster is real: what came after the backup is gone.
      expect(await everything()).toEqual(backedUp)

      const refused = await settle(devices)
      expect(await everything()).toEqual(acknowledged)
      expect(refused).toBe(0)
      for (const one of devices) {
        const fresh = await device(one.mail, 200)
        await fresh.ask('pull')
        const [held, served] = [await one.ask<Contents>('contents'), await fresh.ask<Contents>('contents')]
        await fresh.close()
        expect(held, one.mail).toEqual(served)
      }

      // Every mutation that any device calls done, in either history, is done exactly once in the new one.
      const ended = (await Promise.all(devices.map((one) => one.ask<OutboxEntry[]>('ended')))).flat()
      const made = ended.filter(({ state, action }) => state === 'done' && action === 'create')
      expect(made.length).toBeGreaterThan(0)
      const clients = made.filter(({ resource }) => resource === 'client').map(({ recordId }) => recordId)
      const { rows } = await db.inTenant(companyId, (tx) =>
        sql<{ n: number }>`select count(*)::int as n from client where "IDCLIENT" = any(${clients})`.execute(tx),
      )
      expect(rows[0]?.n).toBe(clients.length)
    } finally {
      for (const one of devices) await one.close()
    }
  }, 300_000)
})
