import { useEffect, useState } from 'react'
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
  const chosen = ticked === null || ticked.size === 0 ? [] : (rows ?? []).filter(({ IDCLIENT }) => ticked.has(IDCLIENT))
  return {
    active: ticked !== null,
    chosen,
    has: (id) => ticked?.has(id) === true,
    toggle: (id) => {
      setReading(false)
      setTicked((known) => {
        const next = new Set(known)
        if (!next.delete(id)) next.add(id)
        return next
      })
    },
    chooseAll: () => setReading(true),
    reading,
    start: () => setTicked(new Set()),
    stop: () => {
      setReading(false)
      setTicked(null)
    },
  }
}
