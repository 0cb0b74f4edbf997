import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillDataFolder } from '../tests/support/engines.ts'
import { readMigrations } from './plugins/database/migrate.ts'
import { PgliteClient } from './plugins/database/pglite-client.ts'

/** Commands of the operator whose database is not there (the environment that a cron job lacks, a mistyped name), or not of their version. */

const PROGRAMS = {
  backup: 'server/backup/backup-command.ts',
  'new-history': 'server/epoch/new-epoch-command.ts',
  'verify-evidence': 'server/evidence/verify-command.ts',
  admin: 'server/accounts/admin-command.ts',
  migrate: 'server/plugins/database/migrate-command.ts',
}

interface Ended {
  code: number
  said: string
}

function run(name: keyof typeof PROGRAMS, args: readonly string[], settings: Record<string, string>): Promise<Ended> {
  const { DATABASE_URL: _database, SECRET_KEY: _key, ...machine } = process.env
  return new Promise((resolve) => {
    const env = { ...machine, ...settings }
    execFile(process.execPath, ['--import', 'tsx', PROGRAMS[name], ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), said: `${stdout}${stderr}` }),
    )
  })
}

describe('where there is no installation', () => {
  let folder = ''
  const nothing = () => join(folder, 'nulle-part')
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'lolapp-nothing-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it.each([
    ['backup', ['--to', 'sauvegarde-de-rien']],
    ['new-history', []],
    ['verify-evidence', []],
    ['verify-evidence', ['--restored']],
    ['admin', ['--mail', 'marie@maison.example']],
    ['migrate', []],
  ] as const)('npm run %s %j makes none, says what to give, and ends with 1', async (name, args) => {
    const given = args.map((arg) => (arg === 'sauvegarde-de-rien' ? join(folder, arg) : arg))
    const { code, said } = await run(name, given, { DATA_DIR: nothing() })
    expect(said).toContain(`Il n'y a pas d'installation dans « ${nothing()} » : rien n'a été fait.`)
    expect(said).toMatch(/DATA_DIR.*DATABASE_URL/)
    expect(code).toBe(1)
    expect([existsSync(nothing()), existsSync(join(folder, 'sauvegarde-de-rien'))]).toEqual([false, false])
  })

  it('a mistyped name of the database is refused, and not another database taken', async () => {
    const settings = { DATA_DIR: nothing(), DATABASE_URI: 'postgresql://lolapp:secret@db/lolapp' }
    const { code, said } = await run('new-history', [], settings)
    expect([code, said.trim()]).toEqual([1, expect.stringMatching(/^DATABASE_URI .* DATABASE_URL/)])
    expect(said).not.toContain('secret')
  })

  it('a new history of no company is none', async () => {
    const dataDir = mkdtempSync(join(folder, 'vide-'))
    await fillDataFolder(dataDir)
    const { code, said } = await run('new-history', [], { DATA_DIR: dataDir })
    expect([code, said.trim()]).toEqual([
      1,
      expect.stringContaining(`Il n'y a aucune entreprise dans la base embarquée de « ${dataDir} »`),
    ])
  })
})

describe('where the database is older than the tree of the command', () => {
  let dataDir = ''
  const last = readMigrations().at(-1)?.name ?? ''
  const ask = async (text: string): Promise<unknown[]> => {
    const client = await PgliteClient.open({ folder: join(dataDir, 'database') })
    const { rows } = await client.query(client.generation, text, [])
    await client.close()
    return rows
  }
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'lolapp-older-'))
    await fillDataFolder(dataDir)
    await ask(`delete from schema_migration where name = '${last}'`)
  })
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

  it.each([
    ['backup', ['--to', 'sauvegarde']],
    ['new-history', []],
    ['verify-evidence', []],
    ['admin', ['--mail', 'marie@maison.example']],
  ] as const)('npm run %s migrates nothing, names what is missing, and ends with 1', async (name, args) => {
    const to = join(dataDir, 'sauvegarde')
    const { code, said } = await run(
      name,
      args.map((arg) => (arg === 'sauvegarde' ? to : arg)),
      { DATA_DIR: dataDir },
    )
    expect(said).toContain(`n'est pas encore à jour pour cette version de Lolapp (${last}), et rien n'a été fait`)
    expect(said).toMatch(/version d'avant.*npm run migrate/)
    expect([code, existsSync(to)]).toEqual([1, false])
  })

  it('and the database is as it was', async () => {
    expect(await ask(`select name from schema_migration where name = '${last}'`)).toEqual([])
  })
})
