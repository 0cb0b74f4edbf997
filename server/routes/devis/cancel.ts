import type { FastifyInstance } from 'fastify'
import { CancelledOrder, OrderCancellation } from '../../../schemas/cancelled-order.ts'
import { unauthorized } from '../../../schemas/errors.ts'
import { STAFF } from '../../actor.ts'
import { companyOf } from '../../plugins/tenant/tenant.ts'
import { cancelOrder } from '../../space/commands/cancel-order.ts'
import { one } from '../shared/answers.ts'
import { idParams } from '../shared/resource-routes.ts'

/** The office records that an order ended outside of the customer's space. */
export async function cancelOrderRoutes(app: FastifyInstance): Promise<void> {
  app.post<{ Params: { id: string }; Body: OrderCancellation }>(
    '/devis/:id/annulation',
    {
      config: { access: STAFF, right: 'commande.annuler', does: 'acts' },
      schema: {
        summary: 'Fin d’une commande hors de l’espace client : courrier de rétractation ou annulation convenue',
        params: idParams(),
        body: OrderCancellation,
        response: { 200: one(CancelledOrder) },
      },
    },
    async (request) => {
      const { actor } = request
      if (actor.kind !== 'personnel') throw unauthorized()
      const { FUSEAU: zone } = companyOf(request)
      const { id } = request.params
      return { data: await cancelOrder({ app, request, actor, zone, id, ended: request.body }) }
    },
  )
}
