import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

/** Programs that take as much of the processor as they get: what tests promise must hold on a machine that does other work, too. */

export interface BusyLoops {
  ids: readonly number[]
  /** Ends them, and waits until they have ended. */
  stop(): Promise<void>
}

/** Works in short turns, so that it sees the end of the process that started it, however that ended, and ends itself. */
const LOOP = `process.once('disconnect', () => process.exit())
const turn = () => { for (const until = Date.now() + 20; Date.now() < until; ); setImmediate(turn) }
turn()`

export async function startBusyLoops(count: number): Promise<BusyLoops> {
  const loops = Array.from({ length: count }, () =>
    spawn(process.execPath, ['-e', LOOP], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] }),
  )
  await Promise.all(loops.map((loop) => once(loop, 'spawn')))
  return {
    ids: loops.map(({ pid }) => pid as number),
    stop: async () => {
      await Promise.all(loops.map(end))
    },
  }
}

async function end(loop: ChildProcess): Promise<void> {
  if (loop.exitCode !== null || loop.signalCode !== null) return
  const ended = once(loop, 'exit')
  loop.kill('SIGKILL')
  await ended
}
