import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { ServiceRight } from '../../../schemas/access.ts'
import { AppError, secondFactorRequired, unauthorized } from '../../../schemas/errors.ts'
import { HEADER } from '../../../schemas/protocol.ts'
import type { Access, Actor, Does, Policy } from '../../actor.ts'
import type { Sessions } from './sessions.ts'
import { bearerOf } from './tokens.ts'

declare module 'fastify' {
  interface FastifyInstance {
    sessions: Sessions
  }
  interface FastifyRequest {
    /** Who makes the request; 'anonymous' on public routes only. */
    actor: Actor
  }
  interface FastifyContextConfig {
    /** Who may call the route. Without it the server does not start. */
    access?: Access
    /** Whether the route only reads. Without it the server does not start: no verb tells it. */
    does?: Does
    /** The line of `schemas/access.ts` that the route stands under, besides `access`: the handler or the write path enforces it. */
    policy?: Policy
    /** Ends in `applyMutation`: whoever lost all roles may still ask for the answer that their device has missed (PUSH-6). */
    replays?: true
    /** The right of `SERVICES` (schemas/access.ts) that the staff need for the route; the role gate enforces it. */
    right?: ServiceRight
    /** The password or the second factor must have been given some minutes ago at most; the reauth gate enforces it. */
    reauth?: true
  }
}

const ANONYMOUS: Actor = { kind: 'anonymous' }

/** Bearer token → `request.actor`; routes are closed by default, and a request made for another account is refused. */
export const sessionPlugin = fp<{ sessions: Sessions }>(
  async (app: FastifyInstance, { sessions }) => {
    app.decorate('sessions', sessions)
    app.decorateRequest('actor')

    app.addHook('onRoute', ({ config, url, method }) => {
      if (!config?.access) throw new Error(`Route ${String(method)} ${url} declares no access (config.access)`)
      if (!config.does) throw new Error(`Route ${String(method)} ${url} does not say whether it acts (config.does)`)
    })

    app.addHook('onRequest', async (request) => {
      const token = bearerOf(request.headers.authorization)
      const actor = token === null ? null : await sessions.actorOf(token)
      request.actor = actor ?? ANONYMOUS
      const { access } = request.routeOptions.config
      // No route: the answer is 404, whoever asks.
      if (access === undefined || access === 'public') return
      if (!actor) {
        throw new AppError(
          'UNAUTHENTICATED',
          request.headers.authorization
            ? 'Votre session a expiré, reconnectez-vous.'
            : 'Connectez-vous pour continuer.',
        )
      }
      // Tab 2 logged in as somebody else: tab 1's queue must not go out under the new name (sync-rules 11).
      const named = request.headers[HEADER.account]
      if (named !== undefined && named !== actor.account) {
        throw new AppError('ACCOUNT_MISMATCH', "Cette requête est faite au nom d'un autre compte.")
      }
      if (actor.settingUp && !access.settingUp) throw secondFactorRequired()
      if (!access.kinds.includes(actor.kind)) throw unauthorized()
      if (access.own && actor.impersonator !== null) throw unauthorized()
      if (actor.kind === 'client' && actor.limitedTo !== null && !access.limited) throw unauthorized()
      // Whoever has no role at all is told so by the role gate, under the company's epoch.
      if (actor.kind !== 'personnel' || !access.roles || actor.staff.roles.length === 0) return
      if (!access.roles.some((role) => actor.staff.roles.includes(role))) throw unauthorized()
    })
  },
  { name: 'session' },
)
