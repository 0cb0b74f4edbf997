import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { HEADER } from '../../schemas/protocol.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'

/** Several processes of the product's server on one PostgreSQL, and acts of devices and operators. */

export const KEY = 'a'.repeat(64)
export const PASSWORD = 'demonstration'

const SETTINGS = { SECRET_KEY: KEY, DEMO: '1', HOST: '127.0.0.1', TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'error' }

export const startProcess = (databaseUrl: string, env: Readonly<Record<string, string>> = {}): Promise<ServerProcess> =>
  startServer({ databaseUrl, webDir: '/nowhere', env: { ...SETTINGS, ...env } })

/** A start or a command that must fail. @returns its output */
export async function refusedRun(entry: string, env: Readonly<Record<string, string>>): Promise<string> {
  const { code, said } = await runProgram(entry, [], { WEB_DIR: '/nowhere', ...env })
  if (code === 0) throw new Error(`It should have been refused, but said: ${said}`)
  return said
}

export function runProgram(
  entry: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, ['--import', 'tsx', entry, ...args], {
    env: { ...process.env, ...SETTINGS, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  const keep = (data: Buffer): void => {
    said += data
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, said })))
}

export interface CallOptions {
  token?: string
  body?: unknown
  headers?: Readonly<Record<string, string>>
  /** Key of the company; null for none, as administrators. */
  company?: string | null
  /** The caller's apparent address, by which limits count. */
  from?: string
}

export interface CallAnswer {
  status: number
  headers: Headers
  body: { data?: Record<string, unknown>; [name: string]: unknown }
}

export async function call(
  server: ServerProcess,
  method: string,
  path: string,
  { token, body, headers = {}, company = 'demo', from = '198.51.100.1' }: CallOptions = {},
): Promise<CallAnswer> {
  const answer = await fetch(`${server.url}/api${path}`, {
    method,
    headers: {
      'x-forwarded-for': from,
      ...(company === null ? {} : { [HEADER.company]: company }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  const isJson = answer.headers.get('content-type')?.includes('json') && text !== ''
  return {
    status: answer.status,
    headers: answer.headers,
    body: isJson ? (JSON.parse(text) as CallAnswer['body']) : {},
  }
}

export async function logIn(server: ServerProcess, mail: string, company = 'demo', from?: string): Promise<string> {
  const body = { MAIL: mail, password: PASSWORD }
  const { status, body: said } = await call(server, 'POST', '/lolapp/login', {
    company,
    body,
    ...(from ? { from } : {}),
  })
  if (!said.data) throw new Error(`The login of ${mail} was answered ${status}`)
  return said.data.token as string
}

export async function logInAdmin(server: ServerProcess): Promise<string> {
  const body = { email: 'admin@example.com', password: PASSWORD }
  const { status, body: said } = await call(server, 'POST', '/login', { company: null, body })
  if (!said.data) throw new Error(`The administrator's login was answered ${status}`)
  return said.data.token as string
}

/** The call of a device for a client created offline. */
export const newClient = (): { id: string; key: string; body: Record<string, string> } => {
  const id = randomUUID()
  return { id, key: randomUUID(), body: { IDCLIENT: id, NOM: `Essai ${id.slice(0, 8)}`, PORTABLE: '0639980001' } }
}

export const sendClient = (
  server: ServerProcess,
  token: string,
  { key, body } = newClient(),
  company = 'demo',
): Promise<CallAnswer> =>
  call(server, 'POST', '/clients?skip_duplicate_check=true', {
    token,
    body,
    company,
    headers: { 'idempotency-key': key },
  })

export interface Stream {
  hints: () => { resource: string; seq: number }[]
  hasEnded: () => boolean
  stop: () => void
}

export async function follow(server: ServerProcess, token: string): Promise<Stream> {
  const control = new AbortController()
  const response = await fetch(`${server.url}/api/sync/stream`, {
    headers: { authorization: `Bearer ${token}` },
    signal: control.signal,
  })
  if (response.status !== 200) throw new Error(`The stream was answered ${response.status}`)
  let text = ''
  let ended = false
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk as Uint8Array)
  }
  read()
    .catch(() => undefined)
    .finally(() => {
      ended = true
    })
  return {
    hints: () => [...text.matchAll(/^data: (.*)$/gm)].map((match) => JSON.parse(match[1] ?? 'null')),
    hasEnded: () => ended,
    stop: () => control.abort(),
  }
}

/** Whether the stream got the hint of the write with this answer. */
export const hasHeard = (stream: Stream, answer: CallAnswer, resource = 'client'): boolean => {
  const seq = Number(answer.headers.get(HEADER.seq))
  return stream.hints().some((hint) => hint.resource === resource && hint.seq >= seq)
}
