import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { unauthorized } from '../../../schemas/errors.ts'
import { ID_PATTERN } from '../../../schemas/fields.ts'
import { PaymentView } from '../../../schemas/space/payment.ts'
import { COMPANY_ACCOUNTS, STAFF } from '../../actor.ts'
import { readAccount } from '../../payments/accounts.ts'
import { type Payer, paymentsOf, readOrder, requestPayment } from '../../payments/request-payment.ts'
import { companyOf } from '../../plugins/tenant/tenant.ts'
import { PaymentProviderError } from '../../ports/payments/payments.ts'
import { paymentView } from '../../presenters/payment.ts'
import { many, one } from '../shared/answers.ts'

const IDDEVIS = Type.String({ pattern: ID_PATTERN, maxLength: 64 })
const LinkBody = Type.Object(
  {
    IDDEVIS,
    /** Cents; without it, everything that is left to pay. */
    montant: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000 })),
  },
  { additionalProperties: false },
)
const OrderBody = Type.Object({ IDDEVIS }, { additionalProperties: false })
const Account = Type.Object({ connected: Type.Boolean(), provider: Type.Union([Type.String(), Type.Null()]) })

function payerOf({ actor }: FastifyRequest): Payer {
  if (actor.kind === 'personnel' || actor.kind === 'client') return actor
  throw unauthorized()
}

/** Payments of orders by bank link (API-08). */
export async function fintectureRoutes(app: FastifyInstance): Promise<void> {
  app.post<{ Body: Static<typeof LinkBody> }>(
    '/fintecture/generate_link',
    {
      config: { access: COMPANY_ACCOUNTS, right: 'paiement.request', does: 'acts' },
      schema: { summary: 'Lien de paiement d’une commande', body: LinkBody, response: { 201: one(PaymentView) } },
    },
    async (request, reply) => {
      const { key, FUSEAU } = companyOf(request)
      const { IDDEVIS, montant = null } = request.body
      const asking = { app, request, actor: payerOf(request), zone: FUSEAU, returnUrl: `${app.originOf(key)}/space` }
      return reply.status(201).send({ data: paymentView(await requestPayment(asking, { IDDEVIS, montant })) })
    },
  )

  app.post<{ Body: Static<typeof OrderBody> }>(
    '/invoice/payments',
    {
      config: { access: COMPANY_ACCOUNTS, right: 'paiement.read', does: 'reads' },
      schema: { summary: 'Paiements d’une commande', body: OrderBody, response: { 200: many(PaymentView) } },
    },
    async (request) => {
      const actor = payerOf(request)
      const payments = await app.db.inTenant(actor.companyId, async (tx) => {
        const order = await readOrder(tx, actor, request.body.IDDEVIS)
        return paymentsOf(tx, order.id)
      })
      return { data: payments }
    },
  )

  app.get(
    '/fintecture/check_account',
    {
      config: { access: STAFF, right: 'paiement.account', does: 'reads' },
      schema: { summary: 'Compte de paiement de l’entreprise', response: { 200: one(Account) } },
    },
    async (request) => {
      const account = await app.db.inTenant(companyOf(request).id, (tx) => readAccount(tx, app.secrets))
      if (account === null) return { data: { connected: false, provider: null } }
      const { provider } = app.ports.payments
      const connected = await app.ports.payments.isConnected(account).catch((error: unknown) => {
        if (error instanceof PaymentProviderError) return false
        throw error
      })
      return { data: { connected, provider } }
    },
  )
}
