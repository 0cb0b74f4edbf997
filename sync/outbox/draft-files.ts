import { sameJson } from '../../schemas/same-json.ts'
import type { QueuedFile } from '../store/file-store.ts'
import type { LocalDatabase } from '../store/local-database.ts'
import { openEntries } from '../store/read.ts'
import { watchAgain } from '../watch-again.ts'
import { addFile, itemOf } from './files.ts'
import { namedDrafts, type ReadSaved } from './named-drafts.ts'

/** For how many days of use, after the first, the files of a form that was never saved are kept: a browser restores a tab days later. */
const KEPT_DAYS = 7

/** Local document: the days, as this device's clock named them, on which a draft that no record names was seen, by its id. */
const UNNAMED_DOC = 'unnamed-drafts'
interface Unnamed {
  days: Record<string, readonly string[]>
}

/** A record as it stands, and what an entry says that is not applied to it yet. */
const savedIn =
  (db: LocalDatabase): ReadSaved =>
  async (resource, recordId) => {
    const entries = await openEntries(db)
    const stored = await db.of(resource).storageInstance.findDocumentsById([recordId], false)
    const patches = entries.filter((entry) => entry.resource === resource && entry.recordId === recordId)
    return [...(stored as unknown as Record<string, unknown>[]), ...patches.map(({ patch }) => patch)]
  }

/** A draft that a saved record names (FILE-12). */
interface SavedDraft {
  id: string
  /** ISO instant. */
  createdAt: string
}

/** FILE-9: the drafts that a saved record names, oldest first. Reads no bytes. */
export async function savedDrafts(db: LocalDatabase): Promise<SavedDraft[]> {
  const { drafts } = db.files
  const named = new Set(await namedDrafts(db.files, savedIn(db)))
  if (named.size === 0) return []
  const found: SavedDraft[] = []
  await drafts.orderBy('createdAt').eachKey((createdAt, { primaryKey: id }) => {
    if (named.has(id)) found.push({ id, createdAt: String(createdAt) })
  })
  return found
}

/**
 * The same as files of the queue, which the next pass makes of them; without their hash, because their bytes are read once for the size alone. Calls back now
 * and after each change that may name a draft or take it; answers a function that stops it.
 */
export function watchSavedDrafts(db: LocalDatabase, onValue: (files: QueuedFile[]) => void): () => void {
  const { drafts } = db.files
  const items = new Map<string, QueuedFile>()
  let told: string | undefined
  const itemOfDraft = async (id: string): Promise<QueuedFile[]> => {
    const draft = items.has(id) ? undefined : await drafts.get(id)
    if (draft) {
      const { bytes, createdAt, ...about } = draft
      items.set(id, itemOf(about, { sha256: '', size: bytes.length, after: [], createdAt }))
    }
    return [items.get(id) ?? []].flat()
  }
  return watchAgain(({ answered, failed }) => {
    let kept: string[] | null = null
    let asked = 0
    const look = async (): Promise<void> => {
      if (kept === null) return
      asked += 1
      const mine = asked
      const saved = kept.length === 0 ? [] : await savedDrafts(db)
      const files = (await Promise.all(saved.map(({ id }) => itemOfDraft(id)))).flat()
      // A later look answers in its place.
      if (mine !== asked) return
      answered()
      const ids = files.map(({ id }) => id).join(' ')
      if (ids !== told) onValue(files)
      told = ids
    }
    const lookOrFail = (): void => {
      look().catch(() => {
        stop()
        if (!db.closed) failed()
      })
    }
    const stopKept = db.files.watch(
      () => drafts.toCollection().primaryKeys(),
      (ids) => {
        kept = ids
        lookOrFail()
      },
    )
    const entries = db.outbox.$.subscribe(lookOrFail)
    function stop(): void {
      asked += 1
      stopKept()
      entries.unsubscribe()
    }
    return stop
  })
}

/**
 * Drops the drafts that no record names once they were seen on seven other days. Counted, not subtracted: a phone that starts with the date of its making and
 * is corrected by the network makes a draft of an open form one day older, not years.
 */
async function dropForgotten(db: LocalDatabase, named: readonly string[], now: Date): Promise<void> {
  const { drafts } = db.files
  const unnamed = (await drafts.toCollection().primaryKeys()).filter((id) => !named.includes(id))
  if (unnamed.length === 0) return
  const known = (await db.rx.getLocal<Unnamed>(UNNAMED_DOC))?.toJSON().data.days ?? {}
  const today = now.toISOString().slice(0, 10)
  const seen = unnamed.map((id) => [id, [...new Set([...(known[id] ?? []), today])]] as const)
  const isOld = ([, days]: (typeof seen)[number]): boolean => days.length > KEPT_DAYS
  await drafts.bulkDelete(seen.filter(isOld).map(([id]) => id))
  const days = Object.fromEntries(seen.filter((one) => !isOld(one)))
  if (!sameJson(days, known)) await db.rx.upsertLocal<Unnamed>(UNNAMED_DOC, { days })
}

/**
 * FILE-12: the files that a saved record names follow it, also where the phone stopped between the two. Those that no record names are dropped after a week of
 * use. Reads the bytes of none but the first; where there are no drafts it costs a read of two indexes.
 * @throws the browser's QuotaExceededError when the device is full: the drafts stay
 */
export async function queueSavedDrafts(db: LocalDatabase, now = new Date()): Promise<void> {
  const { drafts } = db.files
  const named = await namedDrafts(db.files, savedIn(db))
  await dropForgotten(db, named, now)
  for (const id of named) {
    const draft = await drafts.get(id)
    if (!draft) continue
    const { createdAt: _, ...file } = draft
    await addFile(db, file)
  }
}
