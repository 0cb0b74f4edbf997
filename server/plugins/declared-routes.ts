import type { FastifyInstance, FastifySchema } from 'fastify'
import fp from 'fastify-plugin'
import type { ServiceRight } from '../../schemas/access.ts'
import type { Access, Does, Policy } from '../actor.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Every route of the server in the order of its registration; the access table, the API document and the tests read it. */
    declaredRoutes: readonly DeclaredRoute[]
  }
}

export interface DeclaredSchema extends FastifySchema {
  response?: Record<string, unknown>
}

export interface DeclaredRoute {
  method: string
  /** Path pattern, prefix included: `/api/clients/:id`. */
  url: string
  access: Access
  does: Does
  policy: Policy | null
  right: ServiceRight | null
  /** Requires a session that gave the password or the second factor a short time ago. */
  reauth: boolean
  schema: DeclaredSchema
  /** Requests that it takes from one address in its time window; null: the general limit. */
  rateLimit: { max: number } | null
}

/** Collects the routes. Before any plugin that adds one; after those whose onRoute hooks complete their declarations. */
export const declaredRoutesPlugin = fp(
  async (app: FastifyInstance) => {
    const routes: DeclaredRoute[] = []
    app.decorate('declaredRoutes', routes)
    app.addHook('onRoute', ({ method, url, config, schema }) => {
      const { access, does, policy = null, right = null, reauth = false, rateLimit } = config ?? {}
      // The session's own hook refuses the route (plugins/session/session.ts).
      if (!access || !does) return
      const limit = typeof rateLimit === 'object' && typeof rateLimit.max === 'number' ? { max: rateLimit.max } : null
      for (const one of [method].flat()) {
        const declared = {
          access,
          does,
          policy,
          right,
          reauth,
          schema: (schema ?? {}) as DeclaredSchema,
          rateLimit: limit,
        }
        routes.push({ method: one, url, ...declared })
      }
    })
  },
  { name: 'declared-routes' },
)
