import { HEADER } from '../../schemas/protocol.ts'
import { sameJson } from '../../schemas/same-json.ts'
import { decodeRange, type VersionRange } from '../../schemas/versions.ts'
import type { Reply, Transport } from '../net/transport.ts'
import type { LocalDatabase } from '../store/local-database.ts'
import { type OutboxEntry, type Translated, translated } from '../store/outbox-entry.ts'

/** Local document with the versions that the server named last. */
const DOC = 'server-versions'

/** A server that names no versions is older than they are: it serves the first one. */
const FIRST: VersionRange = { oldest: 0, newest: 0 }

const heard = new WeakMap<LocalDatabase, VersionRange>()

/** The versions that an answer of our server names; null when it is not our server's. */
export const rangeOf = ({ versions, epoch }: Pick<Reply, 'versions' | 'epoch'>): VersionRange | null =>
  epoch === null ? null : (decodeRange(versions) ?? FIRST)

/** Remembers the versions that this answer names (VER-5). */
export async function followVersions(db: LocalDatabase, reply: Reply): Promise<VersionRange | null> {
  const range = rangeOf(reply)
  const known = heard.get(db)
  if (range === null || (known?.oldest === range.oldest && known.newest === range.newest)) return range
  heard.set(db, range)
  await db.rx.upsertLocal<VersionRange>(DOC, range)
  return range
}

/**
 * HEAL-2: how an entry is sent again that a restored server has lost. A server older than the entry cannot have accepted the body that was sent: the
 * entry is translated for it, where nothing is lost by that.
 */
export function againFor(db: LocalDatabase, entry: OutboxEntry): Partial<Translated> {
  const range = heard.get(db)
  return (range && wireOf(db, { ...entry, state: 'pending' }, range)) ?? {}
}

/**
 * The versions that the server named last. Asks the server when it never named them, unless the entry is of the first version, which every server has
 * accepted. null when our server does not answer.
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

/** Version of an answer's records: the app's own, or the server's where that is older. */
export const answerVersion = ({ versions }: Pick<LocalDatabase, 'versions'>, range: VersionRange): number =>
  Math.min(versions.current, range.newest)

/**
 * How an entry is sent (VER-3, VER-5): as it is stored where the server knows its version. One that was never sent is translated for an older server,
 * if nothing is lost by that, and stays translated. One that was sent is sent again only where the older version has the same body for it: no other
 * body may follow under its id (PUSH-6). null: it waits until the server is updated.
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
  // The server no longer serves that version: only this app can still translate the entry.
  if (entry.schemaVersion < oldest && versions.current >= oldest) {
    const { whole: _, ...moved } = translated(versions, entry, Math.min(versions.current, newest))
    return moved
  }
  return {}
}

/** Headers that name the version of a body, where it is not the app's own. */
export const bodyVersion = (db: LocalDatabase, { schemaVersion }: OutboxEntry): Record<string, string> =>
  schemaVersion === db.versions.current ? {} : { [HEADER.bodyVersion]: String(schemaVersion) }
