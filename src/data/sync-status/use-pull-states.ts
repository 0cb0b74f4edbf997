import { useEffect, useState } from 'react'
import { decodeCheckpoint } from '../../../schemas/protocol.ts'
import { SYNCED, type SyncedResource } from '../../../schemas/resources.ts'
import { readPullState } from '../../../sync/store/checkpoints.ts'
import type { LocalDatabase } from '../../../sync/store/local-database.ts'
import { useLocalData } from '../database/local-data-provider.tsx'
import { useSync } from './sync-context.ts'

export interface Completeness {
  resource: SyncedResource
  /** ISO instant at which the collection was last known to be complete on this device; null while it never was. */
  completeAt: string | null
  /** The server's epoch, and the seq up to which it was read; '' and 0 before the first page. */
  epoch: string
  seq: number
}

async function completenessOf(db: LocalDatabase, resource: SyncedResource): Promise<Completeness> {
  const { checkpoint, completeAt } = await readPullState(db, resource)
  const { epoch, seq } = decodeCheckpoint(checkpoint ?? '') ?? { epoch: '', seq: 0 }
  return { resource, completeAt, epoch, seq }
}

/** Whether each of these collections is completely on this device, as of when it was last read (PULL-7). */
export async function areWhole(db: LocalDatabase, resources: readonly SyncedResource[]): Promise<boolean> {
  const states = await Promise.all(resources.map((resource) => readPullState(db, resource)))
  return states.every(({ completeAt }) => completeAt !== null)
}

/** How complete each collection is on this device, read again as the synchronisation advances; undefined until the first answer. */
export function useCompleteness(): Completeness[] | undefined {
  const data = useLocalData()
  const { status } = useSync()
  const [states, setStates] = useState<Completeness[]>()
  const moment = `${status.phase} ${status.lastSync} ${status.firstSync?.done}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step of the synchronisation makes it read again
  useEffect(() => {
    if (!data) return
    let left = false
    void Promise.all(SYNCED.map((resource) => completenessOf(data.db, resource))).then((read) => {
      if (!left) setStates(read)
    })
    return () => {
      left = true
    }
  }, [data, moment])
  return states
}
