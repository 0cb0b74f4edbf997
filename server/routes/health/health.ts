import type { FastifyInstance } from 'fastify'
import { PUBLIC } from '../../actor.ts'

/** GET /health: 200 once the database answers. */
export async function healthRoutes(app: FastifyInstance): Promise<void> {
  app.get('/health', { config: { access: PUBLIC } }, async () => {
    await app.db.transaction({ platform: true }, async () => undefined)
    return { data: { status: 'ok' } }
  })
}
