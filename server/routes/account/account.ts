import type { FastifyInstance } from 'fastify'
import { ownSessionRoutes } from './sessions.ts'

/** « Mon compte » of staff and administrators. */
export async function accountRoutes(app: FastifyInstance): Promise<void> {
  await app.register(ownSessionRoutes)
}
