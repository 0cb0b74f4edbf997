import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { AppError, notFound } from '../../../schemas/errors.ts'
import { STAFF } from '../../actor.ts'
import { audit } from '../../audit/audit.ts'
import { readRow } from '../../repositories/rows.ts'
import { readCustomer } from '../../space/repositories/client.ts'
import { knowNumber } from '../../space/shared-numbers.ts'
import { one } from '../shared/answers.ts'
import { assertReads, idParams } from '../shared/resource-routes.ts'
import { staffActor } from '../shared/staff-request.ts'

const Confirmed = Type.Object({ IDCLIENT: Type.String() }, { additionalProperties: false })

/** The staff confirm that a number which several clients share belongs to this one too: its code opens their space without a proof. */
export async function confirmNumberRoutes(app: FastifyInstance): Promise<void> {
  app.post<{ Params: { id: string } }>(
    '/clients/:id/confirm_number',
    {
      config: { access: STAFF, right: 'espace.ouvrir', does: 'acts' },
      schema: {
        summary: 'Confirme que le numéro partagé est bien celui du client',
        params: idParams(),
        response: { 200: one(Confirmed) },
      },
    },
    async (request) => {
      const actor = staffActor(request)
      assertReads(actor, 'client')
      const { id } = request.params
      await app.db.inTenant(actor.companyId, async (tx) => {
        const row = await readRow(tx, { resource: 'client', id })
        if (!row || row.deleted) throw notFound()
        const { phone } = await readCustomer(tx, id)
        if (phone === '') throw new AppError('VALIDATION_ERROR', "Ce client n'a pas de numéro.")
        await knowNumber(tx, { clientId: id, phone, how: 'entreprise' })
        await audit(tx, request, { action: 'client.number_confirmed', target: `client:${id}` })
      })
      return { data: { IDCLIENT: id } }
    },
  )
}
