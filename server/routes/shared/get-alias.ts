import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Type, { type TProperties, type TSchema } from 'typebox'
import type { ServiceRight } from '../../../schemas/access.ts'
import { unauthorized } from '../../../schemas/errors.ts'
import { HEADER } from '../../../schemas/protocol.ts'
import type { Access, Policy } from '../../actor.ts'

export interface GetAlias<Params> {
  /** Path of the POST that this GET is an alias of. */
  url: string
  access: Access
  policy?: Policy
  right?: ServiceRight
  /** `false` for the calls that come before any login; their access is PUBLIC. */
  bearer?: false
  /** French, one line. */
  summary: string
  params?: TSchema
  /** Fields of the POST's body, given here in the query. */
  query?: TProperties
  /** `schema.response` of the POST. */
  response: Record<number, TSchema>
  rateLimit?: { max: number; timeWindow: number }
  /** The POST's own handler: it finds the query's fields in `request.body`. */
  handler: (request: FastifyRequest<{ Params: Params }>, reply: FastifyReply) => unknown
}

/** Whether the browser says that no program of ours made the request: speculation, a link, an image, another site's page. */
function notByProgram({ headers }: FastifyRequest): boolean {
  const speculation = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].map((name) => String(headers[name] ?? ''))
  return (
    speculation.some((text) => /prefetch|prerender|preview/i.test(text)) ||
    ['navigate', 'no-cors'].includes(String(headers['sec-fetch-mode'] ?? '')) ||
    /^(document|iframe|frame|embed|object|image)$/.test(String(headers['sec-fetch-dest'] ?? '')) ||
    headers['sec-fetch-site'] === 'cross-site'
  )
}

/**
 * The contract's GET that acts (api.md), as an alias of the POST of the same path. It answers a program with a bearer only, and refuses (403) a prefetch, a
 * navigation and another site; there is no HEAD. A repeated request acts once: without an `Idempotency-Key` the URL is the key, so a caller who wants to act
 * again gives a key or uses the POST. Answers are `no-store` as all of the API, and log-url.ts keeps the query's values out of the logs.
 * @throws Error at start for a public alias that does not say `bearer: false`, and the other way round
 */
export function guardedGetAlias<Params = unknown>(app: FastifyInstance, alias: GetAlias<Params>): void {
  const { url, access, policy, right, summary, params, query = {}, response, rateLimit, handler } = alias
  if ((access === 'public') !== (alias.bearer === false)) throw new Error(`GET ${url}: public, or with a bearer?`)
  app.get<{ Params: Params }>(
    url,
    {
      config: {
        access,
        does: 'acts',
        ...(policy ? { policy } : {}),
        ...(right ? { right } : {}),
        ...(rateLimit ? { rateLimit } : {}),
      },
      schema: { summary, ...(params ? { params } : {}), querystring: Type.Object(query), response },
      onRequest: async (request) => {
        if (notByProgram(request)) throw unauthorized()
        request.headers[HEADER.mutation] ??=
          `get:${createHash('sha256').update(request.url).digest('hex').slice(0, 48)}`
      },
      preHandler: async (request) => {
        const given = request.query as Record<string, unknown>
        const names = Object.keys(query).filter((name) => given[name] !== undefined)
        request.body = Object.fromEntries(names.map((name) => [name, given[name]]))
      },
    },
    (request, reply) => handler(request as FastifyRequest<{ Params: Params }>, reply),
  )
}
