import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import Value from 'typebox/value'

/** Tests only: an answer that does not match what its route declares (`schema.response`) is a bug, and fails the request. */
export const declaredAnswersPlugin = fp(
  async (app: FastifyInstance) => {
    const compiled = new WeakMap<TSchema, { Check: (value: unknown) => boolean }>()
    const holds = (schema: TSchema, value: unknown): boolean => {
      const known = compiled.get(schema) ?? Compile(schema)
      compiled.set(schema, known)
      return known.Check(value)
    }
    app.addHook('onSend', async (request, reply, payload) => {
      const declared = request.routeOptions.schema?.response as Record<string, TSchema> | undefined
      const schema = declared?.[String(reply.statusCode)]
      if (!declared || reply.statusCode >= 400) return payload
      // What an older app gets is translated into its own version (VER-5); routes declare the present one.
      if (request.appVersion < app.versions.current) return payload
      if (!schema) throw new Error(`${request.method} ${request.routeOptions.url} does not declare ${reply.statusCode}`)
      if (typeof payload !== 'string' || !String(reply.getHeader('content-type')).includes('json')) return payload
      const answer: unknown = JSON.parse(payload)
      if (holds(schema, answer)) return payload
      const [error] = Value.Errors(schema, answer)
      throw new Error(
        `${request.method} ${request.routeOptions.url} answers other than declared: ${error?.instancePath} ${error?.message}`,
      )
    })
  },
  { name: 'declared-answers' },
)
