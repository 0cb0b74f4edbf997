import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillDataFolder } from '../../../tests/support/engines.ts'
import { staffedCompany } from '../../../tests/support/staffed-company.ts'
import { call, signIn, testApp } from '../../../tests/support/test-app.ts'
import { withTransactions } from './database.ts'
import { DURABLE_START_PARAMS, DurableNodeFS, proveDurable } from './durable-fs.ts'
import type { PgliteClient } from './pglite-client.ts'
import { openPglite } from './pglite-engine.ts'

interface Commit {
  /** A statement of its transaction changed rows. */
  wrote: boolean
  /** Between the commit's sending and its answer. */
  fsyncs: number
}

/** Notes every commit from now on. One connection: between a commit and its answer nothing else runs. */
function watchCommits(client: PgliteClient): Commit[] {
  const commits: Commit[] = []
  let wrote = false
  const query = client.query.bind(client)
  client.query = async (generation, text, parameters) => {
    const before = client.fsyncs
    const result = await query(generation, text, parameters)
    if (/^(INSERT|UPDATE|DELETE)$/.test(result.command) && result.rowCount > 0) wrote = true
    if (text === 'commit') commits.push({ wrote, fsyncs: client.fsyncs - before })
    if (text === 'commit' || text === 'rollback') wrote = false
    return result
  }
  return commits
}

describe('durability of the embedded database', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'lolapp-durable-'))
  const folder = join(dataDir, 'database')
  beforeAll(() => fillDataFolder(dataDir))
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

  it('calls fsync for each commit', async () => {
    const fs = new DurableNodeFS(folder)
    const db = await PGlite.create({ fs, startParams: DURABLE_START_PARAMS })
    await proveDurable(db, fs)
    await db.exec('create table t (n int)')
    for (let n = 0; n < 10; n += 1) {
      const before = fs.fsyncs
      await db.query('insert into t values ($1)', [n])
      expect(fs.fsyncs).toBeGreaterThan(before)
    }
    await db.close()
  })

  it('calls an fsync of its own for each commit that wrote, before the answer, also with concurrent writers (I1)', async () => {
    const engine = await openPglite({ folder: dataDir, onLockLost: () => undefined })
    const commits = watchCommits(engine.client)
    const db = withTransactions(engine)
    const app = await testApp(db)
    const company = await staffedCompany(db)
    const { headers } = await signIn(app, { companyId: company.id, id: 'camille' })
    commits.length = 0
    const write = () => call(app, { method: 'POST', url: '/api/adresse', headers, payload: { VILLE: 'Lyon' } })
    const answers = [await write(), await write(), ...(await Promise.all(Array.from({ length: 20 }, write)))]
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    const [wrote, read] = [commits.filter((one) => one.wrote), commits.filter((one) => !one.wrote)]
    expect(wrote.length).toBeGreaterThanOrEqual(answers.length)
    expect(wrote.filter(({ fsyncs }) => fsyncs === 0)).toEqual([])
    // Commits that wrote nothing do not wait for the disk.
    expect(read.length).toBeGreaterThan(0)
    expect(read.filter(({ fsyncs }) => fsyncs > 0)).toEqual([])
    await app.close()
    await db.close()
  })

  it('refuses to serve when PostgreSQL never calls it, as PGlite starts by default', async () => {
    const fs = new DurableNodeFS(folder)
    const db = await PGlite.create({ fs })
    await expect(proveDurable(db, fs)).rejects.toThrow("n'écrit pas ses validations sur le disque")
    await db.close()
  })
})
