import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { HEADER, SERVER_MARK } from '../../schemas/protocol.ts'
import { isApiCall } from './canonical-path.ts'

const MUTATION_ID = /^[\w.:-]{1,64}$/

/**
 * Headers of every answer of the API, errors too: the server's mark, no caching, and the mutation id that it answers. An answer without the id and the epoch
 * comes from something in between (a captive portal) and is no verdict, so that a write is not lost. An answer without the mark or the epoch counts as no
 * answer at all (ANSWER-1).
 */
export const answersPlugin = fp(
  async (app: FastifyInstance) => {
    app.addHook('onRequest', async (request, reply) => {
      if (!isApiCall(request)) return
      reply.header('cache-control', 'no-store').header(HEADER.server, SERVER_MARK)
      const mutation = request.headers[HEADER.mutation]
      if (typeof mutation === 'string' && MUTATION_ID.test(mutation)) reply.header(HEADER.mutation, mutation)
    })
  },
  { name: 'answers' },
)
