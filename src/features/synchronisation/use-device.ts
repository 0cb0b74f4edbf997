import { useCallback, useEffect, useState } from 'react'
import type { SyncedResource } from '../../../schemas/resources.ts'
import { useLocalData } from '../../data/database/local-data-provider.tsx'
import { readOnce } from '../../data/database/read-once.ts'
import { useSync } from '../../data/sync-status/sync-context.ts'

/** Resources that are counted, in the order shown; those that share a collection with another are left out. */
export const COUNTED: readonly SyncedResource[] = [
  'client',
  'adresse',
  'projet',
  'rdv',
  'devis',
  'intervention',
  'soumission',
  'personnel',
  'reference',
]

/** Number of records by resource on this device, counted again after each synchronisation; undefined until the first count. */
export function useCounts(): ReadonlyMap<SyncedResource, number> | undefined {
  const data = useLocalData()
  const { status } = useSync()
  const [counts, setCounts] = useState<ReadonlyMap<SyncedResource, number>>()
  const moment = `${status.lastSync} ${status.firstSync?.done} ${status.pending}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step of the synchronisation makes it count again
  useEffect(() => {
    if (!data) return
    let left = false
    const count = async (resource: SyncedResource) => [resource, await data.db.of(resource).count().exec()] as const
    void readOnce(data.db, () => Promise.all(COUNTED.map(count))).then((read) => {
      if (read && !left) setCounts(new Map(read))
    })
    return () => {
      left = true
    }
  }, [data, moment])
  return counts
}

export interface Storage {
  /** Bytes; null when the browser does not say. */
  used: number | null
  quota: number | null
  persisted: boolean | null
  /** Asks the browser to keep the data. @returns whether it agreed */
  persist: () => Promise<boolean>
}

/** What this origin uses of the device, and whether the browser may clear it by itself. */
export function useStorage(): Storage {
  const [state, setState] = useState<Omit<Storage, 'persist'>>({ used: null, quota: null, persisted: null })
  const read = useCallback(async () => {
    // Absent on an insecure origin and in old browsers.
    const storage = navigator.storage as StorageManager | undefined
    const [estimate, persisted] = await Promise.all([
      storage?.estimate?.().catch(() => undefined),
      storage?.persisted?.().catch(() => undefined),
    ])
    setState({ used: estimate?.usage ?? null, quota: estimate?.quota ?? null, persisted: persisted ?? null })
  }, [])
  useEffect(() => void read(), [read])
  const persist = async (): Promise<boolean> => {
    const agreed = (await navigator.storage?.persist?.().catch(() => false)) ?? false
    await read()
    return agreed
  }
  return { ...state, persist }
}
