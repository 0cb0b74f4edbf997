import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { type Metrics, routeOf } from './metrics.ts'

/** Counts every request that was answered by its route and status. */
export const requestMetricsPlugin = fp<{ metrics: Metrics }>(
  async (app: FastifyInstance, { metrics }) => {
    app.addHook('onResponse', async (request, reply) => countRequest(metrics, request, reply))
  },
  { name: 'request-metrics' },
)

export function countRequest(
  metrics: Metrics,
  request: FastifyRequest,
  { statusCode: status, elapsedTime }: Pick<FastifyReply, 'statusCode' | 'elapsedTime'>,
): void {
  const isStream = request.routeOptions?.schema?.produces?.includes('text/event-stream') ?? false
  metrics.noteRequest({
    method: request.method,
    route: routeOf(request),
    status,
    seconds: isStream && status === 200 ? null : elapsedTime / 1000,
  })
  // Files whose link has expired are 410 too.
  if (status === 410 && typeof (request.query as { since?: unknown } | undefined)?.since === 'string')
    metrics.noteResync()
}
