import type { SyncedResource } from '../../../schemas/resources.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import type { LocalData } from '../database/local-data.ts'
import { askList } from './ask-list.ts'

/** Records read at once. */
const CHUNK = 500

interface Down<R extends SyncedResource> {
  /** An indexed key by time, never the same for two. */
  key: string
  /** From the first, before the second. */
  from: string
  before: string
  /** The key's value of a record. */
  keyOf: (record: LocalRecord<R>) => string
}

/** Records by a key, latest first, in pieces: words without an index are found by reading on until there are enough. */
export async function* readDown<R extends SyncedResource>(
  data: LocalData,
  resource: R,
  { key, from, before, keyOf }: Down<R>,
): AsyncGenerator<LocalRecord<R>[]> {
  for (let below = before; ; ) {
    const rows = await askList(data, resource, {
      selector: { [key]: { $gte: from, $lt: below } },
      sort: [{ [key]: 'desc' }],
      limit: CHUNK,
    })
    yield rows
    const last = rows.at(-1)
    if (rows.length < CHUNK || !last) return
    below = keyOf(last)
  }
}
