import { useEffect, useRef, useState } from 'react'
import { type Certainty, certaintyOf, INITIAL_STATUS } from '../../../sync/replicate/status.ts'
import { useOnline } from '../../ui/hooks/use-online.ts'
import { followStatus, type LocalData, type Report, wakeReplication } from '../database/local-data.ts'
import { useLocalData, useOpening } from '../database/local-data-provider.tsx'
import { useStorageWatch } from '../database/use-storage-watch.ts'
import { useFileQueue } from '../records/use-files.ts'
import { useLiveList } from '../records/use-live.ts'
import { useOutbox } from '../records/use-outbox.ts'
import { useZone } from '../session/use-zone.ts'
import { lookForUpdate } from '../version/service-worker.ts'
import type { Sync } from './sync-context.ts'
import { sumOf } from './sync-label.ts'
import { untilSent } from './until-sent.ts'

/** How long « Synchroniser d'abord » waits before it reports that it cannot go on. */
const PATIENCE_MS = 15_000

/** How often the age of the leader's last message is checked. */
const LOOK_MS = 5_000

/** The leader's last status, and whether it still holds. */
function useLeader(data: LocalData | null): Report & { certainty: Certainty } {
  const [report, setReport] = useState<Report>({ status: INITIAL_STATUS, heard: false })
  const [certainty, setCertainty] = useState<Certainty>('awaited')
  const heardAt = useRef(0)
  useEffect(() => {
    heardAt.current = Date.now()
    if (!data) return
    const onHeard = (): void => {
      heardAt.current = Date.now()
    }
    return followStatus(data, { onReport: setReport, onHeard })
  }, [data])
  useEffect(() => {
    const look = (): void => setCertainty(certaintyOf({ ...report, heardAt: heardAt.current, now: Date.now() }))
    look()
    const timer = setInterval(look, LOOK_MS)
    // A page that was suspended must not show an old status.
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [report])
  return { ...report, certainty }
}

/**
 * What the shell shows (SYN-05). The counts come from this tab's own live queries, so they hold even when the worker has ended; the leading worker
 * reports the rest, as long as its messages arrive.
 */
export function useSyncState(): Sync {
  const data = useLocalData()
  const { trouble } = useOpening()
  const { status: replication, certainty } = useLeader(data)
  const network = useOnline()
  const zone = useZone()
  const entries = useOutbox()
  const queue = useFileQueue()
  const conflicts = useLiveList('conflit', { selector: { RESOLU: 0 } })
  const isOutdated = replication.paused.includes('outdated')
  useEffect(() => {
    if (isOutdated) lookForUpdate()
  }, [isOutdated])
  const { status, waiting } = sumOf({
    ...{ replication, certainty, network, trouble, entries, queue, zone },
    conflicts: conflicts?.length,
    locked: data?.db.locked ?? 0,
    now: new Date(),
  })
  useStorageWatch({ data, lastSync: replication.lastSync, waiting, isWhole: certainty === 'current' })
  return {
    status,
    controls: {
      syncNow: async () => {
        if (!data) return
        wakeReplication()
        await untilSent(data.db, PATIENCE_MS)
      },
    },
  }
}
