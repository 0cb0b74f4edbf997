import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { reauthRequired } from '../../../schemas/errors.ts'
import type { KnownActor } from '../../actor.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Milliseconds during which a given password or second factor counts for routes with `config.reauth`. */
    reauthMs: number
  }
}

/**
 * What hurts most (somebody's place, the payment account, the console, the own second factor) wants a session that has just proved who holds it: a
 * screen left open is not enough. By the route's declaration alone. Runs after the role gate: whoever may not is told so first.
 */
export const reauthGatePlugin = fp<{ minutes: number }>(
  async (app: FastifyInstance, { minutes }) => {
    app.decorate('reauthMs', minutes * 60_000)
    app.addHook('onRequest', async ({ actor, routeOptions }) => {
      if (!routeOptions.config.reauth || actor.kind === 'anonymous') return
      if (!isProven(actor, app.reauthMs)) throw reauthRequired()
    })
  },
  { name: 'reauth-gate', dependencies: ['role-gate'] },
)

const isProven = ({ provenAt }: KnownActor, within: number): boolean =>
  provenAt !== null && Date.now() - Date.parse(provenAt) < within
