import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { callerOf } from '../../tests/support/contract.ts'
import { newDevis, newProjet } from '../../tests/support/contract-records.ts'
import { ENGINES } from '../../tests/support/engines.ts'
import { openPlace, type Place } from '../../tests/support/put-back.ts'
import { staffedCompany } from '../../tests/support/staffed-company.ts'
import { testApp } from '../../tests/support/test-app.ts'
import { folderMark } from '../epoch/mark.ts'
import type { Database } from '../plugins/database/database.ts'
import { openDatabase } from '../plugins/database/open-database.ts'
import { createBackups } from './backups.ts'
import { restore } from './restore.ts'

/** A restore makes a whole database: this limit only ends a test that hangs. */
const LONG = 900_000

/** A number that a customer has on paper is never given to another quote, whatever was restored since. */
describe.each(ENGINES)('numbers of quotes over restores (%s)', { timeout: LONG }, (engine) => {
  let place: Place
  let company = ''
  let from = ''
  const given: string[] = []

  const withDatabase = async <T>(fn: (db: Database) => Promise<T>): Promise<T> => {
    const db = await openDatabase(place.config)
    try {
      return await fn(db)
    } finally {
      await db.close()
    }
  }
  /** One run of a server: it gives so many numbers, and stops. */
  const give = (count: number) =>
    withDatabase(async (db) => {
      const app = await testApp(db, {}, { marks: folderMark(place.dataDir) })
      await app.ready()
      const session = { kind: 'personnel', accountId: 'camille', companyId: company, deviceId: null } as const
      const caller = callerOf(app, (await app.sessions.open(session)).token)
      const projet = await newProjet(caller)
      for (let i = 0; i < count; i++) given.push(String((await newDevis(caller, projet)).NUMERO_DEVIS))
      await app.close()
    })
  /** As if a year's quotes had been made: more than the gap that a restore leaves. */
  const jump = () =>
    withDatabase((db) => db.inTenant(company, (tx) => sql`update numbering set value = value + 5000`.execute(tx)))
  const restored = () => restore({ from, dataDir: place.dataDir, database: place.config })

  beforeEach(async () => {
    given.length = 0
    place = await openPlace(engine)
    from = join(place.dataDir, 'sauvegarde')
    company = await withDatabase(async (db) => (await staffedCompany(db)).id)
    await give(1)
    await withDatabase((db) =>
      createBackups(db, { dataDir: place.dataDir, backupDir: join(place.dataDir, 'backups'), backupKeep: 1 }).createAt(
        from,
      ),
    )
  }, LONG)
  afterEach(() => place.remove(), LONG)

  const values = () => given.map((number) => Number(number.split('-').at(-1)))
  const expectRising = (count: number) => {
    expect(given).toHaveLength(count)
    expect(values()).toEqual([...new Set(values())].sort((a, b) => a - b))
  }

  it('[SERVER-6] the same backup restored again and again gives no number twice', async () => {
    for (let times = 0; times < 2; times++) {
      await restored()
      await give(2)
    }
    // Twice in a row, with no server in between.
    await restored()
    await restored()
    await give(1)
    expectRising(6)
  })

  it('[SERVER-6] gives no number twice after more numbers than the gap that a restore leaves', async () => {
    await restored()
    await jump()
    await give(1)
    await restored()
    await give(1)
    expectRising(3)
  })

  // Only the embedded engine has a folder that can be lost here.
  if (engine === 'pglite')
    it('[SERVER-6] gives no number twice when the database that had given them was lost', async () => {
      await restored()
      await jump()
      await give(1)
      rmSync(join(place.dataDir, 'database'), { recursive: true })
      await restored()
      await give(1)
      expectRising(3)
    })
})
