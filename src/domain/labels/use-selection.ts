import { useCallback, useEffect, useMemo, useState } from 'react'
import type { LocalRecord } from '../../../sync/store/local-record.ts'

type Client = LocalRecord<'client'>

interface List {
  rows: readonly Client[] | undefined
  complete: boolean
  loadAll: () => void
}

export interface Selection {
  /** Rows have a box to tick. */
  active: boolean
  /** Those that are ticked and still in the list. */
  chosen: readonly Client[]
  has: (id: string) => boolean
  toggle: (id: string) => void
  /** Ticks the whole list, also the rows that are not read yet. */
  chooseAll: () => void
  /** The rest of the list is being read. */
  reading: boolean
  start: () => void
  stop: () => void
}

const NONE: readonly Client[] = []

/** Clients of a list that are ticked for one action on all of them. What a filter hides is not ticked any more: the number shown is what changes. */
export function useSelection({ rows, complete, loadAll }: List): Selection {
  const [ticked, setTicked] = useState<ReadonlySet<string> | null>(null)
  const [reading, setReading] = useState(false)
  useEffect(() => {
    if (!reading) return
    if (!complete) return loadAll()
    setReading(false)
    setTicked(new Set((rows ?? []).map(({ IDCLIENT }) => IDCLIENT)))
  }, [reading, rows, complete, loadAll])
  const chosen = useMemo(
    () => (ticked === null || ticked.size === 0 ? NONE : (rows ?? []).filter(({ IDCLIENT }) => ticked.has(IDCLIENT))),
    [ticked, rows],
  )
  const toggle = useCallback((id: string): void => {
    setReading(false)
    setTicked((known) => {
      const next = new Set(known)
      if (!next.delete(id)) next.add(id)
      return next
    })
  }, [])
  const chooseAll = useCallback(() => setReading(true), [])
  const start = useCallback(() => setTicked(new Set()), [])
  const stop = useCallback((): void => {
    setReading(false)
    setTicked(null)
  }, [])
  return useMemo(() => {
    const has = (id: string): boolean => ticked?.has(id) === true
    return { active: ticked !== null, chosen, has, toggle, chooseAll, reading, start, stop }
  }, [ticked, chosen, toggle, chooseAll, reading, start, stop])
}
