import type { SentPage } from '../../schemas/sent.ts'
import type { LocalDatabase } from './local-database.ts'

/** What was sent about the records that were opened last, whole in one local document: it is shown with its age where there is no network (DAY-15). */
export const SENT_DOC = 'envois'
/** Records of which the last answer is kept. */
const MOST_RECORDS = 50

export interface KnownSent extends SentPage {
  /** When the server said so. */
  at: string
}
export interface SentDoc {
  /** By resource and id, the one that was read last at the end. */
  records: Record<string, KnownSent>
}

export const sentKey = (resource: string, id: string): string => `${resource}/${id}`

/** Keeps an answer; null forgets what is no longer the reader's. */
export async function keepSent(db: LocalDatabase, key: string, page: KnownSent | null): Promise<void> {
  const doc = await db.rx.getLocal<SentDoc>(SENT_DOC)
  const { [key]: _, ...others } = doc?.toMutableJSON().data.records ?? {}
  const kept = Object.entries(others).slice(-(MOST_RECORDS - 1))
  await db.rx.upsertLocal<SentDoc>(SENT_DOC, { records: Object.fromEntries(page ? [...kept, [key, page]] : kept) })
}

/** Forgets what was sent about records that are erased, or no longer their reader's: names, addresses and words of it must not outlive them (ERASE-2). */
export async function forgetSent(db: LocalDatabase, resource: string, ids: readonly string[]): Promise<void> {
  const doc = await db.rx.getLocal<SentDoc>(SENT_DOC)
  const gone = new Set(ids.map((id) => sentKey(resource, id)))
  const held = Object.entries(doc?.toMutableJSON().data.records ?? {})
  const kept = held.filter(([key]) => !gone.has(key))
  if (kept.length < held.length) await db.rx.upsertLocal<SentDoc>(SENT_DOC, { records: Object.fromEntries(kept) })
}

/** Removes it, when no list may be read any more. */
export async function removeSent(db: LocalDatabase): Promise<void> {
  await (await db.rx.getLocal(SENT_DOC))?.remove()
}
