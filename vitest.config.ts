import { availableParallelism } from 'node:os'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { scratchFolder } from './.ci/scratch-folder.ts'
import { Sequencer } from './.ci/sequencer.ts'
import { PROJECTS, type ProjectName } from './.ci/test-plan.ts'

const scratch = scratchFolder()
if (scratch) process.env.TMPDIR = scratch

const MINUTE = 60_000
/** How long a test looks again for what it waits for. */
const POLL = { timeout: MINUTE }

/**
 * The projects of `.ci/test-plan.ts`. Files run in processes, not threads: the time zone of a thread cannot be set,
 * and wall-clock times must be shown not to shift. Unit tests therefore run far from France.
 */
function project(
  name: ProjectName,
  timeZone: string,
  options: TestProjectInlineConfiguration['test'],
): TestProjectInlineConfiguration {
  const include = PROJECTS[name].folders.map((folder) => `${folder}/**/*.test.{ts,tsx}`)
  return {
    test: {
      name,
      include,
      environment: 'node',
      pool: 'forks',
      allowOnly: false,
      env: { TZ: timeZone },
      expect: { poll: POLL },
      ...options,
    },
  }
}

/**
 * All limits of time are for what hangs, not for what is slow: they leave room to a machine that has four other things to do. A test has none
 * of its own, unless it waits for a promise of the product (« within 10 s »), which tests/support/slowness.ts then stretches. The longest one (every route ×
 * every caller) takes two minutes where nothing else runs; npm test ends a run in which no test ends for twenty (.ci/test.ts).
 */
const PATIENT = { testTimeout: 5 * MINUTE, hookTimeout: 8 * MINUTE, teardownTimeout: MINUTE }
const VERY_PATIENT = { testTimeout: 15 * MINUTE, hookTimeout: 15 * MINUTE, teardownTimeout: MINUTE }

/** A unit or server test without an `expect` fails, because it cannot show anything. Journeys also assert by what they wait for on the screen. */
const ASSERTING = { expect: { poll: POLL, requireAssertions: true } }

/** PGlite compiled once and plainly: to make what is hot of it faster took longer than a test lasts. */
const PLAIN_WASM = ['--liftoff-only']

/**
 * Files at a time where the embedded database, in a thread of its own, or PostgreSQL does the work while the test waits: with one file per core a seventh
 * of the time was idle on two cores.
 */
const WAITING = availableParallelism() + 2

/** Megabytes for young objects: runs with many phones spent a tenth of their time on collecting them. */
const LARGE_YOUNG_GENERATION = ['--max-semi-space-size=64']

export default defineConfig({
  test: {
    maxWorkers: '100%',
    sequence: { sequencer: Sequencer },
    projects: [
      // One process for many files, each of which begins as if it were alone (fresh-file.ts).
      project('unit', 'America/New_York', {
        isolate: false,
        setupFiles: ['tests/support/fresh-file.ts', 'tests/support/dom-setup.ts'],
        sequence: { setupFiles: 'list' },
        ...ASSERTING,
        ...PATIENT,
      }),
      // One process for many files: each has databases of its own, and to load the server again for each file took a third of the time.
      project('server', 'America/New_York', {
        isolate: false,
        execArgv: PLAIN_WASM,
        maxWorkers: WAITING,
        ...ASSERTING,
        ...VERY_PATIENT,
      }),
      project('contract', 'Europe/Paris', {
        isolate: false,
        execArgv: PLAIN_WASM,
        maxWorkers: WAITING,
        ...VERY_PATIENT,
      }),
      project('convergence', 'Europe/Paris', { execArgv: LARGE_YOUNG_GENERATION, ...VERY_PATIENT }),
      // Each file has a server and browsers of its own, which take nearly all of two cores: three files at a time gained a twentieth.
      project('journeys', 'Europe/Paris', {
        globalSetup: ['tests/journeys/support/set-up.ts'],
        maxWorkers: 2,
        ...VERY_PATIENT,
      }),
      // The same story in each browser, each with a server of its own.
      project('browsers', 'Europe/Paris', {
        globalSetup: ['tests/journeys/support/set-up.ts'],
        maxWorkers: 2,
        ...VERY_PATIENT,
      }),
      project('upgrade', 'Europe/Paris', VERY_PATIENT),
      // Each file has servers of its own, which must hold each other up, not the machine.
      project('processes', 'Europe/Paris', { maxWorkers: 1, ...VERY_PATIENT }),
      project('tree', 'Europe/Paris', VERY_PATIENT),
    ],
  },
})
