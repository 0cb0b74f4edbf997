import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { companyOf } from '../../plugins/tenant/tenant.ts'
import { one } from '../shared/answers.ts'

const Epochs = Type.Object({
  epoch: Type.String(),
  past: Type.Array(Type.Object({ epoch: Type.String(), seq: Type.Integer() })),
})

/** What the present epoch contains of those that a restore ended (MASTER-6, HEAL-2). */
export async function syncEpochsRoutes(app: FastifyInstance): Promise<void> {
  app.get(
    '/sync/epochs',
    {
      config: { access: { kinds: ['personnel', 'client'], withoutRole: true }, does: 'reads' },
      schema: { summary: 'Historiques de la base avant une restauration', response: { 200: one(Epochs) } },
    },
    async (request) => {
      const { id } = companyOf(request)
      return app.db.inTenant(id, async (trx) => {
        const { epoch } = await trx.selectFrom('company').select('epoch').where('id', '=', id).executeTakeFirstOrThrow()
        const past = await trx
          .selectFrom('company_epoch')
          .select(['epoch', 'seq'])
          .where('company_id', '=', id)
          .execute()
        return { data: { epoch, past } }
      })
    },
  )
}
