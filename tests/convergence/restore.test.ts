import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBackups } from '../../server/backup/backups.ts'
import { restore } from '../../server/backup/restore.ts'
import { seedDemo } from '../../server/demo/seed.ts'
import { folderMark } from '../../server/epoch/mark.ts'
import type { Database } from '../../server/plugins/database/database.ts'
import { openDatabase } from '../../server/plugins/database/open-database.ts'
import {
  acknowledgedCreations,
  actAtRandom,
  type DemoPhone,
  newPhoneContents,
  openDemoPhone,
  syncAll,
  syncAtRandom,
} from '../faults/demo-phones.ts'
import type { Contents } from '../faults/server.ts'
import { ENGINES } from '../support/engines.ts'
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts'
import { freePort } from '../support/ports.ts'
import { openPlace, type Place } from '../support/put-back.ts'
import { createRandom } from '../support/random.ts'
import { testApp } from '../support/test-app.ts'

/** Number of acts before the backup, and again between it and the disaster. */
const STEPS = 30
const MAILS = ['commercial@example.com', 'directeur@example.com', 'metreur@example.com']
const SEED = Number(process.env.CONVERGENCE_SEED ?? Math.floor(Math.random() * 2 ** 31))

/** Fields that the server counts or dates itself: they differ when a write is made again. */
const SERVER_MADE = new Set(['VERSION', 'DATE_CREATION', 'DEBRIEF_LE', 'DATE_NOTIFICATION'])

/** The values that people wrote. Conflicts are left out: they note who came second, and the order may differ after the restore. */
const valuesOf = (contents: Contents): Contents =>
  Object.fromEntries(
    Object.entries(contents)
      .filter(([key]) => !key.startsWith('conflit/'))
      .map(([key, record]) => [
        key,
        Object.fromEntries(Object.entries(record).filter(([name]) => !SERVER_MADE.has(name))),
      ]),
  )

/** How the database returns to an earlier state: saves the state now; the function that it returns restores it and serves again. */
type Disaster = () => Promise<() => Promise<void>>

describe.each(ENGINES)('devices after a restore (%s)', (engine) => {
  let place: Place
  let db: Database
  let app: FastifyInstance
  let proxy: FaultProxy
  let port = 0

  const open = async (): Promise<void> => {
    db = await openDatabase(place.config)
    app = await testApp(db, { demo: true, checkAnswers: false }, { marks: folderMark(place.dataDir) })
    await app.listen({ port, host: '127.0.0.1' })
  }
  const close = async (): Promise<void> => {
    await app.close()
    await db.close()
  }
  const companyNow = async (over: Database) => {
    const row = await over.transaction({ companyKey: 'demo' }, (tx) =>
      tx.selectFrom('company').select(['id', 'epoch', 'seq']).where('key', '=', 'demo').executeTakeFirstOrThrow(),
    )
    return { ...row, seq: Number(row.seq) }
  }

  beforeAll(async () => {
    place = await openPlace(engine)
    port = await freePort()
    await open()
    proxy = await startFaultProxy(port)
    await seedDemo(db, { clients: 12, otherClients: 2 })
  })
  afterAll(async () => {
    await proxy.close()
    await close()
    await place.remove()
  })

  const backup: Disaster = async () => {
    const { dataDir, config } = place
    const from = join(dataDir, 'sauvegarde')
    await createBackups(db, { dataDir, backupDir: join(dataDir, 'backups'), backupKeep: 1 }).createAt(from)
    return async () => {
      await close()
      await restore({ from, dataDir, database: config })
      await open()
    }
  }

  const snapshot: Disaster = async () => {
    await close()
    const restoreIt = await place.snapshot()
    await open()
    return async () => {
      const before = await companyNow(db)
      await close()
      await restoreIt()
      const raw = await openDatabase(place.config)
      const after = await companyNow(raw)
      await raw.close()
      // Checks that the fault happened: the database has its old epoch and a lower seq.
      expect(after.epoch).toBe(before.epoch)
      expect(after.seq).toBeLessThan(before.seq)
      await open()
      expect((await companyNow(db)).epoch).not.toBe(before.epoch)
    }
  }

  it.each([
    { after: 'a backup', keep: backup, rules: 'HEAL-1 to HEAL-4' },
    { after: 'a snapshot from outside', keep: snapshot, rules: 'HEAL-1 to HEAL-4, SERVER-7' },
  ])(`[I1] [I2] send again all that was acknowledged, once, after $after ($rules), seed ${SEED}`, async ({ keep }) => {
    const random = createRandom(SEED)
    const { id: companyId } = await companyNow(db)
    const demo = { base: `http://127.0.0.1:${port}/api`, companyId, proxy }
    const phones = await Promise.all(MAILS.map((mail) => openDemoPhone(demo, mail)))
    const work = async (): Promise<void> => {
      for (let step = 0; step < STEPS; step++) {
        const phone = random.pick(phones) as DemoPhone
        await (random.chance(0.7) ? actAtRandom(phone, random) : syncAtRandom(phone, random))
      }
      await syncAll(phones)
    }
    /** What a new phone of the director gets: everything that the server has. */
    const everything = async (): Promise<Contents> => valuesOf(await newPhoneContents(demo, 'directeur@example.com'))
    try {
      await work()
      const backedUp = await everything()
      const restoreIt = await keep()
      await work()
      const acknowledged = await everything()
      expect(acknowledged).not.toEqual(backedUp)

      await restoreIt()
      // Checks that the disaster happened: the writes after the backup are gone.
      expect(await everything()).toEqual(backedUp)

      const refused = await syncAll(phones)
      expect(await everything()).toEqual(acknowledged)
      expect(refused).toBe(0)
      for (const { tab, mail } of phones)
        expect(await tab.device.contents(), mail).toEqual(await newPhoneContents(demo, mail))

      // Every mutation that a phone calls done, in either epoch, is done exactly once in the new one.
      const made = await acknowledgedCreations(phones)
      expect(made.length).toBeGreaterThan(0)
      const clients = made.filter((name) => name.startsWith('client/')).map((name) => name.slice('client/'.length))
      const { rows } = await db.inTenant(companyId, (tx) =>
        sql<{ n: number }>`select count(*)::int as n from client where "IDCLIENT" = any(${clients})`.execute(tx),
      )
      expect(rows[0]?.n).toBe(clients.length)
    } finally {
      for (const { tab } of phones) await tab.close()
    }
  })
})
