import { HEADER } from '../../schemas/protocol.ts'
import { sameJson } from '../../schemas/same-json.ts'
import { decodeRange, type VersionRange } from '../../schemas/versions.ts'
import type { Reply, Transport } from '../net/transport.ts'
import type { LocalDatabase } from '../store/local-database.ts'
import { type OutboxEntry, type Translated, translated } from '../store/outbox-entry.ts'

/** Local document that keeps the versions that the server served when it last said so. */
const DOC = 'server-versions'

/** A server from before versions were told serves the first one. */
const FIRST: VersionRange = { oldest: 0, newest: 0 }

const heard = new WeakMap<LocalDatabase, VersionRange>()

/** What an answer of our server says of the versions that it serves; null when it is not our server's. */
export const rangeOf = ({ versions, epoch }: Pick<Reply, 'versions' | 'epoch'>): VersionRange | null =>
  epoch === null ? null : (decodeRange(versions) ?? FIRST)

/** Remembers the versions that this answer tells of (VER-5). */
export async function followVersions(db: LocalDatabase, reply: Reply): Promise<VersionRange | null> {
  const range = rangeOf(reply)
  const known = heard.get(db)
  if (range === null || (known?.oldest === range.oldest && known.newest === range.newest)) return range
  heard.set(db, range)
  await db.rx.upsertLocal<VersionRange>(DOC, range)
  return range
}

/**
 * HEAL-2: how an entry leaves that a restored server has lost. One that is older than the entry has never taken it in the words in which it was sent:
 * it gets its own, where nothing is lost by it.
 */
export function againFor(db: LocalDatabase, entry: OutboxEntry): Partial<Translated> {
  const range = heard.get(db)
  return (range && wireOf(db, { ...entry, state: 'pending' }, range)) ?? {}
}

/**
 * The versions that the server serves, as it said last; asks where it never did, and the entry is not of the first version, which any server took
 * once. null when nobody of ours answers.
 */
export async function serverVersions(
  db: LocalDatabase,
  { schemaVersion }: OutboxEntry,
  { transport, signal }: { transport: Transport; signal: AbortSignal },
): Promise<VersionRange | null> {
  const known = heard.get(db)
  if (known) return known
  const doc = await db.rx.getLocal<VersionRange>(DOC)
  if (doc) {
    const range = doc.toJSON().data as VersionRange
    heard.set(db, range)
    return range
  }
  if (schemaVersion === 0) return FIRST
  const reply = await transport.call({ method: 'GET', path: '/sync/epochs', signal }).catch((error: unknown) => {
    if (signal.aborted) throw error
    return null
  })
  return reply && followVersions(db, reply)
}

/** Version in which an answer comes: the app's own, or the server's where that is older. */
export const answerVersion = (db: LocalDatabase, range: VersionRange): number =>
  Math.min(db.versions.current, range.newest)

/**
 * How an entry leaves (VER-3, VER-5): as it is stored where the server knows its version. One that was never sent is translated for an older server,
 * if nothing is lost by it, and stays so from then on. One that was sent leaves only where the older version has the same body for it: no other may
 * follow under its id (PUSH-6). null: it waits until the server is updated.
 */
export function wireOf(
  db: LocalDatabase,
  entry: OutboxEntry,
  { oldest, newest }: VersionRange,
): Partial<Translated> | null {
  const { versions } = db
  if (entry.schemaVersion > newest) {
    if (entry.schemaVersion > versions.current) return null
    const { whole, ...moved } = translated(versions, entry, newest)
    const isSame = sameJson(moved.patch, entry.patch) && sameJson(moved.base, entry.base)
    return (entry.state === 'pending' ? whole : isSame) ? moved : null
  }
  // The server has forgotten that version: only this app can still say it in another one.
  if (entry.schemaVersion < oldest && versions.current >= oldest) {
    const { whole: _, ...moved } = translated(versions, entry, Math.min(versions.current, newest))
    return moved
  }
  return {}
}

/** Headers that tell the version of a body, where it is not the app's own. */
export const bodyVersion = (db: LocalDatabase, { schemaVersion }: OutboxEntry): Record<string, string> =>
  schemaVersion === db.versions.current ? {} : { [HEADER.bodyVersion]: String(schemaVersion) }
