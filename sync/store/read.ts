import {
  type MangoQuery,
  type MangoQuerySelector,
  normalizeMangoQuery,
  prepareQuery,
  type RxCollection,
} from 'rxdb/plugins/core'
import type { LocalDatabase } from './local-database.ts'
import { asOfNow, type OutboxEntry } from './outbox-entry.ts'

/**
 * Reads straight from IndexedDB. A RxQuery may answer from its cache, which learns of other realms' writes a little later; the apply loop must read
 * the present state (PULL-5: record first, then its outbox entries, then compare-and-set). Deleted documents are left out, as in a RxQuery.
 */
export async function readStored<T>(collection: RxCollection<T>, query: MangoQuery<T>): Promise<T[]> {
  const schema = collection.schema.jsonSchema
  const selector = { ...query.selector, _deleted: { $eq: false } } as MangoQuerySelector<T>
  const prepared = prepareQuery<T>(schema, normalizeMangoQuery<T>(schema, { ...query, selector }))
  const { documents } = await collection.storageInstance.query(prepared)
  return documents as unknown as T[]
}

/** Every entry that is not done or abandoned, as it is stored: in the version in which it is sent. */
export const openEntries = (db: LocalDatabase): Promise<OutboxEntry[]> =>
  readStored(db.outbox, { selector: { open: '1' }, sort: [{ open: 'asc' }, { id: 'asc' }] })

/** Open entries of one resource (records of two resources may have the same id), by record, as this version of the app reads them. */
export async function openEntriesOf(
  db: LocalDatabase,
  resource: OutboxEntry['resource'],
): Promise<Map<string, OutboxEntry[]>> {
  const byRecord = new Map<string, OutboxEntry[]>()
  for (const entry of (await openEntries(db)).filter((one) => one.resource === resource)) {
    const now = asOfNow(db.versions, entry)
    const list = byRecord.get(entry.recordId)
    if (list) list.push(now)
    else byRecord.set(entry.recordId, [now])
  }
  return byRecord
}
