import { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import fp from 'fastify-plugin'
import type { ErrorCode } from '../../schemas/errors.ts'
import { HEADER } from '../../schemas/protocol.ts'
import { logUrl } from '../log-url.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Code of the error that it was answered; null: none. */
    answered: ErrorCode | null
  }
  interface FastifyContextConfig {
    /** Asked for every few seconds by programs: an answer that says « all is well » is told to the log at debug only. */
    quiet?: true
  }
}

/** Fastify's own lines of requests are ours; it goes on telling what fails in its hands. */
export class OneLineARequest extends LogController {
  override incomingRequest(): void {}
  override requestCompleted(): void {}
  override routeNotFound(): void {}
}

/** One line for each request when it has been answered, under the id that the answer names in a header (OPS-02). */
export const requestLogPlugin = fp(
  async (app: FastifyInstance) => {
    app.decorateRequest('answered', null)
    app.addHook('onRequest', async (request, reply) => {
      reply.header(HEADER.request, request.id)
    })
    app.addHook('onResponse', async (request, reply) => logRequest(request, reply))
  },
  { name: 'request-log' },
)

/** No address of the caller and no header of theirs: they are personal data, and the proxy's business. */
export function logRequest(request: FastifyRequest, reply: Pick<FastifyReply, 'statusCode' | 'elapsedTime'>): void {
  const { method, url, routeOptions, company, answered } = request
  const status = reply.statusCode
  const level = status >= 500 ? 'warn' : routeOptions?.config?.quiet ? 'debug' : 'info'
  request.log[level](
    {
      method,
      path: logUrl(url, routeOptions?.url),
      status,
      ms: Math.round(reply.elapsedTime),
      ...(answered ? { code: answered } : {}),
      ...(company ? { company: company.key } : {}),
    },
    'request',
  )
}
