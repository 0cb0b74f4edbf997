import { useEffect, useMemo, useState } from 'react'
import type { SyncedResource } from '../../../schemas/resources.ts'
import { isReadable, type LocalDoc, type LocalRecord } from '../../../sync/store/local-record.ts'
import { useEarlyRows } from '../database/early-rows-context.ts'
import { useLocalData } from '../database/local-data-provider.tsx'
import { askedIds } from './asked-ids.ts'
import { NO_RECORDS } from './no-records.ts'
import { watchQuery } from './watch-query.ts'

export type Records<R extends SyncedResource> = ReadonlyMap<string, LocalRecord<R>> & {
  /** The ids that it answers (`askedIds`); absent in NO_RECORDS. */
  readonly asked?: string
}

export { NO_RECORDS }

/**
 * Records by their ids, as a live query by primary key (a `$in` selector would read the whole collection). undefined until the first answer to these
 * ids; a record that is not on this device, that an unsent delete hides, or that is damaged is left out. `hidden: true` keeps the hidden ones,
 * `stale: true` the former answer until there is one to these ids, `early: true` answers from memory as long as a new phone has them there only (PULL-8).
 */
export function useRecords<R extends SyncedResource>(
  resource: R,
  ids: readonly (string | null | undefined)[] | undefined,
  options: { hidden?: boolean; stale?: boolean; early?: boolean } = {},
): Records<R> | undefined {
  const data = useLocalData()
  const key = ids === undefined ? null : askedIds(ids)
  const hidden = options.hidden === true
  const first = useEarlyRows()
  const early = options.early === true ? first : null
  const known = useMemo(() => {
    if (early === null || !key) return undefined
    const found = key.split(' ').flatMap((id) => {
      const record = early.record(resource, id)
      return record ? [[id, record as unknown as LocalRecord<R>] as const] : []
    })
    return Object.assign(new Map(found), { asked: key })
  }, [early, key, resource])
  const [answer, setAnswer] = useState<Records<R>>()
  useEffect(() => {
    if (!key) return
    if (known) return setAnswer(known)
    if (!data) return
    return watchQuery(
      () => data.db.of(resource).findByIds(key.split(' ')),
      (docs) => {
        const records = new Map<string, LocalRecord<R>>()
        for (const [id, doc] of docs) {
          const record = doc._data as unknown as LocalDoc
          if (isReadable(resource, record) && (hidden || record.sync.hidden !== 1))
            records.set(id, record as unknown as LocalRecord<R>)
        }
        setAnswer(Object.assign(records, { asked: key }))
      },
    )
  }, [data, resource, key, hidden, known])
  if (key === null) return undefined
  if (key === '') return NO_RECORDS
  if (known) return known
  return answer?.asked === key || (options.stale && data) ? answer : undefined
}
