import { spawn } from 'node:child_process'

interface WatchedRun {
  /** Arguments of Node. */
  args: readonly string[]
  /** The run hangs after this long without a message (heartbeat.ts). */
  silenceMs: number
  /** Longest time of the whole run. */
  limitMs: number
}

/**
 * Runs Node until it ends, or kills it when it hangs.
 * @returns how it ended: `exit 0`, `exit 1`, `signal SIGKILL`, `stopped: …`
 */
export function watchedRun({ args, silenceMs, limitMs }: WatchedRun): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
    let stopped: string | undefined
    const stop = (why: string) => () => {
      stopped = why
      child.kill('SIGKILL')
    }
    const silence = setTimeout(stop(`stopped: no test ended for ${minutes(silenceMs)} minutes`), silenceMs)
    const limit = setTimeout(stop(`stopped: it was still running after ${minutes(limitMs)} minutes`), limitMs)
    child.on('message', () => silence.refresh())
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      clearTimeout(silence)
      clearTimeout(limit)
      resolve(stopped ?? (signal ? `signal ${signal}` : `exit ${code}`))
    })
  })
}

const minutes = (ms: number): string => (ms / 60_000).toFixed(0)
