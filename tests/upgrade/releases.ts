import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { STEPS } from '../../schemas/versions.ts'
import { madeOnce } from '../support/made-once.ts'

/**
 * Complete trees of the product in six versions. The four former ones are unchanged commits of this repository; N is the present tree;
 * N+1 is N with one more migration step, to simulate a later version. After a release, the former ones must be moved on.
 */
export const RELEASES = ['N-4', 'N-3', 'N-2', 'N-1', 'N', 'N+1'] as const
export type Release = (typeof RELEASES)[number]

const COMMITS = {
  /** Before overwritten fields were told, devices reported, rescue files were encrypted and logouts sealed data: 22 November 2026, 9:00. */
  'N-4': 'fc837ef63b4718a84279f23e59de294df68c9f75',
  /** The last one that announces no version; its outbox holds whole sets. 23 November 2026. */
  'N-3': '90cb4fd4',
  /** Announces version 7, which had this shape for two days: what was added to it afterwards is version 8 now. 27 November 2026. */
  'N-2': 'b37bd771',
  /** Announces version 7 too, with all that version 8 has. 30 November 2026. */
  'N-1': '33a1fb86',
} as const

/** Versions of the records' shape (VER-1). The two oldest releases know no step yet. */
const VERSION: Readonly<Record<Release, number>> = {
  'N-4': 0,
  'N-3': 0,
  'N-2': 7,
  'N-1': 7,
  N: STEPS.length,
  'N+1': STEPS.length + 1,
}
/** Whether a version is later: records that it stored are pulled again before an older one shows them (VER-4). */
export const isLater = (release: Release, than: Release): boolean => VERSION[release] > VERSION[than]
/** Whether it leaves entries of a later version, which the server does not know either, to the next update (VER-5). An app of before versions sends them. */
export const leavesLater = (release: Release): boolean => VERSION[release] > 0

/** Name of a client's remarks, which the next version renames. */
export const noteOf = (release: Release): string => (release === 'N+1' ? 'REMARQUES' : 'OBSERVATIONS')

const here = resolve('.')
const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 26 }).trim()

/** @throws Error when the clone lacks the commit */
function fullCommit(commit: string): string {
  try {
    return git('rev-parse', '--verify', '--quiet', `${commit}^{commit}`)
  } catch {
    throw new Error(`This clone has no commit ${commit}: its history is cut. Run « git fetch --unshallow » first.`)
  }
}

type Packages = Record<string, string>
const packagesOf = (folder: string): { dependencies: Packages; devDependencies: Packages } =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** @throws Error when an older tree needs a package that this one does not install */
function shareModules(tree: string): void {
  const majorOf = (range: string | undefined): string | undefined => range?.replace(/^\D*/, '').split('.')[0]
  const { dependencies, devDependencies } = packagesOf(here)
  const installed: Packages = { ...devDependencies, ...dependencies }
  const others = Object.entries(packagesOf(tree).dependencies).filter(
    ([name, range]) => majorOf(installed[name]) !== majorOf(range),
  )
  if (others.length > 0)
    throw new Error(`This release needs other packages: ${others.join(', ')}. Choose a later one in releases.ts.`)
  symlinkSync(join(here, 'node_modules'), join(tree, 'node_modules'), 'dir')
}

/** The apps of all trees are bundled from the same file, each with its own product's code. */
const OWN = ['tests/upgrade/app-code.ts', 'tests/upgrade/rescue-code.ts', 'tests/faults/realm-dexie.ts']

/** Releases before sync/ had rooms (24 November 2026). */
const FLAT: readonly Release[] = ['N-4', 'N-3']
/** Former paths and names in sync/ of these. */
const FORMERLY: readonly [now: string, then: string][] = [
  ['sync/net/transport.ts', 'sync/transport.ts'],
  ['sync/open.ts', 'sync/database.ts'],
  ['sync/outbox/acknowledge.ts', 'sync/settle.ts'],
  ['sync/outbox/commands.ts', 'sync/commands.ts'],
  ['sync/outbox/files.ts', 'sync/files.ts'],
  ['sync/replicate/pull.ts', 'sync/pull.ts'],
  ['sync/replicate/push.ts', 'sync/push.ts'],
  ['sync/replicate/upload.ts', 'sync/upload.ts'],
  ['sync/store/read.ts', 'sync/fresh.ts'],
  ['completeAcked', 'settleAcked'],
]

/** Rescue files of these are not encrypted, and no later version reads them. */
const WITHOUT_RESCUE = 'export const rescueOf = () => ({})\n'

function addOwn(tree: string, isFlat: boolean): void {
  for (const name of OWN) {
    const own = readFileSync(join(here, name), 'utf8')
    const former = name.endsWith('rescue-code.ts')
      ? WITHOUT_RESCUE
      : FORMERLY.reduce((code, [now, then]) => code.replaceAll(now, then), own)
    const text = isFlat ? former : own
    mkdirSync(dirname(join(tree, name)), { recursive: true })
    writeFileSync(join(tree, name), text)
  }
}
const ownText = (): string => OWN.map((name) => readFileSync(name, 'utf8')).join('\n')

function formerTree(commit: string, isFlat: boolean): Promise<string> {
  return madeOnce({
    name: 'release',
    key: [commit, here, ownText(), JSON.stringify(FORMERLY), WITHOUT_RESCUE].join('\n'),
    make: async (draft) => {
      mkdirSync(draft)
      const archive = `${draft}.tar`
      git('archive', '--format=tar', '-o', archive, commit)
      execFileSync('tar', ['-xf', archive, '-C', draft])
      rmSync(archive)
      shareModules(draft)
      addOwn(draft, isFlat)
    },
  })
}

/** What the next version changes: a field renamed, a required one added. */
const NEXT: readonly { file: string; from: string; to: string }[] = [
  {
    file: 'schemas/versions.ts',
    from: '\n]\n\n/** Oldest version',
    to: `
  { date: '2030-01-01', resources: { client: { renamed: { OBSERVATIONS: 'REMARQUES' }, added: { SECTEUR: 'nord' } } } },
]

/** Oldest version`,
  },
  {
    file: 'schemas/entities/client.ts',
    from: "    OBSERVATIONS: longtext('Observations'),",
    to: "    REMARQUES: longtext('Remarques'),\n    SECTEUR: needed(text('Secteur', 20)),",
  },
  {
    file: 'schemas/entities/client.ts',
    // A line of its own: the names that the file imports change more often than this one.
    from: "import { defineEntity } from '../entity.ts'\n",
    to: "import { defineEntity } from '../entity.ts'\nimport { required as needed } from '../fields.ts'\n",
  },
]
const NEXT_MIGRATION = `alter table client rename column "OBSERVATIONS" to "REMARQUES";
alter table client add column "SECTEUR" text not null default 'nord';
`

function nextTree(): Promise<string> {
  const names = git(
    'ls-files',
    '--cached',
    '--others',
    '--exclude-standard',
    'schemas',
    'sync',
    'server',
    'documents',
    ...OWN,
  )
    .split('\n')
    .filter((name) => !name.endsWith('.test.ts'))
  const files = [...names, 'package.json', 'tsconfig.json']
  const digest = createHash('sha256').update(JSON.stringify([here, NEXT, NEXT_MIGRATION]))
  for (const name of files) digest.update(name).update(readFileSync(name))
  return madeOnce({
    name: 'next-release',
    key: digest.digest('hex'),
    make: async (draft) => {
      for (const name of files) cpSync(name, join(draft, name), { recursive: true })
      for (const { file, from, to } of NEXT) {
        const before = readFileSync(join(draft, file), 'utf8')
        const after = before.replace(from, to)
        if (after === before) throw new Error(`${file} reads otherwise now: the next version is not made`)
        writeFileSync(join(draft, file), after)
      }
      writeFileSync(join(draft, 'server/migrations/9999_next.sql'), NEXT_MIGRATION)
      symlinkSync(join(here, 'node_modules'), join(draft, 'node_modules'), 'dir')
    },
  })
}

/** Absolute folder of a version. */
export async function treeOf(release: Release): Promise<string> {
  if (release === 'N') return here
  if (release === 'N+1') return nextTree()
  return formerTree(fullCommit(COMMITS[release]), FLAT.includes(release))
}
