import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { TSchema } from 'typebox'
import Value from 'typebox/value'

/** Tests only: an answer that is not what its route declares (`schema.response`) is a bug of ours, and fails the request. */
export const declaredAnswersPlugin = fp(
  async (app: FastifyInstance) => {
    app.addHook('onSend', async (request, reply, payload) => {
      const declared = request.routeOptions.schema?.response as Record<string, TSchema> | undefined
      const schema = declared?.[String(reply.statusCode)]
      if (!declared || reply.statusCode >= 400) return payload
      if (!schema) throw new Error(`${request.method} ${request.routeOptions.url} does not declare ${reply.statusCode}`)
      if (typeof payload !== 'string' || !String(reply.getHeader('content-type')).includes('json')) return payload
      const [error] = Value.Errors(schema, JSON.parse(payload))
      if (!error) return payload
      throw new Error(
        `${request.method} ${request.routeOptions.url} answers other than declared: ${error.instancePath} ${error.message}`,
      )
    })
  },
  { name: 'declared-answers' },
)
