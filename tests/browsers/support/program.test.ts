import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'

const PROGRAM = new URL('./program.ts', import.meta.url).href

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

it.each(['SIGKILL', 'SIGTERM'] as const)(
  'a program and its children end with the process that started it (%s)',
  async (signal) => {
    // It starts a child process, as browsers do, and prints both ids.
    const script = 'sleep 1000 & echo "$$ $!"; wait'
    const code = `const { startProgram } = await import(${JSON.stringify(PROGRAM)})
      const [, said] = await startProgram({ path: '/bin/sh', args: ['-c', ${JSON.stringify(script)}] }, /^(\\d+ \\d+)$/m)
      console.log(said)
      setInterval(() => undefined, 1000)`
    const starter = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [said] = (await once(starter.stdout, 'data')) as [Buffer]
    const ids = String(said).trim().split(' ').map(Number)
    expect(ids.map(isAlive)).toEqual([true, true])
    starter.kill(signal)
    await expect.poll(() => ids.map(isAlive)).toEqual([false, false])
  },
)
