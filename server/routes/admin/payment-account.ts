import type { FastifyInstance } from 'fastify'
import Type, { type Static } from 'typebox'
import { AppError, notFound } from '../../../schemas/errors.ts'
import { ADMIN } from '../../actor.ts'
import { audit } from '../../audit/audit.ts'
import { accountState, readAccount, removeAccount, writeAccount } from '../../payments/accounts.ts'
import type { Tx } from '../../plugins/database/database.ts'
import { PaymentProviderError } from '../../ports/payments/payments.ts'
import { companyExists } from '../../repositories/companies.ts'
import { nothing, one } from '../shared/answers.ts'
import { idParams } from '../shared/resource-routes.ts'

const AccountBody = Type.Object(
  {
    app_id: Type.String({ pattern: '^[\\w-]{1,64}$', maxLength: 64 }),
    app_secret: Type.String({ minLength: 1, maxLength: 200 }),
    private_key: Type.String({ minLength: 1, maxLength: 8000 }),
  },
  { additionalProperties: false },
)

/** The application's id is no secret; the secret and the key are never read back. */
const AccountAnswer = Type.Object({
  fournisseur: Type.String(),
  app_id: Type.Union([Type.String(), Type.Null()]),
  updated_at: Type.Union([Type.String({ format: 'lolapp-instant' }), Type.Null()]),
})

/** The account that receives a company's payments: administrators write it, nobody can read it back (SET-07). */
export async function paymentAccountRoutes(app: FastifyInstance): Promise<void> {
  const path = '/admin/companies/:id/payment_account'
  const params = idParams()

  app.get<{ Params: { id: string } }>(
    path,
    {
      config: { access: ADMIN, does: 'reads' },
      schema: { summary: 'Compte de paiement : existe-t-il ?', params, response: { 200: one(AccountAnswer) } },
    },
    async (request) => {
      const row = await inCompany(app, request.params.id, (tx) => accountState(tx, request.params.id))
      const { app_id = null, updated_at = null } = row ?? {}
      return { data: { fournisseur: app.ports.payments.provider, app_id, updated_at } }
    },
  )

  app.post<{ Params: { id: string } }>(
    `${path}/test`,
    {
      config: { access: ADMIN, rateLimit: { max: 10, timeWindow: 60_000 }, does: 'acts' },
      schema: {
        summary: 'Demande au service de paiement s’il accepte le compte',
        params,
        response: { 200: one(Type.Object({ accepted: Type.Boolean() })) },
      },
    },
    async (request) => {
      const account = await inCompany(app, request.params.id, (tx) => readAccount(tx, app.secrets))
      if (account === null) throw new AppError('CONFLICT', 'Cette entreprise n’a pas de compte de paiement.')
      // Outside of a transaction: the provider may take its time.
      const accepted = await app.ports.payments.isConnected(account).catch((error: unknown) => {
        if (!(error instanceof PaymentProviderError)) throw error
        throw new AppError('UNAVAILABLE', error.message, { cause: error })
      })
      await inCompany(app, request.params.id, (tx) =>
        audit(tx, request, {
          action: 'payment_account.tested',
          target: `company:${request.params.id}`,
          details: { accepted },
        }),
      )
      return { data: { accepted } }
    },
  )

  app.put<{ Params: { id: string }; Body: Static<typeof AccountBody> }>(
    path,
    {
      config: { access: ADMIN, does: 'acts', reauth: true },
      schema: { summary: 'Compte de paiement', params, body: AccountBody, response: { 204: nothing } },
    },
    async (request, reply) => {
      const { app_id: appId, app_secret: appSecret, private_key: privateKey } = request.body
      await inCompany(app, request.params.id, async (tx) => {
        await writeAccount(tx, app.secrets, { appId, appSecret, privateKey })
        await audit(tx, request, { action: 'payment_account.written', target: `company:${request.params.id}` })
      })
      return reply.status(204).send()
    },
  )

  app.delete<{ Params: { id: string } }>(
    path,
    {
      config: { access: ADMIN, does: 'acts', reauth: true },
      schema: { summary: 'Sans compte de paiement', params, response: { 204: nothing } },
    },
    async (request, reply) => {
      await inCompany(app, request.params.id, async (tx) => {
        await removeAccount(tx)
        await audit(tx, request, { action: 'payment_account.removed', target: `company:${request.params.id}` })
      })
      return reply.status(204).send()
    },
  )
}

/** @throws AppError NOT_FOUND for an unknown company */
const inCompany = <T>(app: FastifyInstance, id: string, fn: (tx: Tx) => Promise<T>): Promise<T> =>
  app.db.inTenant(id, async (tx) => {
    if (!(await companyExists(tx, id))) throw notFound()
    return fn(tx)
  })
