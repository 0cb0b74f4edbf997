import { namedDrafts } from '../outbox/named-drafts.ts'
import type { FileStore } from '../store/file-store.ts'
import { collectionOf } from '../store/local-schema.ts'
import { allStoredRows, DOCS, isDeleted, type StoredRow, storedParts, storedValue } from '../store/stored-rows.ts'

/**
 * FILE-12: ids of the drafts that a saved record names, of an account whose local database is closed: read from its stores, those of older versions of the app
 * too.
 */
export async function storedDrafts(name: string, store: FileStore): Promise<string[]> {
  if ((await store.drafts.count()) === 0) return []
  const parts = await storedParts(name)
  const entries: StoredRow[] = []
  for (const { stored } of parts.filter(({ collection }) => collection === 'outbox'))
    for await (const rows of allStoredRows(stored))
      entries.push(...rows.filter((row) => !isDeleted(row) && row.open === '1'))
  return namedDrafts(store, async (resource, recordId) => {
    const ofRecord = entries.filter((entry) => entry.resource === resource && entry.recordId === recordId)
    const saved = ofRecord.map(({ patch }) => patch as StoredRow)
    for (const { stored } of parts.filter(({ collection }) => collection === collectionOf(resource))) {
      const row = (await storedValue(stored, { store: DOCS, key: recordId })) as StoredRow | undefined
      if (row && !isDeleted(row)) saved.push(row)
    }
    return saved
  })
}
