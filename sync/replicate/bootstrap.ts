import { isSynced, type SyncedResource } from '../../schemas/resources.ts'
import { apply } from '../apply/apply.ts'
import type { Transport } from '../net/transport.ts'
import { isObject } from '../net/verdict.ts'
import type { LocalDatabase } from '../store/local-database.ts'
import { statesOf } from './pull.ts'
import { answerVersion, followVersions } from './server-versions.ts'

/**
 * PULL-8: applies the first screen's records before anything else; moves no checkpoint. Answers how many rows the first synchronisation will bring
 * (null when the server does not say). A failure here only costs time.
 */
export async function bootstrap(input: {
  db: LocalDatabase
  transport: Transport
  signal: AbortSignal
}): Promise<number | null> {
  const reply = await input.transport.call({ method: 'GET', path: '/sync/bootstrap', signal: input.signal })
  if (reply.status !== 200 || reply.epoch === null || !isObject(reply.body) || !isObject(reply.body.data)) return null
  const range = await followVersions(input.db, reply)
  const from = range ? answerVersion(input.db, range) : input.db.versions.current
  for (const [resource, rows] of Object.entries(reply.body.data)) {
    if (!isSynced(resource) || !Array.isArray(rows)) continue
    const states = statesOf(input.db, { resource: resource as SyncedResource, epoch: reply.epoch, rows, from })
    // No generation: only the rows of an iteration are marked with one.
    await apply(input.db, resource, { states, signal: input.signal })
  }
  return typeof reply.body.total === 'number' ? reply.body.total : null
}
