import type { QueuedFile } from '../store/file-store.ts'
import type { LocalDatabase } from '../store/local-database.ts'
import { openEntries } from '../store/read.ts'
import { watchAgain } from '../watch-again.ts'
import { addFile, itemOf } from './files.ts'
import { namedDrafts, type ReadSaved } from './named-drafts.ts'

/** For how long the files of a form that was never saved are kept: a browser restores a tab days later. */
const KEPT_MS = 7 * 86_400_000

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
 * FILE-12: the files that a saved record names follow it, also where the phone stopped between the two. Those that no record names are dropped after a week. Reads
 * the bytes of none but these; where there are no drafts it costs a read of two indexes.
 * @throws the browser's QuotaExceededError when the device is full: the drafts stay
 */
export async function queueSavedDrafts(db: LocalDatabase, now = new Date()): Promise<void> {
  const { drafts } = db.files
  for (const id of await namedDrafts(db.files, savedIn(db))) {
    const draft = await drafts.get(id)
    if (!draft) continue
    const { createdAt: _, ...file } = draft
    await addFile(db, file)
  }
  const old = new Date(now.getTime() - KEPT_MS).toISOString()
  await drafts.where('createdAt').below(old).delete()
}
