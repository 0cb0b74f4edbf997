import type { RxCollection } from 'rxdb/plugins/core'
import { SYNCED } from '../schemas/resources.ts'
import { readPullState, savePullState } from './checkpoints.ts'
import type { LocalDatabase } from './database.ts'
import { schemaLock, type Upcast, upcastFrom } from './local-schema.ts'
import { allStoredRows, answered, storedName } from './stored-rows.ts'

type Row = Record<string, unknown>

export interface CarryOverInput {
  name: string
  /** From each older version to the next; their number is the version of the open database. */
  upcasts: readonly Upcast[]
  locks: LockManager | undefined
}

/**
 * WORK-5, SYN-10: brings what older versions of the app have stored into the collections of this one, writes that wait first. A row that is
 * already here is left; an older store goes only once all of its version is here: killed anywhere, the next start does the rest. Waits for
 * tabs of the older version to close: what they still save would never be seen.
 */
export async function carryOver(db: LocalDatabase, { name, upcasts, locks }: CarryOverInput): Promise<void> {
  for (const version of upcasts.keys()) {
    const existing = new Set((await indexedDB.databases()).map((one) => one.name))
    const stores = Object.keys(db.rx.collections)
      .map((collection) => ({ collection, stored: storedName({ database: name, version, collection }) }))
      .filter(({ stored }) => existing.has(stored))
    if (stores.length === 0) continue
    const move = (): Promise<void> => moveVersion(db, { stores, upcast: upcastFrom(upcasts, version) })
    if (locks) await locks.request(schemaLock(name, version), move)
    else await move()
  }
}

interface Move {
  stores: readonly { collection: string; stored: string }[]
  upcast: Upcast
}

async function moveVersion(db: LocalDatabase, { stores, upcast }: Move): Promise<void> {
  const outboxFirst = [...stores].sort((a, b) => Number(b.collection === 'outbox') - Number(a.collection === 'outbox'))
  for (const { collection, stored } of outboxFirst) {
    const target = db.rx.collections[collection] as RxCollection<Row>
    for await (const page of allStoredRows(stored)) {
      // As RxDB would give them.
      const rows = page.map((row) => upcast(collection, { ...row, _deleted: row._deleted === '1' }))
      await insertMissing(target, rows)
    }
  }
  // Fields that the older shape did not have come with a resync, which keeps what waits (PULL-7).
  for (const resource of SYNCED) {
    const state = await readPullState(db, resource)
    if (state.checkpoint === null) continue
    const again = { ...state, checkpoint: null, gen: state.gen + 1, sweep: true }
    await savePullState(db, resource, { from: state, to: again })
  }
  for (const { stored } of stores) await answered(indexedDB.deleteDatabase(stored))
}

/** Lays rows as they were stored; one that is here already, under the same key, stays as it is. */
export async function insertMissing(collection: RxCollection<Row>, rows: readonly Row[]): Promise<void> {
  const key = collection.schema.primaryPath as string
  const here = await collection.storageInstance.findDocumentsById(
    rows.map((row) => String(row[key])),
    true,
  )
  const known = new Set(here.map((doc) => (doc as Row)[key]))
  const missing = rows.filter((row) => !known.has(row[key]))
  if (missing.length === 0) return
  const { error } = await collection.storageInstance.bulkWrite(
    missing.map((row) => ({ document: { ...row, _attachments: {}, _rev: '', _meta: { lwt: 1 } } })) as never,
    'lolapp-carry-over',
  )
  if (error.length > 0) throw new Error(`Older data could not be carried over: ${error[0]?.status}`)
}
