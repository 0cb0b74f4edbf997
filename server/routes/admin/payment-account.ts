import type { FastifyInstance } from 'fastify'
import Type, { type Static } from 'typebox'
import { notFound } from '../../../schemas/errors.ts'
import { ADMIN } from '../../actor.ts'
import { audit } from '../../audit/audit.ts'
import { writeAccount } from '../../payments/accounts.ts'
import { nothing } from '../shared/answers.ts'
import { idParams } from '../shared/resource-routes.ts'

const AccountBody = Type.Object(
  {
    app_id: Type.String({ pattern: '^[\\w-]{1,64}$', maxLength: 64 }),
    app_secret: Type.String({ minLength: 1, maxLength: 200 }),
    private_key: Type.String({ minLength: 1, maxLength: 8000 }),
  },
  { additionalProperties: false },
)

/** The account that receives a company's payments: administrators write it, nobody can read it back. */
export async function paymentAccountRoutes(app: FastifyInstance): Promise<void> {
  const path = '/admin/companies/:id/payment_account'
  const params = idParams()

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
        await tx.deleteFrom('payment_account').where('company_id', '=', request.params.id).execute()
        await audit(tx, request, { action: 'payment_account.removed', target: `company:${request.params.id}` })
      })
      return reply.status(204).send()
    },
  )
}

/** @throws AppError NOT_FOUND for an unknown company */
const inCompany = (
  app: FastifyInstance,
  id: string,
  fn: (tx: Parameters<Parameters<FastifyInstance['db']['inTenant']>[1]>[0]) => Promise<void>,
): Promise<void> =>
  app.db.inTenant(id, async (tx) => {
    const company = await tx.selectFrom('company').select('id').where('id', '=', id).executeTakeFirst()
    if (!company) throw notFound()
    await fn(tx)
  })
