import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { companyOf } from '../../plugins/tenant/tenant.ts'
import { companyEpochs } from '../../repositories/companies.ts'
import { one } from '../shared/answers.ts'

const Epochs = Type.Object({
  epoch: Type.String(),
  past: Type.Array(Type.Object({ epoch: Type.String(), seq: Type.Integer() })),
})

/** What the present epoch contains of those that a restore ended (SERVER-6, HEAL-2). */
export async function syncEpochsRoutes(app: FastifyInstance): Promise<void> {
  app.get(
    '/sync/epochs',
    {
      config: { access: { kinds: ['personnel', 'client'], withoutRole: true }, does: 'reads' },
      schema: { summary: 'Historiques de la base avant une restauration', response: { 200: one(Epochs) } },
    },
    async (request) => {
      const { id } = companyOf(request)
      return { data: await app.db.inTenant(id, (trx) => companyEpochs(trx, id)) }
    },
  )
}
