import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe } from 'vitest'
import { type Database, withTransactions } from '../../server/plugins/database/database.ts'
import { readMigrations } from '../../server/plugins/database/migrate.ts'
import { openPglite } from '../../server/plugins/database/pglite-engine.ts'
import { openPostgres } from '../../server/plugins/database/postgres-engine.ts'
import { startPostgres, type TestPostgres } from './postgres.ts'

export const ENGINES = ['pglite', 'postgresql'] as const
export type EngineName = (typeof ENGINES)[number]

/** Runs the same tests over both engines, each on a migrated database without rows. */
export function describeEngines(title: string, body: (db: () => Database, engine: EngineName) => void): void {
  describe.each(ENGINES)(`${title} (%s)`, (engine) => {
    let opened: { db: Database; close: () => Promise<void> } | undefined
    beforeAll(async () => {
      opened = await openTestDatabase(engine)
    }, 120_000)
    afterAll(() => opened?.close())
    body(() => {
      if (!opened) throw new Error('The database is open inside tests and hooks only')
      return opened.db
    }, engine)
  })
}

/** A migrated database without rows; `close` throws it away. */
export async function openTestDatabase(engine: EngineName): Promise<{ db: Database; close: () => Promise<void> }> {
  if (engine === 'pglite') {
    const db = await memoryDatabase()
    return { db, close: () => db.close() }
  }
  const postgres: TestPostgres = await startPostgres()
  const db = withTransactions(await openPostgres({ ownerUrl: await postgres.createDatabase(), connections: 20 }))
  return {
    db,
    close: async () => {
      await db.close()
      await postgres.stop()
    },
  }
}

/** PGlite in memory, from a copy made after the last change of a migration: initdb and the migrations cost seconds. */
export async function memoryDatabase(): Promise<Database> {
  const hash = createHash('sha256').update(JSON.stringify(readMigrations())).digest('hex').slice(0, 16)
  const path = join(tmpdir(), `lolapp-tests-${hash}.tar`)
  if (existsSync(path)) return withTransactions(await openPglite({ memory: true, snapshot: readFileSync(path) }))
  const engine = await openPglite({ memory: true })
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, await engine.client.dump())
  renameSync(draft, path)
  return withTransactions(engine)
}

/** A company of its own for one test. */
export async function addCompany(db: Database, key = `c${randomUUID().slice(0, 8)}`): Promise<string> {
  const id = `company-${key}`
  await db.inTenant(id, (trx) =>
    trx
      .insertInto('company')
      .values({ id, key, NOM: `Maison ${key}` })
      .execute(),
  )
  return id
}
