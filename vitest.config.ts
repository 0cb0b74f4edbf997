import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

/**
 * Four projects, in the order of `.ci/test.ts`. Files run in processes, not threads: the time zone of a thread
 * cannot be set, and wall-clock times must be shown not to shift. Unit tests therefore run far from France.
 */
type Project = TestProjectInlineConfiguration & { test: { name: string } }

const common = { environment: 'node', pool: 'forks', allowOnly: false } as const

const unit: Project = {
  test: {
    ...common,
    name: 'unit',
    include: ['{schemas,sync,server,documents,src,.ci}/**/*.test.{ts,tsx}', 'tests/support/**/*.test.{ts,tsx}'],
    setupFiles: ['tests/support/dom-setup.ts'],
    env: { TZ: 'America/New_York' },
    testTimeout: 20_000,
  },
}

const contract: Project = {
  test: {
    ...common,
    name: 'contract',
    include: ['tests/contract/**/*.test.ts'],
    env: { TZ: 'Europe/Paris' },
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
}

const convergence: Project = {
  test: {
    ...common,
    name: 'convergence',
    include: ['tests/convergence/**/*.test.ts'],
    env: { TZ: 'Europe/Paris' },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
}

/** Real browsers and a real server: one file at a time, or two cores would make the timings lie. */
const journeys: Project = {
  test: {
    ...common,
    name: 'journeys',
    include: ['tests/journeys/**/*.test.ts'],
    globalSetup: ['tests/support/web-app.ts'],
    env: { TZ: 'Europe/Paris' },
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
}

export default defineConfig({
  test: { projects: [unit, contract, convergence, journeys] },
})
