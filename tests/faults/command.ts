import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { ensureChromium, ensurePostgres } from '../../.ci/programs.ts'
import { anySeed, readArguments } from '../support/command-line.ts'
import { VARIABLES } from './options.ts'
import { TOUR } from './tour.ts'

/**
 * `npm run test:faults [-- --runs N] [--seed S] [--engine pglite|postgres]`: the suite of `npm test` with any number of runs. `--browser N` plays
 * N runs in Chromium instead, then N rounds of the built app with its real worker (tests/journeys/real-worker.test.ts). `--replay FILE` plays
 * one run that the suite, or that of restores, printed as broken, and makes it shorter. Each engine has a process of its own: one engine's runs wait for
 * its database half of the time. Many runs are two processes of each engine, because one plays one run after the other.
 */

const BOTH = 'both'
const ENGINES = ['pglite', 'postgres', BOTH]

/** From so many runs on, half of them are played beside the other half. */
const MANY = 500

const given = { runs: 50, seed: anySeed(), engine: BOTH, browser: 0, replay: '' }
const { seed, engine, browser, replay, ...asked } = readArguments(process.argv.slice(2), given)
const runs = browser || asked.runs
if (runs < TOUR.length || !ENGINES.includes(engine))
  throw new Error(`--runs and --browser from ${TOUR.length} on; --engine ${ENGINES.join(', ')}`)
console.log(`Seed ${seed}, ${runs} runs on each engine${browser ? ', in Chromium' : ''}`)
if (engine !== 'pglite') await ensurePostgres()
if (browser) await ensureChromium()
const suite = browser
  ? [
      'tests/faults/faults.test.ts',
      'tests/journeys/real-worker.test.ts',
      '--project',
      'convergence',
      '--project',
      'journeys',
    ]
  : [replay ? replayer(replay) : 'tests/faults', '--project', 'convergence']

/** Which suite printed this run: a history with a restore says how it restores. */
function replayer(file: string): string {
  const [line = ''] = readFileSync(file, 'utf8').trim().split('\n')
  return 'how' in JSON.parse(line) ? 'tests/faults/restores.test.ts' : 'tests/faults/faults.test.ts'
}

/** A browser, or one history, takes all of the machine by itself. */
const apart = engine === BOTH && !browser && !replay ? ENGINES.filter((name) => name !== BOTH) : [engine]
const parts = runs >= MANY && !browser && !replay ? 2 : 1
for (const name of apart) {
  for (let part = 1; part <= parts; part++) {
    const env = {
      ...process.env,
      [VARIABLES.runs]: String(runs),
      [VARIABLES.share]: `${part}/${parts}`,
      [VARIABLES.seed]: String(seed),
      [VARIABLES.engine]: name === BOTH ? '' : name,
      [VARIABLES.browser]: browser ? '1' : '',
      [VARIABLES.replay]: replay,
    }
    // The other histories are the first part's.
    const files = part === 1 ? suite : ['tests/faults/faults.test.ts', '--project', 'convergence']
    const vitest = ['node_modules/vitest/vitest.mjs', 'run', ...files]
    spawn(process.execPath, vitest, { stdio: 'inherit', env }).once('exit', (code) => {
      process.exitCode ||= code ?? 1
    })
  }
}
