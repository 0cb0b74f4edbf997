import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { query, startPostgres, type TestPostgres } from '../../tests/support/postgres.ts'
import { staffedCompany } from '../../tests/support/staffed-company.ts'
import { testKey } from '../../tests/support/test-key.ts'
import { type DatabaseConfig, openDatabase } from '../plugins/database/open-database.ts'
import { createBackups } from './backups.ts'
import { restore } from './restore.ts'

/** A restore on PostgreSQL while a connection that a stopped server left is not over yet. */

let postgres: TestPostgres
let dataDir: string
let url: string

beforeAll(async () => {
  postgres = await startPostgres()
  url = await postgres.createDatabase()
  dataDir = mkdtempSync(join(tmpdir(), 'lolapp-deadlock-'))
})
afterAll(async () => {
  await postgres?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

/** A table that the restore has dropped while it waits for this one; none before it waits. */
const droppedBefore = async (table: string): Promise<string | undefined> => {
  const rows = await query(
    url,
    `select held.relation::regclass::text as name from pg_locks waiting
      join pg_locks held on held.pid = waiting.pid and held.granted and held.mode = 'AccessExclusiveLock'
      join pg_class c on c.oid = held.relation and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      where not waiting.granted and waiting.relation = '${table}'::regclass limit 1`,
  )
  return (rows as { name: string }[])[0]?.name
}

it('a deadlock with a connection that is ending does not fail it: it begins again', async () => {
  const config: DatabaseConfig = { kind: 'postgresql', ownerUrl: url, connections: 4, key: testKey }
  const db = await openDatabase(config)
  const { id } = await staffedCompany(db, 'un')
  const from = join(dataDir, 'sauvegarde')
  await createBackups(db, { dataDir, backupDir: join(dataDir, 'backups'), backupKeep: 1 }).createAt(from)
  await db.close()

  /** @returns whether PostgreSQL ended the restore's transaction, and not ours */
  const restoreOnceEnded = async (): Promise<boolean> => {
    const names = (await query(
      url,
      "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by ctid",
    )) as { name: string }[]
    // It holds a table that is dropped late, and asks for one that is dropped already as soon as the restore waits.
    const late = names.at(-1)?.name ?? ''
    const left = new pg.Client({ connectionString: url })
    await left.connect()
    await left.query('begin')
    await left.query(`lock table "${late}" in access share mode`)
    const restoring = restore({ from, dataDir, database: config })
    let dropped: string | undefined
    while (!dropped) {
      dropped = await droppedBefore(late)
      await wait(10)
    }
    // PostgreSQL ends whoever has waited longest when it looks: the restore, after a second.
    const isOurs = await left.query(`lock table ${dropped} in access share mode`).then(
      () => false,
      () => true,
    )
    await left.query('rollback')
    await left.end()
    await restoring
    return !isOurs
  }
  // Where the machine is so busy that we ask after that second, it ends us: then it is tried again.
  let tries = 1
  while (!(await restoreOnceEnded())) tries += 1
  const deadlocks = 'select deadlocks::integer from pg_stat_database where datname = current_database()'
  await expect.poll(() => query(url, deadlocks)).toEqual([{ deadlocks: tries }])
  const again = await openDatabase(config)
  const { NOM } = await again.inTenant(id, (tx) =>
    tx.selectFrom('company').select(['NOM']).where('id', '=', id).executeTakeFirstOrThrow(),
  )
  await again.close()
  expect(NOM).toBeTruthy()
})
