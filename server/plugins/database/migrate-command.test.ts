import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { query, startPostgres } from '../../../tests/support/postgres.ts'

it('npm run migrate makes the schema, says what it ran and ends; a newer schema is refused, and other commands make none', async () => {
  const postgres = await startPostgres()
  const dataDir = mkdtempSync(join(tmpdir(), 'lolapp-data-'))
  try {
    const url = await postgres.createDatabase()
    const run = (...program: string[]): Promise<{ stdout: string }> =>
      promisify(execFile)(process.execPath, ['--import', 'tsx', ...program], {
        env: { ...process.env, DATABASE_URL: url, DATA_DIR: dataDir },
      })
    const migrate = () => run('server/plugins/database/migrate-command.ts')
    const backUp = () => run('server/backup/backup-command.ts', '--to', join(dataDir, 'copie'))
    await expect(backUp()).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('rien de Lolapp') })
    expect(await query(url, "select relname from pg_class where relnamespace = 'public'::regnamespace")).toEqual([])
    expect((await migrate()).stdout).toMatch(/^Migrations faites : 0001_platform\.sql, /)
    expect((await backUp()).stdout).toContain('Sauvegarde faite')
    const [last] = (await query(
      url,
      'select max(name collate "C") as name, count(*)::int as n from schema_migration',
    )) as {
      name: string
      n: number
    }[]
    await query(url, `delete from schema_migration where name = '${last?.name}'`)
    await expect(backUp()).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`(${last?.name}), et rien`),
    })
    expect(await query(url, 'select count(*)::int as n from schema_migration')).toEqual([{ n: (last?.n ?? 0) - 1 }])
    await query(url, "insert into schema_migration (name, hash) values ('9999_plus_tard.sql', '')")
    await expect(migrate()).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining("La base vient d'une version plus récente de Lolapp (9999_plus_tard.sql)"),
    })
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
    await postgres.stop()
  }
})
