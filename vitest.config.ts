import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { PROJECTS, type ProjectName } from './.ci/test-plan.ts'

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
    test: { name, include, environment: 'node', pool: 'forks', allowOnly: false, env: { TZ: timeZone }, ...options },
  }
}

const MINUTE = 60_000

/** PGlite compiled once and plainly: to make what is hot of it faster took longer than a test lasts. */
const PLAIN_WASM = ['--liftoff-only']

export default defineConfig({
  test: {
    maxWorkers: '100%',
    projects: [
      project('unit', 'America/New_York', { setupFiles: ['tests/support/dom-setup.ts'], testTimeout: 20_000 }),
      // One process for many files: each has databases of its own, and to load the server again for each file took a third of the time.
      project('server', 'America/New_York', { isolate: false, execArgv: PLAIN_WASM, testTimeout: 20_000 }),
      project('contract', 'Europe/Paris', {
        isolate: false,
        execArgv: PLAIN_WASM,
        testTimeout: MINUTE,
        hookTimeout: 2 * MINUTE,
      }),
      project('convergence', 'Europe/Paris', { testTimeout: 2 * MINUTE, hookTimeout: 2 * MINUTE }),
      // Each file has a server and browsers of its own, and waits for the screen more than for the processor: two at a time.
      project('journeys', 'Europe/Paris', {
        globalSetup: ['tests/journeys/support/set-up.ts'],
        maxWorkers: 2,
        testTimeout: 2 * MINUTE,
        hookTimeout: 2 * MINUTE,
      }),
    ],
  },
})
