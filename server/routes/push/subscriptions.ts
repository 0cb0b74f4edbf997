import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import Type, { type Static } from 'typebox'
import { unauthorized, validationError } from '../../../schemas/errors.ts'
import { COMPANY_ACCOUNTS } from '../../actor.ts'
import { isPushEndpoint } from '../../ports/push/push-endpoint.ts'
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

/** Devices of one account that receive pushes; a new one replaces the oldest. */
const DEVICES = 20

const idOf = (text: string): string => createHash('sha256').update(text).digest('hex')

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
      const row = {
        account: actor.account,
        token_hash: actor.tokenHash,
        endpoint: body.endpoint,
        p256dh: body.keys.p256dh,
        auth: body.keys.auth,
        created_at: new Date(),
      }
      await app.db.inTenant(actor.companyId, async (trx) => {
        await trx
          .insertInto('push_subscription')
          .values({ company_id: actor.companyId, id: idOf(body.endpoint), ...row })
          .onConflict((conflict) => conflict.columns(['company_id', 'id']).doUpdateSet(row))
          .execute()
        await sql`delete from push_subscription where account = ${actor.account} and id in (
          select id from push_subscription where account = ${actor.account}
          order by created_at desc, id offset ${DEVICES})`.execute(trx)
      })
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
        trx
          .deleteFrom('push_subscription')
          .where('id', '=', idOf(body.endpoint))
          .where('account', '=', actor.account)
          .execute(),
      )
      return reply.status(204).send()
    },
  )
}
