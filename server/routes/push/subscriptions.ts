import type { FastifyInstance } from 'fastify'
import Type, { type Static } from 'typebox'
import { unauthorized, validationError } from '../../../schemas/errors.ts'
import { COMPANY_ACCOUNTS } from '../../actor.ts'
import { isPushEndpoint } from '../../ports/push/push-endpoint.ts'
import { subscribe, unsubscribe } from '../../repositories/push-subscriptions.ts'
import { nothing, one } from '../shared/answers.ts'

const endpoint = Type.String({ minLength: 10, maxLength: 1000 })
/** PushSubscription.toJSON() of a browser. */
const Subscription = Type.Object(
  {
    endpoint,
    expirationTime: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
    keys: Type.Object(
      {
        // A point of P-256 and 16 bytes, base64url.
        p256dh: Type.String({ pattern: '^B[A-Za-z0-9_-]{86}=?$', maxLength: 88 }),
        auth: Type.String({ pattern: '^[A-Za-z0-9_-]{22}(==)?$', maxLength: 24 }),
      },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
)
const Endpoint = Type.Object({ endpoint }, { additionalProperties: false })

/** Browsers that want pushes: the public key, and each account's browsers. A browser that changes hands only gets pushes of its new account. */
export async function pushSubscriptionRoutes(app: FastifyInstance): Promise<void> {
  const key = one(Type.Object({ publicKey: Type.String() }))
  app.get(
    '/push/key',
    {
      config: { access: COMPANY_ACCOUNTS, does: 'reads' },
      schema: { summary: 'Clé publique des notifications (VAPID)', response: { 200: key } },
    },
    async () => ({ data: { publicKey: app.ports.push.publicKey } }),
  )

  app.post<{ Body: Static<typeof Subscription> }>(
    '/push/subscribe',
    {
      config: { access: COMPANY_ACCOUNTS, rateLimit: { max: 60, timeWindow: 60_000 }, does: 'acts' },
      schema: { summary: 'Abonne ce navigateur aux notifications', body: Subscription, response: { 204: nothing } },
    },
    async ({ actor, body }, reply) => {
      // An impersonating administrator gets pushes for as long as that session lives.
      if (!('companyId' in actor)) throw unauthorized()
      if (!isPushEndpoint(body.endpoint)) throw validationError({ endpoint: ["Cette adresse n'est pas admise."] })
      const { companyId, account, tokenHash } = actor
      const { p256dh, auth } = body.keys
      await app.db.inTenant(companyId, (trx) =>
        subscribe(trx, { companyId, account, tokenHash, endpoint: body.endpoint, p256dh, auth }),
      )
      return reply.status(204).send()
    },
  )

  app.delete<{ Body: Static<typeof Endpoint> }>(
    '/push/subscribe',
    {
      config: { access: COMPANY_ACCOUNTS, does: 'acts' },
      schema: { summary: 'Désabonne ce navigateur', body: Endpoint, response: { 204: nothing } },
    },
    async ({ actor, body }, reply) => {
      if (!('companyId' in actor)) throw unauthorized()
      await app.db.inTenant(actor.companyId, (trx) =>
        unsubscribe(trx, { account: actor.account, endpoint: body.endpoint }),
      )
      return reply.status(204).send()
    },
  )
}
