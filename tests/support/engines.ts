import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe } from 'vitest'
import { type Database, withTransactions } from '../../server/plugins/database/database.ts'
import { readMigrations } from '../../server/plugins/database/migrate.ts'
import { openPglite } from '../../server/plugins/database/pglite-engine.ts'
import { openPostgres } from '../../server/plugins/database/postgres-engine.ts'
import { madeOnce } from './made-once.ts'
import { startPostgres, type TestPostgres } from './postgres.ts'
import { testKey } from './test-key.ts'

const ALL = ['pglite', 'postgresql'] as const
export type EngineName = (typeof ALL)[number]

/** The engines that tests run on: both, or those of TEST_ENGINES (`npm test` has the embedded one). */
export const ENGINES: readonly EngineName[] = ALL.filter((name) => (process.env.TEST_ENGINES ?? name).includes(name))

/** A run through the pooler skips the embedded engine, which has no pooler. */
const described: readonly EngineName[] = process.env.TEST_POOLER ? ['postgresql'] : ENGINES

/** Runs the same tests on both engines, each with a migrated database without rows. */
export function describeEngines(title: string, body: (db: () => Database, engine: EngineName) => void): void {
  describe.each(described)(`${title} (%s)`, (engine) => {
    let opened: { db: Database; close: () => Promise<void> } | undefined
    beforeAll(async () => {
      opened = await openTestDatabase(engine)
    })
    afterAll(() => opened?.close())
    body(() => {
      if (!opened) throw new Error('The database is open inside tests and hooks only')
      return opened.db
    }, engine)
  })
}

/** A migrated database without rows; `close` deletes it. */
export async function openTestDatabase(engine: EngineName): Promise<{ db: Database; close: () => Promise<void> }> {
  if (engine === 'pglite') {
    const db = await embeddedDatabase()
    return { db, close: () => db.close() }
  }
  const postgres: TestPostgres = await startPostgres()
  const way = postgres.wayTo(await postgres.createDatabase())
  const db = withTransactions(await openPostgres({ ...way, connections: 20, key: testKey }))
  return {
    db,
    close: async () => {
      await db.close()
      await postgres.stop()
    },
  }
}

/** Everything that a prepared embedded database depends on: the migrations, the code that prepares it, the package that names the engine's release. */
function embeddedKey(): string {
  const code = join(import.meta.dirname, '../../server/plugins/database')
  const files = readdirSync(code).filter((name) => !name.includes('.test.'))
  return JSON.stringify([
    readMigrations(),
    files.map((name) => readFileSync(join(code, name), 'utf8')),
    readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'),
  ])
}

/** Copies a prepared embedded database without rows into a data folder, because making one takes seconds. */
export async function fillDataFolder(folder: string): Promise<void> {
  const path = await madeOnce({
    name: 'embedded',
    key: embeddedKey(),
    make: async (draft) => {
      mkdirSync(draft)
      const engine = await openPglite({ folder: draft, onLockLost: () => undefined })
      await engine.close()
    },
  })
  await promisify(execFile)('cp', ['-a', join(path, 'database'), folder])
}

/** Opens such a database; closing it deletes it. */
export async function embeddedDatabase(): Promise<Database> {
  const folder = mkdtempSync(join(tmpdir(), 'lolapp-scratch-'))
  const remove = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  process.once('exit', remove)
  await fillDataFolder(folder)
  const db = withTransactions(await openPglite({ scratch: join(folder, 'database') }))
  return {
    ...db,
    close: async () => {
      await db.close()
      process.off('exit', remove)
      remove()
    },
  }
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
