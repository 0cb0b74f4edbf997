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
    /** For routes that programs call every few seconds: a success is logged at debug only. */
    quiet?: true
  }
}

/** Replaces Fastify's own lines of requests; Fastify still logs its own failures. */
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

/** Logs no address of the caller and none of their headers: they are personal data, and the proxy logs them. */
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
