import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeFirstCompany, type Installation } from '../journeys/support/first-company.ts'
import { freePort } from '../support/ports.ts'
import { startPostgres, type TestPostgres } from '../support/postgres.ts'
import { type Tree, treeIn } from './installed.ts'

/** The tree that the container and the systemd unit run (docs/operations.md), from the build to a working company, on both engines. */

const PROGRAMS = {
  admin: 'server/accounts/admin-command.js',
  backup: 'server/backup/backup-command.js',
  'verify-evidence': 'server/evidence/verify-command.js',
}

/** Packages for builds, tests, or browsers, where the built web app already contains them. */
const NOT_SHIPPED = [
  'typescript',
  'vite',
  'vitest',
  'playwright',
  'tsx',
  '@biomejs',
  'react',
  'rxdb',
  'maplibre-gl',
  'fake-indexeddb',
]

let above: string
let folder: string
let tree: Tree
let postgres: TestPostgres

beforeAll(async () => {
  above = mkdtempSync(join(tmpdir(), 'lolapp-tree-'))
  chmodSync(above, 0o755)
  folder = join(above, 'lolapp')
  // With a strict umask, as many operators have, the tree must still be readable.
  const build = 'umask 077; exec npm run --silent build:tree -- --to "$1"'
  await promisify(execFile)('sh', ['-c', build, 'sh', folder], { env: { ...process.env, NODE_ENV: '' } })
  tree = await treeIn(folder)
  postgres = await startPostgres({}, { passwords: true })
})

afterAll(async () => {
  await postgres?.stop()
  if (process.getuid?.() !== 0) await promisify(execFile)('chmod', ['-R', 'u+w', above])
  rmSync(above, { recursive: true, force: true })
})

describe('what is in it', () => {
  const filesOf = (path: string): string[] =>
    readdirSync(path, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? filesOf(join(path, entry.name)) : [join(path, entry.name)],
    )

  it('[OPS-01 image] holds only the compiled server, the web app and production packages', () => {
    expect(
      readdirSync(folder)
        .filter((name) => !name.startsWith('.'))
        .sort(),
    ).toEqual(['dist', 'documents', 'node_modules', 'package-lock.json', 'package.json', 'schemas', 'server'])
    const packages = readdirSync(join(folder, 'node_modules'))
    expect(packages).toContain('fastify')
    expect(NOT_SHIPPED.filter((name) => packages.includes(name))).toEqual([])
    const ours = ['server', 'schemas', 'documents'].flatMap((room) => filesOf(join(folder, room)))
    expect(ours.filter((file) => /\.tsx?$|\.test\.js$/.test(file))).toEqual([])
  })

  it('everybody may read it, only its owner may write', () => {
    const closed = filesOf(folder).filter((file) => (statSync(file).mode & 0o044) !== 0o044)
    expect(closed).toEqual([])
    const open = filesOf(folder).filter((file) => (statSync(file).mode & 0o022) !== 0)
    expect(open).toEqual([])
  })

  it('has a program for each command of its package.json', () => {
    const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>
    }
    const programs = Object.values(scripts).map((command) => command.replace(/^node /, ''))
    expect(Object.keys(scripts)).toEqual(
      expect.arrayContaining(['start', 'admin', 'backup', 'restore', 'migrate', 'verify-evidence']),
    )
    expect(programs.filter((program) => !statSync(join(folder, program)).isFile())).toEqual([])
  })

  it('[OPS-01 image] its user can write only in the data folder', async () => {
    const dataDir = mkdtempSync(join(above, 'data-'))
    chmodSync(dataDir, 0o777)
    const tried = [folder, join(folder, 'dist'), ...(tree.isConfined ? [tmpdir(), '/var/tmp'] : []), dataDir]
    const script = `const { writeFileSync } = require('node:fs')
      const told = process.argv.slice(1).map((path) => {
        try { writeFileSync(path + '/essai', ''); return 'written' } catch ({ code }) { return code }
      })
      console.log(JSON.stringify({ told, user: process.getuid() }))`
    const printed = await tree.run('--eval', [script, ...tried], { dataDir, port: await freePort(), env: {} })
    const { told, user } = JSON.parse(printed) as { told: string[]; user: number }
    expect(told.at(-1)).toBe('written')
    for (const one of told.slice(0, -1)) expect(['EROFS', 'EACCES']).toContain(one)
    if (tree.isConfined) expect([user, told[0]]).toEqual([65534, 'EROFS'])
  })
})

const installation: Installation = {
  start: (place) => tree.start(place),
  command: (name, args, place) => tree.run(PROGRAMS[name], args, place),
}

describeFirstCompany('a company from nothing, on the embedded database', installation)

describeFirstCompany('a company from nothing, on PostgreSQL', {
  ...installation,
  settings: async () => ({ DATABASE_URL: await postgres.createDatabase() }),
})
