import type { SyncedResource } from '../../../schemas/resources.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import type { LocalData } from '../database/local-data.ts'
import { type LiveQuery, watchList } from './use-live.ts'

/** The first answer of a live query: for what is decided at one moment, as the check before a save. */
export const askList = <R extends SyncedResource>(
  data: LocalData,
  resource: R,
  query: LiveQuery<R>,
): Promise<LocalRecord<R>[]> =>
  new Promise((resolve) => {
    const stop = watchList(data, resource, query, (rows) => {
      resolve(rows)
      queueMicrotask(() => stop())
    })
  })
