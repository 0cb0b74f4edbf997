import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ERROR_STATUS, type ErrorCode } from '../../schemas/errors.ts'
import { accessCast, type Cast } from '../support/access/cast.ts'
import { describeEngines } from '../support/engines.ts'
import { anyJson, body, type Json, type Maker, near, poisoned, type Schema, textual } from '../support/fuzz/values.ts'
import { testApp } from '../support/test-app.ts'

interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  schema: Schema
}
interface Operation {
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, unknown> }>
}
interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}
interface Call {
  who: string
  params: Record<string, string>
  query: Record<string, string>
  headers: Record<string, string>
  payload: string | undefined
}

const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000_000)
/** Calls per operation. PostgreSQL gets fewer: it is slower over a socket, and PGlite has tested everything above the database. */
const RUNS = { pglite: Number(process.env.FUZZ_RUNS ?? 16), postgresql: Number(process.env.FUZZ_RUNS ?? 8) }

const isText = (value: string): boolean => /^[\x20-\x7e]*$/.test(value)

describeEngines('valid, nearly valid and wrong calls made from the API document', (db, engine) => {
  let app: FastifyInstance
  let cast: Cast
  let document: Document
  const tokens = new Map<string, string>()
  let calls = 0
  /** Status of the last answer. */
  let last = 0

  beforeAll(async () => {
    app = await testApp(db(), { rateLimit: 10_000_000, trustProxy: ['127.0.0.1'], demo: true, logLevel: 'error' })
    cast = await accessCast(app, db())
    document = (await app.inject('/api/docs/json')).json<Document>()
    console.log(`FUZZ_SEED=${SEED} (${engine})`)
  })
  afterAll(async () => {
    await app.close()
    console.log(`${calls} appels inventés, graine ${SEED} (${engine})`)
  })

  const WHO = ['commercial_director', 'assistant', 'client', 'administrateur', 'sans session']
  /** Some calls log out, so an ended session is opened again. */
  async function tokenOf(who: string): Promise<string | null> {
    const known = tokens.get(who)
    if (known && (await app.sessions.actorOf(known))) return known
    const fresh = await cast.callers.find(({ name }) => name === who)?.token()
    if (!fresh) return null
    tokens.set(who, fresh)
    return fresh
  }

  const maker = (): Maker => ({
    resolve: (schema) => {
      const ref = schema.$ref
      return typeof ref === 'string' ? (document.components.schemas[ref.split('/').at(-1) ?? ''] ?? {}) : schema
    },
    known: {
      ...cast.known,
      id: cast.known.IDPROJET,
      id_rdv: cast.known.IDRDV,
      MAIL: 'camille@example.com',
      PORTABLE: '0639980098',
    },
  })

  /** `right`: with valid paths and queries. */
  function callsOf(operation: Operation, right = false): fc.Arbitrary<Call> {
    const parameters = operation.parameters ?? []
    const record = (where: Parameter['in'], always: boolean) => {
      const model = Object.fromEntries(
        parameters
          .filter((one) => one.in === where)
          .map(({ name, schema }) => [
            name,
            right ? near(schema, maker(), name).map(String) : textual(schema, maker(), name),
          ]),
      )
      return fc.record(model, always ? {} : { requiredKeys: [] }) as fc.Arbitrary<Record<string, string>>
    }
    const content = Object.values(operation.requestBody?.content ?? {})[0]
    const json = (value: Json): string => JSON.stringify(value)
    const payload: fc.Arbitrary<string | undefined> = content
      ? fc.oneof(
          { weight: 9, arbitrary: body(content.schema, maker()).map(json) },
          {
            weight: 1,
            arbitrary: fc.constantFrom(
              '',
              '{',
              '[]',
              'null',
              '{"__proto__":{"a":1}}',
              '{"constructor":{"prototype":{}}}',
              '\u0000',
            ),
          },
        )
      : fc.oneof(fc.constant(undefined), anyJson.map(json))
    const type = fc.constantFrom(
      ...(Array(8).fill('application/json') as string[]),
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/json; charset=utf-16',
    )
    const headers = fc
      .tuple(record('header', false), type)
      .map(([given, contentType]) => ({ ...given, 'content-type': contentType }))
    return fc.record({
      who: fc.constantFrom(...WHO),
      params: record('path', true),
      query: record('query', false),
      headers,
      payload,
    }) as fc.Arbitrary<Call>
  }

  /** A valid call with one poisoned place: in its body, or in its query when it has no body. */
  function poisonedCalls(
    operation: Operation,
    schema: Schema | undefined,
  ): fc.Arbitrary<{ call: Call; unkeepable: boolean }> {
    const right = callsOf(operation, true)
    if (!schema) {
      return right.map((call) => ({ call: { ...call, query: { ...call.query, q: 'a\u0000' } }, unkeepable: true }))
    }
    return fc.tuple(right, poisoned(schema, maker())).map(([call, { payload, unkeepable }]) => ({
      call: { ...call, payload, headers: { ...call.headers, 'content-type': 'application/json' } },
      unkeepable,
    }))
  }

  /** What is wrong with the answer; '' when nothing is. */
  async function fault(method: string, path: string, operation: Operation, call: Call): Promise<string> {
    const url = path.replace(/\{(\w+)\}/g, (_, name: string) => encoded(call.params[name] ?? 'x'))
    const query = Object.entries(call.query).map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    const token = await tokenOf(call.who)
    const { 'company-key': company, ...others } = call.headers
    const headers = Object.fromEntries(Object.entries(others).filter(([, value]) => isText(value)))
    calls += 1
    const answer = await app.inject({
      method: method.toUpperCase() as 'GET',
      url: `${url}${query.length > 0 ? `?${query.join('&')}` : ''}`,
      headers: {
        ...(call.payload === undefined || method === 'get' ? without(headers, 'content-type') : headers),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        // The key of another company is refused first, so most calls must not use it.
        'company-key': call.who === 'sans session' && company && isText(company) ? company : cast.a,
        'x-forwarded-for': `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`,
      },
      ...(call.payload === undefined || method === 'get' ? {} : { payload: call.payload }),
    })
    const { statusCode: status } = answer
    last = status
    if (status >= 500) return `${status} ${answer.body.slice(0, 200)}`
    if (status >= 400) return faultOfError(status, answer.body)
    return String(status) in operation.responses ? '' : `${status} is not in the document`
  }

  function faultOfError(status: number, text: string): string {
    let error: { code?: unknown; message?: unknown; errors?: unknown }
    try {
      error = JSON.parse(text) as typeof error
    } catch {
      return `${status} with a body that is no JSON: ${text.slice(0, 100)}`
    }
    if (ERROR_STATUS[error.code as ErrorCode] !== status) return `${status} with the code ${String(error.code)}`
    if (typeof error.message !== 'string' || error.message === '') return `${status} without a message`
    const lists = Object.values((error.errors ?? {}) as object)
    const texts = lists.every((list) => Array.isArray(list) && list.every((one) => typeof one === 'string'))
    return texts ? '' : `errors are not lists of texts: ${text}`
  }

  it('[API-12] [SEC] never fail: they get a declared answer, or an error with its code and message', async () => {
    const faults: string[] = []
    for (const [path, item] of Object.entries(document.paths)) {
      for (const [method, operation] of Object.entries(item)) {
        if (isStream(operation)) continue
        const property = fc.asyncProperty(callsOf(operation), async (call) => {
          const wrong = await fault(method, path, operation, call)
          if (wrong) throw new Error(`${wrong}\n${JSON.stringify(call).slice(0, 1500)}`)
        })
        const result = await fc.check(property, { seed: SEED, numRuns: RUNS[engine], endOnFailure: true })
        if (result.failed) {
          faults.push(
            `${method.toUpperCase()} ${path} (FUZZ_SEED=${SEED}): ${String((result.errorInstance as Error)?.message)}`,
          )
        }
      }
    }
    expect(faults).toEqual([])
    expect(calls).toBeGreaterThan(400)
  })

  it('[SERVER-8] [API-12] [SEC] refuse values that no store can keep, anywhere in a valid body or query', async () => {
    const faults: string[] = []
    let refused = 0
    for (const [path, item] of Object.entries(document.paths)) {
      // The app's own files have no parameters and store nothing.
      if (!path.startsWith('/api/')) continue
      for (const [method, operation] of Object.entries(item)) {
        const schema = operation.requestBody?.content['application/json']?.schema
        if (isStream(operation) || (!schema && method !== 'get')) continue
        const property = fc.asyncProperty(poisonedCalls(operation, schema), async ({ call, unkeepable }) => {
          const wrong = await fault(method, path, operation, call)
          const kept = unkeepable && last < 400 ? `${last}: taken` : ''
          if (wrong || kept) throw new Error(`${wrong || kept}\n${JSON.stringify(call).slice(0, 600)}`)
          if (last === 422 || last === 400) refused += 1
        })
        const result = await fc.check(property, { seed: SEED, numRuns: RUNS[engine], endOnFailure: true })
        if (result.failed) {
          faults.push(
            `${method.toUpperCase()} ${path} (FUZZ_SEED=${SEED}): ${String((result.errorInstance as Error)?.message)}`,
          )
        }
      }
    }
    expect(faults).toEqual([])
    expect(refused).toBeGreaterThan(400)
  })
})

const isStream = ({ responses }: Operation): boolean => 'text/event-stream' in (responses['200']?.content ?? {})

const without = (headers: Record<string, string>, name: string): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([one]) => one !== name))

/** Encodes a value for a URL; half a surrogate pair has no UTF-8. */
function encoded(text: string): string {
  try {
    return encodeURIComponent(text)
  } catch {
    return '%ED%A0%80'
  }
}
