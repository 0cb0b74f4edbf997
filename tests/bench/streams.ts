import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Agent, type ClientRequest, get } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { type Figure, ms, percentile } from './figures.ts'
import { type BenchOptions, sized } from './options.ts'
import { serveGrown } from './real-server.ts'

const OPENED_AT_ONCE = 100
const LIMIT_MS = 10_000

interface Stream {
  request: ClientRequest
  /** Resolves at the next hint, with the moment at which it came. */
  next: () => Promise<number>
}

/** One device that listens. */
function listen(port: number, token: string, agent: Agent): Promise<Stream> {
  return new Promise((resolve, reject) => {
    let told: (at: number) => void = () => undefined
    const headers = { authorization: `Bearer ${token}`, 'company-key': 'demo' }
    const request = get({ host: '127.0.0.1', port, path: '/api/sync/stream', agent, headers }, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`The stream answered ${response.statusCode}`))
      response.on('data', (chunk: Buffer) => {
        if (chunk.includes('data:')) told(performance.now())
      })
      resolve({
        request,
        next: () =>
          new Promise((heard) => {
            told = heard
          }),
      })
    })
    request.once('error', reject)
  })
}

/** Resident memory of a process, in MB; Linux says it in /proc. */
async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024
}

/** Devices that listen to one process: the time until 99 % of them get a hint, and the memory that they use. */
export async function measureStreams(options: BenchOptions): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const clients of options.quick ? [50] : [1000, 5000]) {
    const server = await serveGrown(100, '/nowhere')
    const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY })
    const streams: Stream[] = []
    try {
      const call = async <T>(path: string, init: RequestInit): Promise<T> => {
        const headers = { 'company-key': 'demo', 'content-type': 'application/json', ...init.headers }
        return (await (await fetch(`${server.url}/api${path}`, { ...init, headers })).json()) as T
      }
      const body = JSON.stringify({ MAIL: 'directeur@example.com', password: 'demonstration' })
      const { data } = await call<{ data: { token: string } }>('/lolapp/login', { method: 'POST', body })
      const authorization = `Bearer ${data.token}`
      const list = await call<{ data: { IDCLIENT: string }[] }>('/clients?limit=1', { headers: { authorization } })
      while (streams.length < clients) {
        const batch = Array.from({ length: Math.min(OPENED_AT_ONCE, clients - streams.length) })
        streams.push(...(await Promise.all(batch.map(() => listen(server.port, data.token, agent)))))
      }
      const times: number[] = []
      for (let round = 0; round < sized(options, 10, 2); round++) {
        const heard = Promise.all(streams.map(({ next }) => next()))
        const start = performance.now()
        await call(`/clients/${list.data[0]?.IDCLIENT}`, {
          method: 'PUT',
          headers: { authorization, 'idempotency-key': randomUUID() },
          body: JSON.stringify({ OBSERVATIONS: `Tour ${round} ${randomUUID()}` }),
        })
        const ends = await Promise.race([heard, wait(LIMIT_MS, null, { ref: false })])
        if (ends === null) throw new Error(`A change did not reach ${clients} devices within ${LIMIT_MS} ms`)
        times.push(...ends.map((end) => end - start))
      }
      const p99 = percentile(times, 0.99)
      figures.push({
        name: `Change heard by ${clients} live devices of one process, p99`,
        value: p99,
        unit: 'ms',
        goal: '≤ 500 ms',
        met: p99 <= 500,
        detail: `p50 ${ms(percentile(times, 0.5))}; save included; resident ${Math.round(await residentMb(server.pid() ?? 0))} MB with the embedded database`,
      })
    } finally {
      for (const { request } of streams) request.destroy()
      agent.destroy()
      await server.dispose()
    }
  }
  return figures
}
