import { isSynced, type SyncedResource } from '../../schemas/resources.ts'
import { apply } from '../apply/apply.ts'
import { type Asking, askBootstrap } from '../net/ask-bootstrap.ts'
import type { Reply } from '../net/transport.ts'
import { isObject } from '../net/verdict.ts'
import { readPullState } from '../store/checkpoints.ts'
import type { LocalDatabase } from '../store/local-database.ts'
import { statesOf } from './pull.ts'
import { answerVersion, followVersions } from './server-versions.ts'

/** Whether a first synchronisation has not been complete yet: only then the first screen's records are applied (PULL-8). */
export const needsBootstrap = async (db: LocalDatabase): Promise<boolean> =>
  (await readPullState(db, 'rdv')).completeAt === null

/**
 * PULL-8: applies the first screen's records before anything else; moves no checkpoint. All resources together: an appointment is not shown long before
 * its client. @returns whether it was our server's answer. Anything else only costs time.
 */
export async function applyBootstrap(db: LocalDatabase, reply: Reply, signal: AbortSignal): Promise<boolean> {
  if (reply.status !== 200 || reply.epoch === null || !isObject(reply.body) || !isObject(reply.body.data)) return false
  const { epoch } = reply
  const range = await followVersions(db, reply)
  const from = range ? answerVersion(db, range) : db.versions.current
  await Promise.all(
    Object.entries(reply.body.data).map(async ([resource, rows]) => {
      if (!isSynced(resource) || !Array.isArray(rows)) return
      const states = statesOf(db, { resource: resource as SyncedResource, epoch, rows, from })
      // No generation: only the rows of an iteration are marked with one.
      await apply(db, resource, { states, signal })
    }),
  )
  return true
}

/** Both, for a device that did not ask at its login. */
export async function bootstrap({ db, ...asking }: Asking & { db: LocalDatabase }): Promise<boolean> {
  return applyBootstrap(db, await askBootstrap(asking), asking.signal)
}

/**
 * How many rows the first synchronisation will bring, for its progress: the server counts them all, so nothing waits for it. Null when it does not say:
 * a former version of the server has no such route.
 */
export async function firstTotal({ transport, signal }: Asking): Promise<number | null> {
  const { status, epoch, body } = await transport.call({ method: 'GET', path: '/sync/total', signal })
  if (status !== 200 || epoch === null || !isObject(body) || !isObject(body.data)) return null
  return typeof body.data.total === 'number' ? body.data.total : null
}
