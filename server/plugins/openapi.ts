import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

/** The OpenAPI 3.1 document of the API (API-12), from what the routes declare. */
export const openapiPlugin = fp(
  async (app: FastifyInstance) => {
    await app.register(swagger, {
      openapi: {
        openapi: '3.1.0',
        info: { title: 'Lolapp', version: '1', description: "API de l'application" },
        components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
      },
    })
  },
  { name: 'openapi' },
)
