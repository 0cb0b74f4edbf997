import { randomUUID } from 'node:crypto'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll } from 'vitest'
import type { Values } from '../../schemas/merge.ts'
import { BASE, etag, HEADER, USES } from '../../schemas/protocol.ts'
import type { KnownUses } from '../../schemas/uses.ts'
import type { Database } from '../../server/plugins/database/database.ts'
import type { Ports } from '../../server/ports/ports.ts'
import type { AppConfig } from '../../server/services.ts'
import { describeEngines, type EngineName } from './engines.ts'
import { PERSON_NAMES, type PersonName, type StaffedCompany, staffedCompany } from './staffed-company.ts'
import { testApp } from './test-app.ts'

/** An answer of the server, with the protocol's headers parsed. */
export interface Answer {
  status: number
  /** Parsed JSON; null when there is none. */
  body: Values
  data: Values
  list: Values[]
  code: string | undefined
  headers: LightMyRequestResponse['headers']
}

export interface WriteOptions {
  /** Idempotency key: random unless given; null sends none. */
  key?: string | null
  seen?: number
  counter?: number
  base?: Values
  query?: string
  /** For a deletion: the records that use the deleted one, as its author knew them (MERGE-7). */
  uses?: KnownUses
  headers?: Record<string, string>
}

/** One member of the staff, logged in. */
export interface Caller {
  token: string
  get: (path: string, headers?: Record<string, string>) => Promise<Answer>
  post: (path: string, body: unknown, options?: WriteOptions) => Promise<Answer>
  put: (path: string, body: unknown, options?: WriteOptions) => Promise<Answer>
  del: (path: string, options?: WriteOptions) => Promise<Answer>
  /** All rows of a resource as a device receives them, from a checkpoint to the end. */
  pull: (path: string, since?: string, limit?: number) => Promise<{ rows: Values[]; checkpoint: string; pages: number }>
}

export interface ContractCompany extends StaffedCompany {
  as: (name: PersonName) => Caller
}

export interface ContractApp {
  app: FastifyInstance
  db: Database
  /** A new company with its staff logged in. */
  company: () => Promise<ContractCompany>
}

/** Runs the same contract tests against the server on both engines. */
export function describeContract(
  title: string,
  body: (server: () => ContractApp, engine: EngineName) => void,
  changes: Partial<AppConfig> = {},
  ports: Partial<Ports> = {},
): void {
  describeEngines(title, (db, engine) => {
    let app: FastifyInstance | undefined
    beforeAll(async () => {
      app = await testApp(db(), { rateLimit: 10_000_000, logLevel: 'fatal', ...changes }, ports)
      await app.ready()
    })
    afterAll(() => app?.close())
    body(() => {
      if (!app) throw new Error('The server runs inside tests and hooks only')
      return contractApp(app, db())
    }, engine)
  })
}

function contractApp(app: FastifyInstance, db: Database): ContractApp {
  return {
    app,
    db,
    company: async () => {
      const company = await staffedCompany(db)
      const callers = new Map<PersonName, Caller>()
      for (const name of PERSON_NAMES) {
        const { token } = await app.sessions.open({
          kind: 'personnel',
          accountId: name,
          companyId: company.id,
          deviceId: null,
        })
        callers.set(name, callerOf(app, token))
      }
      return {
        ...company,
        as: (name) => {
          const caller = callers.get(name)
          if (!caller) throw new Error(`nobody is called ${name}`)
          return caller
        },
      }
    },
  }
}

export function answerOf(response: LightMyRequestResponse): Answer {
  const json = String(response.headers['content-type'] ?? '').includes('json')
  const body = (json && response.payload !== '' ? JSON.parse(response.payload) : null) as Values
  return {
    status: response.statusCode,
    body,
    data: (body?.data ?? null) as Values,
    list: (Array.isArray(body?.data) ? body.data : []) as Values[],
    code: body?.code as string | undefined,
    headers: response.headers,
  }
}

function writeHeaders(options: WriteOptions): Record<string, string> {
  return {
    ...(options.key === null ? {} : { [HEADER.mutation]: options.key ?? randomUUID() }),
    ...(options.seen === undefined ? {} : { [HEADER.seen]: etag(options.seen) }),
    ...(options.counter === undefined ? {} : { [HEADER.clock]: String(options.counter) }),
    ...options.headers,
  }
}

export function callerOf(app: FastifyInstance, token: string): Caller {
  const call = async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    { headers = {}, body }: { headers?: Record<string, string> | undefined; body?: unknown },
  ): Promise<Answer> =>
    answerOf(
      await app.inject({
        method,
        url: `/api${path}`,
        headers: {
          authorization: `Bearer ${token}`,
          accept: 'application/json',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    )
  const write =
    (method: 'POST' | 'PUT') =>
    (path: string, body: unknown, options: WriteOptions = {}): Promise<Answer> => {
      const full = options.base && typeof body === 'object' ? { ...body, [BASE]: options.base } : body
      return call(method, `${path}${options.query ?? ''}`, { headers: writeHeaders(options), body: full })
    }
  const get = (path: string, headers?: Record<string, string>): Promise<Answer> => call('GET', path, { headers })
  return {
    token,
    get,
    post: write('POST'),
    put: write('PUT'),
    del: (path, options = {}) =>
      call('DELETE', path, {
        headers: writeHeaders(options),
        body: options.uses ? { [USES]: options.uses } : undefined,
      }),
    pull: async (path, since = '', limit = 1000) => {
      const rows: Values[] = []
      let checkpoint = since
      for (let pages = 1; ; pages += 1) {
        const page = await get(`${path}?since=${encodeURIComponent(checkpoint)}&limit=${limit}`)
        if (page.status !== 200) throw new Error(`pull ${path}: ${page.status} ${JSON.stringify(page.body)}`)
        rows.push(...page.list)
        checkpoint = page.body.checkpoint as string
        if (page.body.complete === true) return { rows, checkpoint, pages }
      }
    },
  }
}
