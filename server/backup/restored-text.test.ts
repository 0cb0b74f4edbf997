import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { addCompany, fillDataFolder } from '../../tests/support/engines.ts'
import { TEST_KEY, testKey } from '../../tests/support/test-key.ts'
import { openDatabase } from '../plugins/database/open-database.ts'
import { createBackups } from './backups.ts'

it('npm run restore says at its end what came back although it was renewed or removed since', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'lolapp-data-'))
  try {
    await fillDataFolder(dataDir)
    const db = await openDatabase({ kind: 'embedded', folder: dataDir, onLockLost: () => undefined, key: testKey })
    await addCompany(db, 'une')
    const from = join(dataDir, 'sauvegarde')
    await createBackups(db, { dataDir, backupDir: join(dataDir, 'backups'), backupKeep: 1 }).createAt(from)
    await db.close()
    const { DATABASE_URL: _none, ...machine } = process.env
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--import', 'tsx', 'server/backup/restore-command.ts', '--from', from],
      { env: { ...machine, DATA_DIR: dataDir, SECRET_KEY: TEST_KEY.toString('hex') } },
    )
    expect(stdout).toMatch(/est restaurée dans la base embarquée de « .+ » \(une\)\.\n/)
    for (const what of ['adresses d’agenda', 'clés des contacts du site', 'passkeys', 'mots de passe'])
      expect(stdout).toContain(what)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
})
