import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it, vi } from 'vitest'

it('a file finds nothing of the one that ran before it in the same process', async () => {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'tests/support/shared-process/vitest.config.ts']
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: { ...process.env, NO_COLOR: '1' } })
  expect(stdout).toMatch(/Tests\s+2 passed/)
  expect(new Set(stdout.match(/in process \d+/g)).size).toBe(1)
})

it('what a test waits for may take longer than a second: the machine may be busy', async () => {
  let isDone = false
  setTimeout(() => {
    isDone = true
  }, 1200)
  await vi.waitFor(() => expect(isDone).toBe(true))
})
