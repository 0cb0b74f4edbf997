import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useLocalData } from '../../data/database/local-data-provider.tsx'
import type { SortKey } from '../../data/records/client-search.ts'
import { clientKeys } from '../../data/records/use-client-search.ts'
import { watchList } from '../../data/records/use-live.ts'
import { PAGE, pageEnd, pageQuery } from './client-window.ts'

type Client = LocalRecord<'client'>

export interface ClientPages {
  /** undefined until the first page has been read. */
  rows: Client[] | undefined
  /** True once the last page has been read. */
  complete: boolean
  /** Reads the next page; a call while one is being read does nothing. */
  loadMore: () => void
  /** Reads all other rows at once: page by page would read and sort the list again for each page. */
  loadAll: () => void
}

interface Page {
  rows: Client[]
  /** Where the next page starts; null for the last one. */
  next: string | null
}

/**
 * The client list page by page, each page a live query over its own range of an index: of 50,000 clients only the pages that are shown are read,
 * and a change appears in its page.
 */
export function useClientPages({
  owner,
  label,
  key,
}: {
  owner: string | undefined
  label?: string | undefined
  key: SortKey
}): ClientPages {
  const data = useLocalData()
  const [pages, setPages] = useState<Page[]>([])
  const reading = useRef(false)
  const stops = useRef<(() => void)[]>([])

  const read = useCallback(
    (index: number, from: string, size = PAGE) => {
      if (!data || reading.current) return
      reading.current = true
      const isMine = stops.current
      const put = (page: Page) =>
        setPages((known) =>
          isMine === stops.current ? [...known.slice(0, index), page, ...known.slice(index + 1)] : known,
        )
      const open = (limit: number): void => {
        let decided = false
        const asked = Number.isFinite(limit) ? limit : undefined
        const stop = watchList(data, 'client', pageQuery({ owner, label, key, from, limit: asked }), (rows) => {
          if (decided) return
          const end = pageEnd(
            rows.map((row) => clientKeys(row)[key]),
            limit,
          )
          // The last page has no end: a client that is created after its last row belongs to it.
          if (end.kind === 'last') {
            reading.current = false
            return put({ rows, next: null })
          }
          decided = true
          queueMicrotask(() => stop())
          if (end.kind === 'wider') return open(end.limit)
          put({ rows: rows.filter((row) => clientKeys(row)[key] < end.to), next: end.to })
          reading.current = false
          isMine.push(
            watchList(data, 'client', pageQuery({ owner, label, key, from, to: end.to }), (all) =>
              put({ rows: all, next: end.to }),
            ),
          )
        })
        isMine.push(stop)
      }
      open(size + 1)
    },
    [data, owner, label, key],
  )

  useEffect(() => {
    reading.current = false
    setPages([])
    read(0, '')
    return () => {
      const stopping = stops.current
      stops.current = []
      for (const stop of stopping) stop()
    }
  }, [read])

  const last = pages.at(-1)
  const next = last?.next ?? null
  const count = pages.length
  const loadMore = useCallback(() => {
    if (next !== null) read(count, next)
  }, [next, count, read])

  const loadAll = useCallback(() => {
    if (next !== null) read(count, next, Number.POSITIVE_INFINITY)
  }, [next, count, read])

  const rows = useMemo(() => (pages.length === 0 ? undefined : pages.flatMap((page) => page.rows)), [pages])
  return { rows, complete: last !== undefined && next === null, loadMore, loadAll }
}
