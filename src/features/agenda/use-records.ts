import { useEffect, useState } from 'react'
import type { SyncedResource } from '../../../schemas/resources.ts'
import { isReadable, type LocalDoc, type LocalRecord } from '../../../sync/store/local-record.ts'
import { useLocalData } from '../../db/local-data-provider.tsx'

const NONE = new Map<string, never>()

/**
 * Records by their ids, as a live query by primary key, where a `$in` selector would read the whole collection. Records that are not on this device,
 * hidden or damaged are left out.
 */
export function useRecords<R extends SyncedResource>(
  resource: R,
  ids: readonly (string | null | undefined)[],
): ReadonlyMap<string, LocalRecord<R>> {
  const data = useLocalData()
  const key = [...new Set(ids.filter(Boolean))].sort().join(' ')
  const [records, setRecords] = useState<ReadonlyMap<string, LocalRecord<R>>>(NONE)
  useEffect(() => {
    if (!data || key === '') {
      setRecords(NONE)
      return
    }
    const subscription = data.db
      .of(resource)
      .findByIds(key.split(' '))
      .$.subscribe((docs) => {
        const found = new Map<string, LocalRecord<R>>()
        for (const [id, doc] of docs) {
          const record = doc._data as unknown as LocalDoc
          if (isReadable(resource, record) && record.sync.hidden !== 1)
            found.set(id, record as unknown as LocalRecord<R>)
        }
        setRecords(found)
      })
    return () => subscription.unsubscribe()
  }, [data, resource, key])
  return records
}
