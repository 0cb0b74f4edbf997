import { isSynced, type SyncedResource } from '../../schemas/resources.ts'
import { apply, type ServerState } from '../apply/apply.ts'
import { type Asking, askBootstrap } from '../net/ask-bootstrap.ts'
import type { Reply } from '../net/transport.ts'
import { isObject } from '../net/verdict.ts'
import { readPullState } from '../store/checkpoints.ts'
import type { LocalDatabase } from '../store/local-database.ts'
import { statesOf } from './pull.ts'
import { answerVersion, followVersions, rangeOf } from './server-versions.ts'

/** Whether a first synchronisation has not been complete yet: only then the first screen's records are applied (PULL-8). */
export const needsBootstrap = async (db: LocalDatabase): Promise<boolean> =>
  (await readPullState(db, 'rdv')).completeAt === null

/**
 * The first screen's records as server states in this app's version, by resource; null where it is not our server's answer.
 * @throws PullStopped where something in it is not a row
 */
export function firstStates(
  db: Pick<LocalDatabase, 'versions'>,
  reply: Reply,
): Map<SyncedResource, ServerState[]> | null {
  const [{ epoch, status, body }, range] = [reply, rangeOf(reply)]
  if (status !== 200 || epoch === null || range === null || !isObject(body) || !isObject(body.data)) return null
  const from = answerVersion(db, range)
  const states = new Map<SyncedResource, ServerState[]>()
  for (const [resource, rows] of Object.entries(body.data)) {
    if (isSynced(resource) && Array.isArray(rows)) states.set(resource, statesOf(db, { resource, epoch, rows, from }))
  }
  return states
}

/**
 * PULL-8: applies the first screen's records before anything else; moves no checkpoint. All resources together: an appointment is not shown long before
 * its client. @returns whether it was our server's answer. Anything else only costs time.
 */
export async function applyBootstrap(db: LocalDatabase, reply: Reply, signal: AbortSignal): Promise<boolean> {
  const found = firstStates(db, reply)
  if (found === null) return false
  await followVersions(db, reply)
  // No generation: only the rows of an iteration are marked with one.
  await Promise.all([...found].map(([resource, states]) => apply(db, resource, { states, fresh: true, signal })))
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
