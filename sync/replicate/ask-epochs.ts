import { KNOWN_LIMIT } from '../../schemas/protocol.ts'
import { PullStopped } from '../net/pull-stopped.ts'
import type { Reply, Transport } from '../net/transport.ts'

interface Asking {
  transport: Transport
  signal: AbortSignal
}

/** True for an older server, which does not have this call. */
const isAbsent = (reply: Reply): boolean => reply.status === 404 && reply.epoch !== null

function dataOf<T>(reply: Reply, is: (data: Record<string, unknown>) => boolean): T {
  if (reply.status === 401 && reply.epoch !== null) throw new PullStopped('signed-out', 'signed out')
  // An older server answers so to a person without any role: their records still have to be removed from the device (PULL-11).
  if (reply.status === 403 && reply.epoch !== null) throw new PullStopped('forbidden', 'no right to the epochs')
  const data = (reply.body as { data?: unknown } | null)?.data
  if (reply.status !== 200 || typeof data !== 'object' || data === null || !is(data as Record<string, unknown>))
    throw new PullStopped('broken', `no epochs (status ${reply.status})`)
  return data as T
}

/**
 * The present epoch as the database names it; the header of an answer may still name the former one.
 * @param told epoch of the answer that caused this call; used when an older server has no such call
 */
export async function askEpoch({ transport, signal }: Asking, told: string): Promise<string> {
  const reply = await transport.call({ method: 'GET', path: '/sync/epochs', signal })
  if (isAbsent(reply)) return told
  return dataOf<{ epoch: string }>(reply, (data) => typeof data.epoch === 'string').epoch
}

/** Ids of acknowledged mutations and of confirmed files. */
export interface Acknowledged {
  mutations: readonly string[]
  files: readonly string[]
}

/** Which of these the server has (HEAL-2); none when an older server does not say, so that all of them are sent again. */
export async function askKnown(
  { transport, signal }: Asking,
  { mutations, files }: Acknowledged,
): Promise<{ mutations: ReadonlySet<string>; files: ReadonlySet<string> }> {
  const known = { mutations: new Set<string>(), files: new Set<string>() }
  for (let at = 0; at < Math.max(mutations.length, files.length); at += KNOWN_LIMIT) {
    const body = { mutations: mutations.slice(at, at + KNOWN_LIMIT), files: files.slice(at, at + KNOWN_LIMIT) }
    const reply = await transport.call({ method: 'POST', path: '/sync/known', body, signal })
    if (isAbsent(reply)) return known
    const data = dataOf<{ mutations: string[]; files: string[] }>(
      reply,
      (one) => Array.isArray(one.mutations) && Array.isArray(one.files),
    )
    for (const id of data.mutations) known.mutations.add(id)
    for (const id of data.files) known.files.add(id)
  }
  return known
}
