import type { RxCollection } from 'rxdb/plugins/core'
import { entityOf, SYNCED } from '../../schemas/resources.ts'
import type { Versions } from '../../schemas/versions.ts'
import { recover } from '../outbox/acknowledge.ts'
import { removeMoved } from '../store/delete-database.ts'
import type { LocalDatabase } from '../store/local-database.ts'
import type { SyncMark } from '../store/local-record.ts'
import { collectionOf, resourceOf, schemaLock } from '../store/local-schema.ts'
import { reportWait } from '../store/schema-wait.ts'
import { allStoredRows, isDeleted, storedName } from '../store/stored-rows.ts'
import { insertNewer, type Row } from './unsent.ts'

export interface MigrateInput {
  name: string
  locks: LockManager | undefined
  /** Called with true while this waits for tabs of an older version, with false afterwards. */
  onWait: (waiting: boolean) => void
  /** Called after each page and each store. */
  onProgress: () => void
}

/**
 * WORK-5, SYN-10: migrates records that older versions of the app have stored into the collections of this one; the outbox is the same for all
 * (VER-3). The stores of an older version are removed only after all of them were moved: the next start completes a migration that was killed. It
 * waits until tabs of the older version are closed, because it removes the stores that they use.
 */
export async function migrateRecords(db: LocalDatabase, input: MigrateInput): Promise<void> {
  const { name, locks, onWait, onProgress } = input
  const collections = new Set(SYNCED.map(collectionOf))
  let moved = false
  for (let version = 0; version < db.versions.current; version += 1) {
    const existing = new Set((await indexedDB.databases()).map((one) => one.name))
    const stores = [...collections]
      .map((collection) => ({ collection, stored: storedName({ database: name, version, collection }) }))
      .filter(({ stored }) => existing.has(stored))
    if (stores.length === 0) continue
    moved = true
    const move = (): Promise<void> => moveVersion(db, { stores, version, onProgress })
    if (locks) {
      let granted: () => void = () => undefined
      void reportWait(
        onWait,
        new Promise<void>((resolve) => {
          granted = resolve
        }),
      )
      await locks.request(schemaLock(name, version), () => {
        granted()
        return move()
      })
    } else await move()
  }
  // Open entries may have been applied to the older version's records only.
  if (moved) await recover(db)
}

interface Moving extends Pick<MigrateInput, 'onProgress'> {
  stores: readonly { collection: string; stored: string }[]
  version: number
}

/** The resync that follows brings the fields that the older shape did not have (VER-4). */
async function moveVersion(db: LocalDatabase, { stores, version, onProgress }: Moving): Promise<void> {
  for (const { collection, stored } of stores) {
    const target = db.rx.collections[collection] as RxCollection<Row>
    for await (const page of allStoredRows(stored)) {
      // In the form in which RxDB would give them.
      const rows = page.map((row) => inVersion(db.versions, { collection, row, from: version }))
      await insertNewer(target, rows)
      onProgress()
    }
  }
  await Promise.all(stores.map(({ stored }) => removeMoved(stored).then(onProgress)))
}

/** A stored row of an older version in the shape of the present one, with new search keys. */
function inVersion(versions: Versions, { collection, row, from }: { collection: string; row: Row; from: number }): Row {
  const deleted = { ...row, _deleted: isDeleted(row) }
  const resource = resourceOf(collection, row)
  if (resource === undefined) return deleted
  const move = { from, to: versions.current }
  const mark = row.sync as SyncMark | undefined
  const now = versions.record(resource, deleted, move)
  const server = mark?.master ? versions.record(resource, mark.master, move) : null
  const keys = deleted._deleted ? {} : entityOf(resource).local?.derived?.of(now as never)
  return { ...now, ...keys, sync: mark && { ...mark, master: server } }
}
