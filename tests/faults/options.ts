import { ENGINES, type EngineName } from '../support/engines.ts'

/** The suite's settings, from environment variables: `npm run test:faults` sets them (command.ts), `npm test` does not. */
export interface FaultOptions {
  engines: readonly EngineName[]
  /** Number of runs on each engine. */
  runs: number
  /** Which part of them this process plays, from 1 on, and how many parts there are. */
  share: { part: number; parts: number }
  seed: number
  /** Most steps in one run. */
  steps: number
  /** How often the server is killed, on each engine. */
  kills: number
  /** How many PVs are taken with their pictures, on each engine. */
  pvs: number
  /** How many histories with restores, on each engine. */
  restores: number
  /** Time after which the suite is stopped because it hangs. */
  minutes: number
  /** Time to spend on making the first broken run shorter, milliseconds. */
  shorten: number
  /** The first broken run ends the suite as it is: a mutant is caught by it. */
  stopsAtFirst: boolean
  /** Phones in Chromium instead of in this process. */
  browser: boolean
  /** A file with one run, to play alone. */
  replay: string | null
}

/** The tour (tour.ts), and a few drawn ones. */
const SHORT: FaultOptions = {
  engines: ENGINES,
  runs: 30,
  share: { part: 1, parts: 1 },
  seed: 20_261_122,
  steps: 40,
  kills: 4,
  pvs: 5,
  // Those of the tour (restore-tour.ts), and a few drawn ones.
  restores: 10,
  minutes: 15,
  shorten: 20_000,
  stopsAtFirst: false,
  browser: false,
  replay: null,
}

export const VARIABLES = {
  runs: 'FAULT_RUNS',
  share: 'FAULT_SHARE',
  seed: 'FAULT_SEED',
  engine: 'FAULT_ENGINE',
  browser: 'FAULT_BROWSER',
  replay: 'FAULT_REPLAY',
  first: 'FAULT_FIRST',
} as const

export function readOptions(environment: Readonly<Record<string, string | undefined>>): FaultOptions {
  const given = environment[VARIABLES.runs]
  const stopsAtFirst = environment[VARIABLES.first] === '1'
  if (given === undefined) return { ...SHORT, stopsAtFirst }
  const runs = Number(given)
  const [part = 1, parts = 1] = (environment[VARIABLES.share] || '1/1').split('/').map(Number)
  return {
    ...SHORT,
    engines: ENGINES.filter((name) => name.startsWith(environment[VARIABLES.engine] ?? '')),
    runs,
    share: { part, parts },
    seed: Number(environment[VARIABLES.seed] ?? SHORT.seed),
    kills: Math.max(SHORT.kills, Math.ceil(runs / 25)),
    pvs: 50,
    restores: Math.max(SHORT.restores, Math.ceil(runs / 20)),
    minutes: 12 * 60,
    stopsAtFirst,
    shorten: environment[VARIABLES.replay] ? 900_000 : 180_000,
    browser: environment[VARIABLES.browser] === '1',
    replay: environment[VARIABLES.replay] || null,
  }
}
