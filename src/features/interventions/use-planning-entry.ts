import { useMemo } from 'react'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useLiveList } from '../../data/records/use-live.ts'
import type { PlanningEntry } from './planning.ts'

interface Found {
  entry: PlanningEntry
  intervention: LocalRecord<'intervention'>
}

/** A planning entry and the intervention that contains it; undefined while it is read, null when this device has none. */
export function usePlanningEntry(id: string | undefined): Found | null | undefined {
  const query = useMemo(
    () => (id === undefined ? null : { selector: { IDINTERVENTION_PLANNING: { $elemMatch: { id } } }, limit: 1 }),
    [id],
  )
  const holders = useLiveList('intervention', query)
  if (id === undefined) return null
  if (holders === undefined) return undefined
  const [intervention] = holders
  const entry = intervention?.IDINTERVENTION_PLANNING.find((one) => one.id === id)
  return intervention && entry ? { entry, intervention } : null
}
