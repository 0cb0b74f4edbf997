import { rmSync } from 'node:fs'
import { type BusyLoops, startBusyLoops } from './busy-loops.ts'
import {
  ensureChromium,
  ensureFirefox,
  ensurePgbouncer,
  ensurePoppler,
  ensurePostgres,
  ensureWebKit,
} from './programs.ts'
import { isDaily, type PlannedProject, parseCall, planTests } from './test-plan.ts'
import { addTallies, closingLine, readOutcomes, resultsFile, type Tally, tallyOf } from './test-results.ts'
import { watchedRun } from './watched-run.ts'

/**
 * `npm test` (the tests of every day, on the embedded database) and `npm run test:full` (all of them, on both engines; test-plan.ts says what is what):
 * finds the needed programs, then runs the projects of vitest.config.ts, one after the other. A test that does not run fails the command like a failed test;
 * the last line counts all of them. `--busy 4` starts four programs beside it that take the processor, and ends them.
 */

const NOTHING: Tally = { passed: 0, failed: 0, skipped: 0 }
/** A run hangs when no test ends for this long. The longest test takes some minutes on a busy machine. */
const SILENCE_MS = 20 * 60_000
/** Limit for all projects together (`TEST_MINUTES`, of `.ci/run`): an automatic run is stopped without a verdict after 90 minutes. A person's run has none. */
const LONGEST_RUN_MS = process.env.TEST_MINUTES ? Number(process.env.TEST_MINUTES) * 60_000 : 2 ** 31 - 1
const deadline = performance.now() + LONGEST_RUN_MS

/** Mark of the security catalogue's cases in titles. */
const SECURITY = '[SEC]'

interface ProjectResult {
  tally: Tally
  /** The results of the security catalogue's cases among them. */
  security: Tally
  notes: string[]
}

let loops: BusyLoops | undefined

async function testAll(args: readonly string[]): Promise<Tally> {
  const call = parseCall(args)
  if (call.busy > 0) {
    loops = await startBusyLoops(call.busy)
    console.log(`Beside ${call.busy} busy loops (processes ${loops.ids.join(', ')}), which end with this run`)
  }
  const plan = planTests(call)
  if (isDaily(call)) process.env.TEST_ENGINES ??= 'pglite'
  if (plan.length === 0) throw new Error(`No test file matches ${args.join(' ')}`)
  const needs = new Set(plan.flatMap((project) => (project.files.length > 0 ? project.needs : [])))
  if (needs.has('chromium')) await ensureChromium()
  if (needs.has('firefox')) await ensureFirefox()
  if (needs.has('webkit')) await ensureWebKit()
  if (needs.has('postgres')) await ensurePostgres()
  if (needs.has('pgbouncer') || process.env.TEST_POOLER) await ensurePgbouncer()
  if (needs.has('poppler')) await ensurePoppler()
  // Removes older results, so that an interrupted run does not leave them as its own.
  for (const project of plan) rmSync(resultsFile(project.name, project.extent), { force: true })

  const summary: string[] = []
  const tallies: Tally[] = []
  const secured: Tally[] = []
  for (const project of plan) {
    const started = performance.now()
    const { tally, security, notes } = await testProject(project)
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    const good = tally.failed === 0 && tally.skipped === 0
    const count = tally.passed + tally.failed + tally.skipped
    summary.push(`${good ? '✓' : '✗'} ${project.name.padEnd(12)} ${`${seconds} s`.padStart(9)}   ${count} tests`)
    summary.push(...notes.map((note) => `    ${note}`))
    tallies.push(tally)
    secured.push(security)
  }
  const minutes = (performance.now() / 60_000).toFixed(1)
  const { passed, failed } = addTallies(secured)
  summary.push(`  security catalogue ${SECURITY}: ${passed} cases passed, ${failed} failed`)
  summary.push(`  ${minutes} minutes in all`)
  console.log(`\n${summary.join('\n')}`)
  return addTallies(tallies)
}

async function testProject(project: PlannedProject): Promise<ProjectResult> {
  if (project.files.length === 0) return failure('has no test file')
  const file = resultsFile(project.name, project.extent)
  const ending = await watchedRun({
    args: [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project',
      project.name,
      '--reporter=default',
      '--reporter=json',
      '--reporter=./.ci/heartbeat.ts',
      `--outputFile.json=${file}`,
      ...(project.extent === 'partial' ? project.files : []),
    ],
    silenceMs: SILENCE_MS,
    limitMs: deadline - performance.now(),
  })
  const outcomes = readOutcomes(file)
  if (!outcomes) return failure(`left no results (${ending})`)
  const notes = outcomes
    .filter(({ status }) => status !== 'passed')
    .flatMap(({ status, file: path, title, why = '' }) => [
      `${status}: ${path.replace(`${process.cwd()}/`, '')} › ${title}`,
      // Repeated here: whoever reads an automatic run often has its end only.
      ...why
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => `    ${line}`),
    ])
  const tally = tallyOf(outcomes)
  const security = tallyOf(outcomes.filter(({ title }) => title.includes(SECURITY)))
  if (ending !== 'exit 0' && tally.failed === 0) {
    return {
      tally: { ...tally, failed: 1 },
      security,
      notes: [...notes, `Vitest failed outside the tests (${ending})`],
    }
  }
  return { tally, security, notes }
}

function failure(note: string): ProjectResult {
  return { tally: { ...NOTHING, failed: 1 }, security: NOTHING, notes: [note] }
}

let total: Tally
try {
  total = await testAll(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  total = { ...NOTHING, failed: 1 }
} finally {
  await loops?.stop()
}
console.log(closingLine(total))
process.exitCode = total.failed > 0 || total.skipped > 0 || total.passed === 0 ? 1 : 0
