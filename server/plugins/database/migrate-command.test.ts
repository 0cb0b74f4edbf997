import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { query, startPostgres } from '../../../tests/support/postgres.ts'

it('npm run migrate makes the schema, says what it ran and ends; a newer schema is refused', async () => {
  const postgres = await startPostgres()
  const dataDir = mkdtempSync(join(tmpdir(), 'lolapp-data-'))
  try {
    const url = await postgres.createDatabase()
    const migrate = (): Promise<{ stdout: string }> =>
      promisify(execFile)(process.execPath, ['--import', 'tsx', 'server/plugins/database/migrate-command.ts'], {
        env: { ...process.env, DATABASE_URL: url, DATA_DIR: dataDir },
      })
    expect((await migrate()).stdout).toMatch(/^Migrations faites : 0001_platform\.sql, /)
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
