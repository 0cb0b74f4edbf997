import { execFile } from 'node:child_process'
import { cpus } from 'node:os'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { startBusyLoops } from './busy-loops.ts'

const isAlive = (id: number): boolean => {
  try {
    process.kill(id, 0)
    return true
  } catch {
    return false
  }
}

/** Milliseconds that all processors together have worked. */
const worked = (): number => cpus().reduce((sum, { times }) => sum + times.user, 0)

it('busy loops take the processor until they are stopped', async () => {
  const loops = await startBusyLoops(2)
  const before = worked()
  try {
    expect(loops.ids.map(isAlive)).toEqual([true, true])
    await expect.poll(() => worked() - before, { timeout: 60_000 }).toBeGreaterThan(1000)
  } finally {
    await loops.stop()
  }
  expect(loops.ids.map(isAlive)).toEqual([false, false])
  // A second time nothing is left to stop.
  await loops.stop()
})

it('they end with the process that started them, also one that is killed', async () => {
  const script = `import { startBusyLoops } from './.ci/busy-loops.ts'
console.log((await startBusyLoops(1)).ids[0])
setTimeout(() => process.kill(process.pid, 'SIGKILL'), 100)`
  const killed = promisify(execFile)(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script])
  const { stdout } = await killed.catch((error: { stdout: string }) => error)
  const id = Number(stdout)
  expect(id).toBeGreaterThan(0)
  await expect.poll(() => isAlive(id), { timeout: 60_000 }).toBe(false)
})
