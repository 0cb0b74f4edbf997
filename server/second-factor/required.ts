import type { FastifyInstance } from 'fastify'
import type { Tx } from '../plugins/database/database.ts'
import type { Holder } from './holder.ts'

/** Must this account have a second factor? Administrators outside the demonstration, and the staff of a company that says so. */
export async function isRequired(
  app: FastifyInstance,
  tx: Tx,
  { companyId }: Pick<Holder, 'companyId'>,
): Promise<boolean> {
  if (companyId === null) return app.adminsNeedFactor
  const company = await tx.selectFrom('company').select('SECOND_FACTEUR').where('id', '=', companyId).executeTakeFirst()
  return company?.SECOND_FACTEUR === 1
}
