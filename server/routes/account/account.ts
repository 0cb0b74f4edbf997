import type { FastifyInstance } from 'fastify'
import { ownPasswordRoutes } from './password.ts'
import { ownProfileRoutes } from './profile.ts'
import { ownSessionRoutes } from './sessions.ts'

/** « Mon compte » of staff and administrators. */
export const accountRoutes =
  (config: { demo: boolean }) =>
  async (app: FastifyInstance): Promise<void> => {
    await app.register(ownSessionRoutes)
    await app.register(ownPasswordRoutes(config))
    await app.register(ownProfileRoutes)
  }
