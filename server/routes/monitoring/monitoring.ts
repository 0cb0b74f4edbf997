import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { notFound } from '../../../schemas/errors.ts'
import { PUBLIC } from '../../actor.ts'
import type { Door } from '../../monitoring/door.ts'
import type { InstallationFigures } from '../../monitoring/installation-figures.ts'
import type { Metrics } from '../../monitoring/metrics.ts'
import type { Readiness } from '../../monitoring/readiness.ts'
import { one } from '../shared/answers.ts'

export interface MonitoringOptions {
  mayAsk: Door
  readiness: Readiness
  metrics: Metrics
  installation: () => Promise<InstallationFigures | null>
}

const State = one(
  Type.Object({
    status: Type.Union([Type.Literal('ready'), Type.Literal('not ready')]),
    checks: Type.Object({ serving: Type.Boolean(), database: Type.Boolean(), migrations: Type.Boolean() }),
  }),
)
const config = { access: PUBLIC, does: 'reads', quiet: true } as const

/**
 * GET /livez, /readyz and /metrics, for programs that watch the server (OPS-02). monitoring/door.ts decides who may call. They are registered before the
 * session and the company: neither is looked up, so that they answer when the database does not.
 */
export async function monitoringRoutes(app: FastifyInstance, options: MonitoringOptions): Promise<void> {
  const { mayAsk, readiness, metrics, installation } = options
  const refuse = (request: FastifyRequest, what: 'state' | 'figures'): void => {
    if (!mayAsk(request, what)) throw notFound()
  }
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })

  const live = {
    summary: 'Le processus répond (supervision)',
    response: { 200: one(Type.Object({ status: Type.Literal('alive') })) },
  }
  app.get('/livez', { config, schema: live }, async (request) => {
    refuse(request, 'state')
    return { data: { status: 'alive' } }
  })

  const ready = {
    summary: 'Le processus peut recevoir des requêtes (supervision)',
    response: { 200: State, 503: State },
  }
  app.get('/readyz', { config, schema: ready }, async (request, reply) => {
    refuse(request, 'state')
    const checks = await readiness.check()
    const isReady = Object.values(checks).every(Boolean)
    return reply.status(isReady ? 200 : 503).send({ data: { status: isReady ? 'ready' : 'not ready', checks } })
  })

  const figures = {
    summary: 'Mesures au format de Prometheus (supervision)',
    produces: ['text/plain'],
    response: { 200: Type.String() },
  }
  app.get('/metrics', { config, schema: figures }, async (request, reply) => {
    refuse(request, 'figures')
    const [checks, known] = await Promise.all([readiness.check(), installation()])
    const text = await metrics.text({
      database: app.db.figures(),
      answers: checks.database,
      hints: app.hints.figures(),
      tasks: app.tasks.figures(),
      installation: known,
    })
    return reply.type(metrics.contentType).send(text)
  })
}
