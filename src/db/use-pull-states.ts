import { useEffect, useState } from 'react'
import { SYNCED, type SyncedResource } from '../../schemas/resources.ts'
import { readPullState } from '../../sync/checkpoints.ts'
import { useSync } from '../app/sync-context.ts'
import { useLocalData } from './local-data-provider.tsx'

export interface Completeness {
  resource: SyncedResource
  /** ISO instant at which the collection was last known to be whole on this device; null while it never was. */
  completeAt: string | null
}

/** How complete each collection is on this device, read again as the synchronisation goes on; undefined until the first answer. */
export function useCompleteness(): Completeness[] | undefined {
  const data = useLocalData()
  const { status } = useSync()
  const [states, setStates] = useState<Completeness[]>()
  const moment = `${status.phase} ${status.lastSync} ${status.firstSync?.done}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step of the synchronisation is a reason to read again
  useEffect(() => {
    if (!data) return
    let left = false
    void Promise.all(
      SYNCED.map(async (resource) => ({
        resource,
        completeAt: (await readPullState(data.db, resource)).completeAt,
      })),
    ).then((read) => {
      if (!left) setStates(read)
    })
    return () => {
      left = true
    }
  }, [data, moment])
  return states
}
