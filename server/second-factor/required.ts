import type { FastifyInstance } from 'fastify'
import type { Tx } from '../plugins/database/database.ts'
import type { Holder } from './holder.ts'

/** Whether this account must have a second factor: administrators outside of the demonstration, and the staff of a company that requires it. */
export async function isRequired(
  app: FastifyInstance,
  tx: Tx,
  { companyId }: Pick<Holder, 'companyId'>,
): Promise<boolean> {
  if (companyId === null) return app.adminsNeedFactor
  const company = await tx.selectFrom('company').select('SECOND_FACTEUR').where('id', '=', companyId).executeTakeFirst()
  return company?.SECOND_FACTEUR === 1
}
