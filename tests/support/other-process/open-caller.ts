import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Call, Job, Report } from './jobs.ts'

/** Another process of this machine that calls a server. */
export interface OtherCaller {
  /** Hands over the calls to come: for a server in this process, handing over bytes takes time that is not the server's. */
  load: (calls: readonly Call[]) => Promise<void>
  /** Sends all loaded calls, `atOnce` at a time. @returns the status of each; 0 where the server cut the connection */
  send: (port: number, atOnce: number) => Promise<number[]>
  /** Makes one call after the other until the function that it returns is called, which gives the longest wait in milliseconds. */
  watch: (port: number, call: Call) => () => Promise<number>
  close: () => Promise<void>
}

async function reportOf(child: ChildProcess): Promise<Report> {
  const ended = new AbortController()
  const lost = (code: number | null): void => ended.abort(new Error(`The calling process ended (${code})`))
  child.once('exit', lost)
  try {
    const [told] = await once(child, 'message', { signal: ended.signal })
    return told as Report
  } finally {
    child.off('exit', lost)
  }
}

export async function openCaller(): Promise<OtherCaller> {
  const child = spawn(process.execPath, ['--import', 'tsx', fileURLToPath(new URL('./caller.ts', import.meta.url))], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    // Bodies are bytes.
    serialization: 'advanced',
  })
  await reportOf(child)
  const ask = (job: Job): void => void child.send(job)
  return {
    load: async (calls) => {
      const told = reportOf(child)
      ask({ do: 'load', calls })
      await told
    },
    send: async (port, atOnce) => {
      const told = reportOf(child)
      ask({ do: 'send', port, atOnce })
      return ((await told) as { statuses: number[] }).statuses
    },
    watch: (port, call) => {
      const told = reportOf(child)
      ask({ do: 'watch', port, call })
      return async () => {
        ask({ do: 'stop' })
        return ((await told) as { longest: number }).longest
      }
    },
    close: async () => {
      if (child.exitCode !== null) return
      const gone = once(child, 'exit')
      child.kill()
      await gone
    },
  }
}
