import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { request } from 'node:http'
import { HEADER } from '../../../schemas/protocol.ts'
import { type ServerOptions, type ServerProcess, startServer } from '../../support/server-process.ts'
import { webAppFolder } from '../../support/web-app.ts'
import { demoData } from './demo-data.ts'

/** The server of a journey: the real server with demo data, and people who ask its API what arrived. */

/** Time limit for a server, its data, browsers and their first synchronisation. */
export const SETUP = 900_000

export const PASSWORD = 'demonstration'

export type Row = Record<string, unknown>

export interface Answer {
  status: number
  /** Parsed JSON, or the text; null without a body. */
  body: unknown
  headers: Record<string, string | string[] | undefined>
}

interface Ask {
  port: number
  /** First label of the host, which names the company. */
  host: string
  method: string
  path: string
  token?: string | undefined
  /** A value that is sent as JSON, or bytes. */
  body?: unknown
  headers?: Record<string, string>
}

/** One call. Node's fetch may not set the Host header, which names the company. */
export function ask({ port, host, method, path, token, body, headers = {} }: Ask): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = request(
      {
        host: '127.0.0.1',
        port,
        method,
        path: `/api${path}`,
        headers: {
          host: `${host}.localhost:${port}`,
          accept: 'application/json',
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(body === undefined
            ? {}
            : { 'content-type': Buffer.isBuffer(body) ? 'application/octet-stream' : 'application/json' }),
          ...headers,
        },
      },
      async (response) => {
        let text = ''
        response.setEncoding('utf8')
        for await (const chunk of response) text += chunk
        const json = String(response.headers['content-type'] ?? '').includes('json') && text !== ''
        resolve({
          status: response.statusCode ?? 0,
          body: json ? JSON.parse(text) : text || null,
          headers: response.headers,
        })
      },
    )
    call.once('error', reject)
    call.end(body === undefined || Buffer.isBuffer(body) ? body : JSON.stringify(body))
  })
}

/** A member of the staff who calls the API directly. */
export interface Clerk {
  id: string
  token: string
  company: string
  call: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>
  /** One record. @throws Error unless the answer is 200 */
  one: (path: string) => Promise<Row>
  /** Every row of an index that this person may see, read by the pull, so that no limit cuts it off. */
  all: (path: string) => Promise<Row[]>
  /** A write that must be accepted. @returns the record */
  write: (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) => Promise<Row>
}

const dataOf = (answer: Answer): unknown => (answer.body as { data?: unknown } | null)?.data

export interface ClerkOptions {
  port: number
  mail: string
  host?: string
  /** Everybody's of the demonstration unless given. */
  password?: string
}

export async function clerk({ port, mail, host = 'demo', password = PASSWORD }: ClerkOptions): Promise<Clerk> {
  const login = await ask({
    port,
    host,
    method: 'POST',
    path: '/lolapp/login',
    body: { MAIL: mail, password },
  })
  if (login.status !== 200) throw new Error(`${mail} may not log in: ${login.status} ${JSON.stringify(login.body)}`)
  const { token, tokenable_id } = dataOf(login) as { token: string; tokenable_id: string }
  const call: Clerk['call'] = (method, path, body, headers = {}) =>
    ask({ port, host, method, path, token, body, headers })
  return {
    id: tokenable_id,
    token,
    company: host,
    call,
    async one(path) {
      const answer = await call('GET', path)
      if (answer.status !== 200) throw new Error(`GET ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
      return dataOf(answer) as Row
    },
    async all(path) {
      const rows: Row[] = []
      for (let since = ''; ; ) {
        const answer = await call('GET', `${path}?since=${encodeURIComponent(since)}&limit=1000`)
        const page = answer.body as { data: Row[]; checkpoint: string; complete: boolean }
        if (answer.status !== 200) throw new Error(`GET ${path}: ${answer.status} ${JSON.stringify(page)}`)
        rows.push(...page.data.filter((row) => row._deleted !== true))
        // A list that is not synchronised has no checkpoint and comes complete.
        if (page.complete !== false) return rows
        since = page.checkpoint
      }
    },
    async write(method, path, body) {
      const answer = await call(method, path, body, { [HEADER.mutation]: randomUUID() })
      if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
      return (dataOf(answer) ?? {}) as Row
    },
  }
}

export interface DemoServer extends ServerProcess {
  /** `http://demo.localhost:PORT`; another company by its label. */
  web: (company?: string) => string
  clerk: (mail: string, company?: string) => Promise<Clerk>
}

/** The product's server with fresh demo data, serving the built web app. */
export async function openDemoServer(options: Omit<ServerOptions, 'dataDir'> = {}): Promise<DemoServer> {
  // Long limits for slow machines: no new proof of identity is asked from administrators, unless a journey tests it.
  const env = { RATE_LIMIT: '1000000', REAUTH_MINUTES: '720', ADMIN_IDLE_MINUTES: '720', ...options.env }
  const dataDir = await demoData()
  const server = await startServer({ webDir: webAppFolder(), ...options, dataDir, env })
  return {
    ...server,
    web: (company = 'demo') => server.urlFor(company),
    clerk: (mail, company = 'demo') => clerk({ port: server.port, mail, host: company }),
    async dispose() {
      await server.dispose()
      await rm(dataDir, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

/** A word that no other record holds. */
export const uniqueWord = (prefix = 'Zzj'): string =>
  prefix +
  randomUUID()
    .replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? 'q')
    .replaceAll('-', '')
    .slice(0, 9)
