import type { FastifyInstance, FastifyRequest } from 'fastify'
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
 * The most dangerous routes (impersonation, the payment account, a company's mail server and SMS account, the console, the own second factor) require that the
 * person has just given the password or the second factor: a screen left open is not enough. Decided by the route's declaration; where only some bodies of a route are as dangerous, its handler calls
 * `assertProven`. Runs after the role gate: a caller without the right is told
 * so first.
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

/** For a body that opens somebody's account: who may write it may be in their place afterwards. @throws AppError REAUTH_REQUIRED */
export function assertProven({ actor, server }: FastifyRequest): void {
  if (actor.kind === 'anonymous' || !isProven(actor, server.reauthMs)) throw reauthRequired()
}

const isProven = ({ provenAt }: KnownActor, within: number): boolean =>
  provenAt !== null && Date.now() - Date.parse(provenAt) < within
