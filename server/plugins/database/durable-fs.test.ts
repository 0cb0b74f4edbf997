import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillDataFolder } from '../../../tests/support/engines.ts'
import { DURABLE_START_PARAMS, DurableNodeFS, proveDurable } from './durable-fs.ts'

describe('durability of the embedded database', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'lolapp-durable-'))
  const folder = join(dataDir, 'database')
  beforeAll(() => fillDataFolder(dataDir), 180_000)
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

  it('calls fsync for each commit', async () => {
    const fs = new DurableNodeFS(folder)
    const db = await PGlite.create({ fs, startParams: DURABLE_START_PARAMS })
    await proveDurable(db, fs)
    await db.exec('create table t (n int)')
    const before = fs.fsyncs
    for (let n = 0; n < 10; n += 1) await db.query('insert into t values ($1)', [n])
    expect(fs.fsyncs - before).toBeGreaterThanOrEqual(10)
    await db.close()
  }, 180_000)

  it('refuses to serve when PostgreSQL never calls it, as PGlite starts by default', async () => {
    const fs = new DurableNodeFS(folder)
    const db = await PGlite.create({ fs })
    await expect(proveDurable(db, fs)).rejects.toThrow("n'écrit pas ses validations sur le disque")
    await db.close()
  }, 180_000)
})
