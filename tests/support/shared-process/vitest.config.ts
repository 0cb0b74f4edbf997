import { defineConfig } from 'vitest/config'

/** Both files of this folder in one process, as the unit tests are. */
export default defineConfig({
  test: {
    include: ['tests/support/shared-process/*.soiling.ts'],
    environment: 'jsdom',
    pool: 'forks',
    maxWorkers: 1,
    isolate: false,
    setupFiles: ['tests/support/fresh-file.ts', 'tests/support/dom-setup.ts'],
    sequence: { setupFiles: 'list' },
  },
})
