import { useEffect, useMemo, useRef, useState } from 'react'
import type { MangoQuery, MangoQuerySelector } from 'rxdb/plugins/core'
import { entityOf, type SyncedResource } from '../../../schemas/resources.ts'
import type { Within } from '../../../sync/replicate/early-rows.ts'
import { isReadable, type LocalDoc, type LocalRecord } from '../../../sync/store/local-record.ts'
import { shownRows } from '../../../sync/store/local-schema.ts'
import { useEarlyRows } from '../database/early-rows-context.ts'
import { type LocalData, refetchRecord } from '../database/local-data.ts'
import { useLocalData } from '../database/local-data-provider.tsx'
import { watchQuery } from './watch-query.ts'

/**
 * A local query. Selectors and sorts use indexed fields (schemas/entities: `local.indexes`). A list, a count or an export takes no limit: what filters
 * it stands in the selector. A limit is for a page, whose reader goes on or says that there is more.
 */
export interface LiveQuery<R extends SyncedResource> {
  selector?: MangoQuerySelector<LocalRecord<R>> | Record<string, unknown>
  sort?: Record<string, 'asc' | 'desc'>[]
  limit?: number
}

/**
 * Lets a query answer from the first screen's records in memory, until the local database of a new phone has them (PULL-8). Of appointments a screen names
 * the days and people that it shows: for others there is no such answer. The answer stays until that of the local database comes.
 */
export interface Early {
  early?: boolean | Within
}

/** Leaves damaged documents out and asks the server for them again: one record must not make a list fail. */
function readable<R extends SyncedResource>(resource: R, docs: readonly LocalDoc[]): LocalRecord<R>[] {
  const key = entityOf(resource).key
  return docs.filter((doc) => {
    if (isReadable(resource, doc)) return true
    refetchRecord(resource, String(doc[key]))
    return false
  }) as unknown as LocalRecord<R>[]
}

// An unsent delete hides its record (OUT-6). A damaged mark, which is no object, passes this selector: `readable` deals with it.
const mangoOf = <R extends SyncedResource>(resource: R, { selector, ...rest }: LiveQuery<R>) =>
  ({ selector: { ...shownRows(resource), ...selector, 'sync.hidden': { $ne: 1 } }, ...rest }) as MangoQuery<LocalDoc>

/** The reactive local query of every screen (SYN-01): needs no network, answers again on each change by any tab or the worker. */
export function watchList<R extends SyncedResource>(
  data: LocalData,
  resource: R,
  query: LiveQuery<R>,
  onRows: (rows: LocalRecord<R>[]) => void,
): () => void {
  return watchQuery(
    () => data.db.of(resource).find(mangoOf(resource, query)),
    (docs) =>
      onRows(
        readable(
          resource,
          docs.map((doc) => doc._data as unknown as LocalDoc),
        ),
      ),
  )
}

/** Records that a query finds, now and after each change; undefined until the first answer. A null query reads nothing. */
export function useLiveList<R extends SyncedResource>(
  resource: R,
  query: LiveQuery<R> | null,
  { early }: Early = {},
): LocalRecord<R>[] | undefined {
  const data = useLocalData()
  const first = useEarlyRows()
  const key = query === null ? null : JSON.stringify(query)
  const within = early ? JSON.stringify(early) : null
  const known = useMemo(() => {
    if (first === null || key === null || within === null) return undefined
    const days: true | Within = JSON.parse(within)
    const found = first.find(resource, mangoOf<R>(resource, JSON.parse(key)), days === true ? undefined : days)
    return found as LocalRecord<R>[] | undefined
  }, [first, key, within, resource])
  const [answer, setAnswer] = useState<{ key: string; resource: R; rows: LocalRecord<R>[] }>()
  const asked = useRef(query)
  asked.current = query
  useEffect(() => {
    const current = asked.current
    if (key === null || current === null) return
    if (known) return setAnswer({ key, resource, rows: known })
    if (!data) return
    return watchList(data, resource, current, (rows) => setAnswer({ key, resource, rows }))
  }, [data, key, resource, known])
  if (known) return known
  // The rows of the former query stay on screen until the new one answers: a list must not become empty for a moment at each keystroke.
  return key !== null && answer?.resource === resource ? answer.rows : undefined
}

/**
 * The answers of several queries of one resource, each live; undefined until all have answered for the first time. `current` is false while those of the
 * former queries are kept.
 */
export function useLiveLists<R extends SyncedResource>(
  resource: R,
  queries: readonly LiveQuery<R>[],
): { lists: LocalRecord<R>[][] | undefined; current: boolean } {
  const data = useLocalData()
  const key = JSON.stringify(queries)
  const [answer, setAnswer] = useState<{ key: string; lists: LocalRecord<R>[][] }>()
  useEffect(() => {
    if (!data) return
    const asked: LiveQuery<R>[] = JSON.parse(key)
    const answers = new Map<number, LocalRecord<R>[]>()
    const put = (at: number, rows: LocalRecord<R>[]): void => {
      answers.set(at, rows)
      if (answers.size === asked.length) setAnswer({ key, lists: asked.map((_, index) => answers.get(index) ?? []) })
    }
    const stops = asked.map((query, at) => watchList(data, resource, query, (rows) => put(at, rows)))
    if (asked.length === 0) setAnswer({ key, lists: [] })
    return () => {
      for (const stop of stops) stop()
    }
  }, [data, resource, key])
  return { lists: answer?.lists, current: answer?.key === key }
}

/** One record: undefined until the first answer, null when it is not on this device. */
export function useLiveRecord<R extends SyncedResource>(
  resource: R,
  id: string | null | undefined,
  { early = false }: { early?: boolean } = {},
): LocalRecord<R> | null | undefined {
  const data = useLocalData()
  const first = useEarlyRows()
  const [answer, setAnswer] = useState<{ id: string; record: LocalRecord<R> | null }>()
  const known = early && id ? (first?.record(resource, id) as LocalRecord<R> | undefined) : undefined
  useEffect(() => {
    if (!id) return
    if (known) return setAnswer({ id, record: known })
    if (!data) return
    return watchQuery(
      () => data.db.of(resource).findOne(id),
      (doc) => {
        const [record] = doc ? readable(resource, [doc._data as unknown as LocalDoc]) : []
        setAnswer({ id, record: record && record.sync.hidden !== 1 ? record : null })
      },
    )
  }, [data, resource, id, known])
  if (!id) return null
  if (known) return known
  return answer?.id === id ? answer.record : undefined
}
