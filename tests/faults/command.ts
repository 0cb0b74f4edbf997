import { spawn } from 'node:child_process'
import { ensurePostgres } from '../../.ci/programs.ts'
import { VARIABLES } from './options.ts'

/** `npm run test:faults [-- --runs N] [--seed S] [--engine pglite|postgres]`: the suite of `npm test`, for as long as one likes. */

const ENGINE_NAMES = ['pglite', 'postgres']
const USAGE = `npm run test:faults -- [--runs <number>] [--seed <number>] [--engine <${ENGINE_NAMES.join('|')}>]`

function readArguments(argv: readonly string[]): Record<string, string> {
  const environment: Record<string, string> = {
    [VARIABLES.runs]: '50',
    [VARIABLES.seed]: String(Math.floor(Math.random() * 2 ** 31)),
  }
  for (let i = 0; i < argv.length; i += 2) {
    const [option, value = ''] = [argv[i], argv[i + 1]]
    if (option === '--runs' && /^[1-9]\d*$/.test(value)) environment[VARIABLES.runs] = value
    else if (option === '--seed' && /^-?\d+$/.test(value)) environment[VARIABLES.seed] = value
    else if (option === '--engine' && ENGINE_NAMES.includes(value)) environment[VARIABLES.engine] = value
    else throw new Error(`Unknown: ${option} ${value}\n${USAGE}`)
  }
  return environment
}

const environment = readArguments(process.argv.slice(2))
console.log(`Seed ${environment[VARIABLES.seed]}, ${environment[VARIABLES.runs]} runs on each engine`)
if (environment[VARIABLES.engine] !== 'pglite') await ensurePostgres()
const vitest = ['node_modules/vitest/vitest.mjs', 'run', 'tests/faults', '--project', 'convergence']
spawn(process.execPath, vitest, { stdio: 'inherit', env: { ...process.env, ...environment } }).once('exit', (code) => {
  process.exitCode = code ?? 1
})
