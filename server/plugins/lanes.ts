import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { inLane } from './database/shares.ts'

/** A route's declaration (`config.does`) decides whether its work waits among the writers for a connection: readers do not wait for them. */
export const lanesPlugin = fp(
  async (app: FastifyInstance) => {
    app.addHook('onRequest', (request, _reply, done) => {
      if (request.routeOptions.config.does === 'reads') inLane('reads', done)
      else done()
    })
  },
  { name: 'lanes' },
)
