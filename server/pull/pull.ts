import type { FastifyInstance } from 'fastify'
import type { StaffActor } from '../writes/write-types.ts'
import { AheadOfDatabase, sealOf } from './checkpoint.ts'
import { type PullQuery, pullPage } from './pull-page.ts'

/**
 * One page for a device, as `pullPage`. When a checkpoint proves that the database was restored, a new epoch begins (SERVER-7) before the device is answered
 * 410: the device then follows the new epoch.
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
