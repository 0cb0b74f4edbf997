import { closeSync, mkdtempSync, openSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addCompany, fillDataFolder } from '../../../tests/support/engines.ts'
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

const targetOf = (fd: number): string => {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`)
  } catch {
    return ''
  }
}

/** Lets the open files of the database's log lead to the null device, opened like this: it cannot be synced (EINVAL), nor written to when it is read only (EBADF). */
function breakLog(dataDir: string, flags: 'r' | 'r+'): number {
  const logs = readdirSync('/proc/self/fd')
    .map(Number)
    .filter((fd) => targetOf(fd).startsWith(join(dataDir, 'database', 'pg_wal')))
  for (const fd of logs) {
    closeSync(fd)
    const opened: number[] = []
    // A new file gets the lowest number that is free.
    while ((opened.at(-1) ?? -1) < fd) opened.push(openSync('/dev/null', flags))
    expect(opened.pop()).toBe(fd)
    for (const other of opened) closeSync(other)
  }
  return logs.length
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

  it.each([
    ['cannot be synced', 'r+'],
    ['cannot be written (PANIC, as on a full disk)', 'r'],
  ] as const)(
    'answers 503, not a commit, where the log %s, and recovers with another engine (I1)',
    { timeout: 60_000 },
    async (_, flags) => {
      const told: string[] = []
      const onError = (_error: unknown, what: string): void => void told.push(what)
      const engine = await openPglite({ folder: dataDir, onLockLost: () => undefined, onError })
      const db = withTransactions(engine)
      const id = await addCompany(db)
      const name = (NOM: string) =>
        db.inTenant(id, (trx) => trx.updateTable('company').set({ NOM }).where('id', '=', id).execute())
      const read = () =>
        db.inTenant(id, (trx) => trx.selectFrom('company').select('NOM').where('id', '=', id).executeTakeFirst())
      await name('Avant')
      const { generation } = engine.client
      expect(breakLog(dataDir, flags)).toBeGreaterThan(0)
      await expect(name('Perdu')).rejects.toMatchObject({ code: 'UNAVAILABLE' })
      expect(await read()).toEqual({ NOM: 'Avant' })
      expect(engine.client.generation).toBe(generation + 1)
      expect(told).toEqual(['Base embarquée : le moteur s’est arrêté, redémarrage.'])
      await name('Après')
      expect(await read()).toEqual({ NOM: 'Après' })
      await db.close()
    },
  )

  it('refuses to serve when PostgreSQL never calls it, as PGlite starts by default', async () => {
    const fs = new DurableNodeFS(folder)
    const db = await PGlite.create({ fs })
    await expect(proveDurable(db, fs)).rejects.toThrow("n'écrit pas ses validations sur le disque")
    await db.close()
  })
})
