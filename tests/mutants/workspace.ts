import { spawn } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import type { ProjectName } from '../../.ci/test-plan.ts'
import { VARIABLES } from '../faults/options.ts'
import { type Edit, plant } from './plant.ts'

/** A copy of the sources, in which files may be changed and tests run. */
export interface Workspace {
  folder: string
  /** Changes a file. @returns a function that restores it */
  plant: (file: string, edits: readonly Edit[]) => Promise<() => Promise<void>>
  /** Runs the tests of these files whose titles hold one of these words. @returns Vitest's report; null when there is none */
  test: (tests: ChosenTests) => Promise<unknown>
  remove: () => Promise<void>
}

export interface ChosenTests {
  project: ProjectName
  files: readonly string[]
  titles: readonly string[]
}

const NOT_COPIED = ['.git', 'node_modules', 'dist', 'data', 'test-results']
/** A mutant may make a test wait for ever. */
const LONGEST_RUN_MS = 15 * 60_000

export async function openWorkspace(root = '.'): Promise<Workspace> {
  const folder = await mkdtemp(join(tmpdir(), 'lolapp-mutants-'))
  const isCopied = (path: string): boolean => !NOT_COPIED.includes(relative(root, path))
  await cp(root, folder, { recursive: true, filter: isCopied })
  await symlink(resolve(root, 'node_modules'), join(folder, 'node_modules'))
  return {
    folder,
    plant: async (file, edits) => {
      const path = join(folder, file)
      const source = await readFile(path, 'utf8')
      await writeFile(path, plant(source, edits))
      return () => writeFile(path, source)
    },
    test: async ({ project, files, titles }) => {
      const report = join(folder, 'report.json')
      await rm(report, { force: true })
      const pattern = titles.map((title) => title.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|')
      const reporter = ['--reporter=json', `--outputFile.json=${report}`]
      await vitest(folder, ['run', '--project', project, '--bail=1', ...reporter, '-t', pattern, ...files])
      const text = await readFile(report, 'utf8').catch(() => 'null')
      return JSON.parse(text)
    },
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }),
  }
}

function vitest(cwd: string, args: string[]): Promise<void> {
  return new Promise((done, reject) => {
    const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', ...args], {
      cwd,
      stdio: 'ignore',
      // One broken run catches a mutant; to play on and to shorten it would take minutes.
      env: { ...process.env, [VARIABLES.first]: '1' },
      timeout: LONGEST_RUN_MS,
      killSignal: 'SIGKILL',
    })
    child.once('error', reject)
    child.once('exit', () => done())
  })
}
