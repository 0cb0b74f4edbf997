import { spawn } from 'node:child_process'
import { ensurePostgres } from '../../.ci/programs.ts'
import { anySeed, readArguments } from '../support/command-line.ts'
import { VARIABLES } from './options.ts'

/** `npm run test:faults [-- --runs N] [--seed S] [--engine pglite|postgres]`: the suite of `npm test`, for as long as one likes. */

const BOTH = 'both'
const ENGINES = ['pglite', 'postgres', BOTH]

const { runs, seed, engine } = readArguments(process.argv.slice(2), { runs: 50, seed: anySeed(), engine: BOTH })
if (runs === 0 || !ENGINES.includes(engine)) throw new Error(`--runs from 1 on; --engine ${ENGINES.join(', ')}`)
console.log(`Seed ${seed}, ${runs} runs on each engine`)
if (engine !== 'pglite') await ensurePostgres()
const vitest = ['node_modules/vitest/vitest.mjs', 'run', 'tests/faults', '--project', 'convergence']
const env = {
  ...process.env,
  [VARIABLES.runs]: String(runs),
  [VARIABLES.seed]: String(seed),
  [VARIABLES.engine]: engine === BOTH ? '' : engine,
}
spawn(process.execPath, vitest, { stdio: 'inherit', env }).once('exit', (code) => {
  process.exitCode = code ?? 1
})
