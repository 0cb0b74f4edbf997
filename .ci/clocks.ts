import { parseArgs } from 'node:util'
import { ensureFaketime } from './programs.ts'
import { runProgram } from './run-program.ts'

/**
 * `npm run test:clocks [-- --at 2027-03-28T00:40Z …] [--project unit …] [parts of paths]`: the tests without a browser at other instants than now. A test with a
 * fixed day fails when that day is past, and one that reads the hour fails at night: on the machine of whoever comes next. libfaketime gives the whole run,
 * PostgreSQL included, a clock that begins at the instant.
 */

const PROJECTS = ['unit', 'server', 'contract']
const HOUR = 3_600_000

const { values, positionals } = parseArgs({
  options: {
    at: { type: 'string', multiple: true },
    project: { type: 'string', multiple: true, default: PROJECTS },
  },
  allowPositionals: true,
})

/** A night soon, half an hour before a day and a year begin in France, a night of the clock change, a summer day far ahead. */
function usualInstants(now = new Date()): Date[] {
  const year = now.getUTCFullYear()
  const tomorrow = Date.UTC(year, now.getUTCMonth(), now.getUTCDate() + 1)
  const march31 = new Date(Date.UTC(year + 1, 2, 31))
  const clockChange = march31.getTime() - march31.getUTCDay() * 24 * HOUR
  return [
    tomorrow + 2.5 * HOUR,
    Date.UTC(year, 11, 31, 22, 30),
    clockChange + 0.6 * HOUR,
    Date.UTC(year + 2, 6, 14, 14),
  ]
    .map((instant) => new Date(instant))
    .filter((instant) => instant > now)
}

/** @throws Error when the text is no instant */
function instantOf(text: string): Date {
  const instant = new Date(text)
  if (Number.isNaN(instant.getTime())) throw new Error(`--at ${text}: write an instant, as 2027-03-28T00:40Z`)
  return instant
}

async function testAt(instant: Date, library: string): Promise<boolean> {
  const seconds = Math.round((instant.getTime() - Date.now()) / 1000)
  const env = {
    ...process.env,
    LD_PRELOAD: library,
    FAKETIME: `${seconds < 0 ? '' : '+'}${seconds}s`,
    // Timers measure time that passes.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
  const projects = values.project.flatMap((name) => ['--project', name])
  const args = ['--import', 'tsx', '.ci/test.ts', ...projects, ...positionals]
  return (await runProgram(process.execPath, args, env)) === 0
}

const library = await ensureFaketime()
const failed: string[] = []
for (const instant of values.at?.map(instantOf) ?? usualInstants()) {
  console.log(`\n▸ ${instant.toISOString()}`)
  if (!(await testAt(instant, library))) failed.push(instant.toISOString())
}
if (failed.length > 0) console.error(`Failed at ${failed.join(', ')}`)
process.exitCode = failed.length > 0 ? 1 : 0
