import type { FastifyInstance } from 'fastify'
import type { StaffActor } from '../writes/write-types.ts'
import { AheadOfDatabase, sealOf } from './checkpoint.ts'
import { type PullQuery, pullPage } from './pull-page.ts'

/**
 * One page for a device, as `pullPage`. A checkpoint that proves that the database was put back makes a new epoch begin (MASTER-7) before
 * the device is told 410: it then follows that one.
 */
export async function pull(
  { db, secrets, epochs }: Pick<FastifyInstance, 'db' | 'secrets' | 'epochs'>,
  actor: StaffActor,
  query: Omit<PullQuery, 'seal'>,
): Promise<string> {
  const { companyId } = actor
  const seal = sealOf(secrets, companyId)
  try {
    return await db.inTenant(companyId, (tx) => pullPage(tx, actor, { ...query, seal }))
  } catch (error) {
    if (error instanceof AheadOfDatabase) await epochs.proved(companyId, error.checkpoint)
    throw error
  }
}
