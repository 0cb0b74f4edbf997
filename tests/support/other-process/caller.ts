import { request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Call, Job, Report } from './jobs.ts'

/** A process that calls the server of its parent: what it costs to make and to wait for the calls is not the server's time. */

const EVERY_MS = 5
let watching = false

/** @returns the status; 0 when the server cut the connection */
function send({ port, method, path, headers, body }: Call & { port: number }): Promise<number> {
  return new Promise((resolve) => {
    const length = body ? { 'content-length': String(body.length) } : {}
    const call = request({ port, host: '127.0.0.1', method, path, headers: { ...headers, ...length } }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
    })
    // The server answers a body that is too large before its end and cuts the connection.
    call.on('error', () => resolve(0))
    call.end(body)
  })
}

/** Sends all calls, `atOnce` at a time. */
async function sendAll(port: number, calls: readonly Call[], atOnce: number): Promise<number[]> {
  const statuses: number[] = []
  let next = 0
  const one = async (): Promise<void> => {
    for (let at = next++; at < calls.length; at = next++) statuses[at] = await send({ port, ...(calls[at] as Call) })
  }
  await Promise.all(Array.from({ length: atOnce }, one))
  return statuses
}

/** One call after the other until the parent says stop. @returns the longest wait, in milliseconds */
async function watch(port: number, call: Call): Promise<number> {
  watching = true
  let longest = 0
  while (watching) {
    const begun = performance.now()
    await send({ port, ...call })
    longest = Math.max(longest, performance.now() - begun)
    await wait(EVERY_MS)
  }
  return longest
}

const report = (told: Report): void => void process.send?.(told)

let loaded: readonly Call[] = []
process.on('message', (job: Job) => {
  if (job.do === 'load') {
    loaded = job.calls
    report({ ready: true })
  } else if (job.do === 'send') void sendAll(job.port, loaded, job.atOnce).then((statuses) => report({ statuses }))
  else if (job.do === 'watch') void watch(job.port, job.call).then((longest) => report({ longest }))
  else watching = false
})
report({ ready: true })
