import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fillDataFolder } from '../../../tests/support/engines.ts'
import { kyselyOver } from './database.ts'
import { migrate, OF_ALL_COMPANIES, readMigrations, refuseUnmigrated } from './migrate.ts'
import { PgliteClient } from './pglite-client.ts'
import { pglitePool } from './pglite-pool.ts'

describe('migrations', () => {
  let folder = ''
  let client: PgliteClient
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'lolapp-migrations-'))
    await fillDataFolder(folder)
    client = await PgliteClient.open({ scratch: join(folder, 'database') })
    // The test's files are the first ones that this database runs.
    await client.query(client.generation, 'delete from schema_migration', [])
  })
  afterEach(async () => {
    await client.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('runs numbered files once, in order, keeps nothing of a failed one, and refuses an edited one', async () => {
    const owner = kyselyOver<unknown>(pglitePool(client, () => undefined))
    const write = (name: string, text: string): void => writeFileSync(join(folder, name), text)
    write('0002_second.sql', 'insert into t values (2)')
    write('0001_first.sql', 'create table t (n int); insert into t values (1)')
    write('notes.sql', 'never run')
    expect(await migrate(owner, { folder })).toEqual(['0001_first.sql', '0002_second.sql'])
    expect(await migrate(owner, { folder })).toEqual([])

    write('0003_third.sql', 'insert into t values (3); select nothing')
    await expect(migrate(owner, { folder })).rejects.toThrow('nothing')
    const { rows } = await client.query(client.generation, 'select n from t order by n', [])
    expect(rows).toEqual([{ n: 1 }, { n: 2 }])

    write('0003_third.sql', 'insert into t values (3)')
    expect(await migrate(owner, { folder })).toEqual(['0003_third.sql'])
    write('0001_first.sql', 'create table t (n bigint)')
    await expect(migrate(owner, { folder })).rejects.toThrow('La migration 0001_first.sql a été modifiée')
  })

  it('knows each file that changes all companies at once: row level security hides them from an owner who is no superuser', () => {
    const all = readMigrations().filter(({ text }) => /^update company\b/m.test(text))
    expect(all.map(({ name }) => name)).toEqual(OF_ALL_COMPANIES)
  })

  it('a command uses only a database on which exactly its own files have run', async () => {
    const owner = kyselyOver<unknown>(pglitePool(client, () => undefined))
    const write = (name: string, text: string): void => writeFileSync(join(folder, name), text)
    write('0001_first.sql', 'create table t (n int)')
    await expect(refuseUnmigrated(owner, folder)).rejects.toThrow('(0001_first.sql), et rien')
    await migrate(owner, { folder })
    await expect(refuseUnmigrated(owner, folder)).resolves.toBeUndefined()
    write('0002_second.sql', 'alter table t add column m int')
    await expect(refuseUnmigrated(owner, folder)).rejects.toThrow(/\(0002_second\.sql\).*npm run migrate/)
    await migrate(owner, { folder })
    rmSync(join(folder, '0002_second.sql'))
    await expect(refuseUnmigrated(owner, folder)).rejects.toThrow('plus récente de Lolapp (0002_second.sql)')
    write('0002_second.sql', 'alter table t add column l int')
    await expect(refuseUnmigrated(owner, folder)).rejects.toThrow('0002_second.sql a été modifiée')
    await client.query(client.generation, 'drop table schema_migration', [])
    await expect(refuseUnmigrated(owner, folder)).rejects.toThrow("n'a encore rien de Lolapp")
  })

  it('refuses the database of a newer build, and says what to do', async () => {
    const owner = kyselyOver<unknown>(pglitePool(client, () => undefined))
    writeFileSync(join(folder, '0001_first.sql'), 'create table t (n int)')
    writeFileSync(join(folder, '0002_second.sql'), 'alter table t add column m int')
    await migrate(owner, { folder })
    rmSync(join(folder, '0002_second.sql'))
    await expect(migrate(owner, { folder })).rejects.toThrow(
      /^La base vient d'une version plus récente de Lolapp \(0002_second\.sql\) : démarrez cette version, ou .*npm run restore/,
    )
  })
})
