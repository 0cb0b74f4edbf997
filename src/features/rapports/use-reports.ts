import { useEffect, useState } from 'react'
import { useLocalData } from '../../data/database/local-data-provider.tsx'
import { type FoundReports, findReports, type ReportFilter } from './report-search.ts'

/** Changes that come together, as a first synchronisation does, are one. */
const REST_MS = 300

interface Answer extends FoundReports {
  key: string
}

/** Counts up when a filled report of this device has changed. */
function useChanges(): number {
  const data = useLocalData()
  const [changes, setChanges] = useState(0)
  useEffect(() => {
    if (!data) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const subscription = data.db.of('soumission').$.subscribe(() => {
      timer ??= setTimeout(() => {
        timer = undefined
        setChanges((known) => known + 1)
      }, REST_MS)
    })
    return () => {
      subscription.unsubscribe()
      clearTimeout(timer)
    }
  }, [data])
  return changes
}

/** The first so many filled reports of a filter, found again when one changes. `searching` while reports are still read; undefined before the first answer. */
export function useReports(filter: ReportFilter, count: number): (FoundReports & { searching: boolean }) | undefined {
  const data = useLocalData()
  const changes = useChanges()
  const key = JSON.stringify(filter)
  const [answer, setAnswer] = useState<Answer>()
  const [searching, setSearching] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change asks again
  useEffect(() => {
    if (!data) return
    const stop = new AbortController()
    const { signal } = stop
    const put = (found: FoundReports): void => {
      if (!signal.aborted) setAnswer({ key, ...found })
    }
    setSearching(true)
    // What was found so far replaces the answer to another filter only: rows must not disappear while the same ones are found again.
    const onSome = (rows: FoundReports['rows']): void => {
      if (!signal.aborted) setAnswer((known) => (known?.key === key ? known : { key: '', rows, complete: false }))
    }
    const find = async (): Promise<void> => {
      put(await findReports(data, JSON.parse(key) as ReportFilter, { count, signal, onSome }))
      if (!signal.aborted) setSearching(false)
    }
    void find()
    return () => stop.abort()
  }, [data, key, count, changes])
  return answer && { rows: answer.rows, complete: answer.complete, searching }
}
