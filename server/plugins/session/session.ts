import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { ServiceRight } from '../../../schemas/access.ts'
import { AppError, notOfAllAgencies, secondFactorRequired, unauthorized } from '../../../schemas/errors.ts'
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
    /** Who may call the route. The server does not start when a route lacks it. */
    access?: Access
    /** Whether the route only reads. The server does not start when a route lacks it: the HTTP verb does not say it. */
    does?: Does
    /** The line of `schemas/access.ts` that applies to the route, besides `access`: the handler or the write path enforces it. */
    policy?: Policy
    /** The route ends in `applyMutation`: an account without any role may still ask for the answer that its device has missed (PUSH-6). */
    replays?: true
    /** A device sends what it holds: also open to the session of somebody who has left (SET-12). */
    sends?: true
    /** The right of `SERVICES` (schemas/access.ts) that the staff need for the route; the role gate enforces it. */
    right?: ServiceRight
    /** The password or the second factor must have been given a few minutes ago at most; the reauth gate enforces it. */
    reauth?: true
  }
}

const ANONYMOUS: Actor = { kind: 'anonymous' }

/** A call of a device's synchronisation, which runs by itself, whoever sits before it: it names its account (WORK-4), and calls of a screen do not. */
const isByDevice = ({ headers }: FastifyRequest): boolean => headers[HEADER.account] !== undefined

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
      const actor = token === null ? null : await sessions.actorOf(token, !isByDevice(request))
      request.actor = actor ?? ANONYMOUS
      const { access } = request.routeOptions.config
      // No route: the answer is 404 for every caller.
      if (access === undefined || access === 'public') return
      if (!actor) {
        throw new AppError(
          'UNAUTHENTICATED',
          request.headers.authorization
            ? 'Votre session a expiré, reconnectez-vous.'
            : 'Connectez-vous pour continuer.',
        )
      }
      // Another tab may have logged in as somebody else: this tab's queue must not be sent under the new account.
      const named = request.headers[HEADER.account]
      if (named !== undefined && named !== actor.account) {
        throw new AppError('ACCOUNT_MISMATCH', "Cette requête est faite au nom d'un autre compte.")
      }
      if (actor.settingUp && !access.settingUp) throw secondFactorRequired()
      if (!access.kinds.includes(actor.kind)) throw unauthorized()
      if (access.own && actor.impersonator !== null) throw unauthorized()
      if (actor.kind === 'client' && actor.limitedTo !== null && !access.limited) throw unauthorized()
      // An account without any role is answered by the role gate, under the company's epoch.
      if (actor.kind !== 'personnel' || !access.roles || actor.staff.roles.length === 0) return
      if (!access.roles.some((role) => actor.staff.roles.includes(role))) throw unauthorized()
      if (access.allAgencies && !actor.staff.toutesAgences) throw notOfAllAgencies()
    })
  },
  { name: 'session' },
)
