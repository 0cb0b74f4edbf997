import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { importsOf, relativeTarget } from './imports.ts'
import { sourceFiles } from './source-files.ts'
import { PROJECTS } from './test-plan.ts'
import { touchedTests, withinBudget } from './touched-tests.ts'
import { watchedRun } from './watched-run.ts'

/**
 * `npm run test:quick [-- --since <commit>]`: the unit tests and the server's tests nearest to what changed, within a minute on two quiet cores. Without `--since`: what is not committed,
 * else the last commit. It says how many touched tests it left out; `npm test` runs those.
 */

/** Seconds of the two workers together: a minute less Vitest's own start. */
const BUDGET = 90
/** Usual seconds of a test file with its imports, measured on two quiet cores; the server's make a database each. */
const SECONDS = { unit: 1.5, server: 4 }
const SILENCE_MS = 10 * 60_000

const { values } = parseArgs({ options: { since: { type: 'string' } } })

const git = (...args: string[]): string[] =>
  execFileSync('git', args, { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '')

function changedFiles(): string[] {
  const changedSince = (commit: string): string[] => git('diff', '--name-only', '--diff-filter=d', commit)
  const untracked = git('ls-files', '--others', '--exclude-standard')
  if (values.since) return [...changedSince(values.since), ...untracked]
  const uncommitted = [...changedSince('HEAD'), ...untracked]
  return uncommitted.length > 0 ? uncommitted : changedSince('HEAD~1')
}

const isIn = (project: 'unit' | 'server', file: string): boolean =>
  PROJECTS[project].folders.some((folder) => file.startsWith(`${folder}/`))
const isQuick = (file: string): boolean => /\.test\.tsx?$/.test(file) && (isIn('unit', file) || isIn('server', file))

const targetsOf = (file: string): string[] =>
  importsOf(file, readFileSync(file, 'utf8')).flatMap(({ specifier }) => relativeTarget(file, specifier) ?? [])

const changed = changedFiles().filter((file) => existsSync(file))
const imports = new Map(sourceFiles().map((file) => [file, targetsOf(file)]))
const rings = touchedTests(changed, imports, isQuick)
const secondsOf = (file: string): number => (isIn('server', file) ? SECONDS.server : SECONDS.unit)
const { chosen, left } = withinBudget(rings, { secondsOf, budget: BUDGET })

console.log(`${changed.length} changed files, ${chosen.length} test files near them`)
if (chosen.length > 0) {
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', '--project', 'server', ...chosen]
  const ending = await watchedRun({
    args: [...vitest, '--reporter=default', '--reporter=./.ci/heartbeat.ts'],
    silenceMs: SILENCE_MS,
    limitMs: 2 ** 31 - 1,
  })
  process.exitCode = ending === 'exit 0' ? 0 : 1
}
if (left > 0) console.log(`${left} more unit and server test files import the change from farther away: npm test`)
