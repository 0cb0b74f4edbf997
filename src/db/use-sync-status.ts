import { useEffect, useState } from 'react'
import type { OutboxEntry } from '../../sync/outbox-entry.ts'
import { INITIAL_STATUS, type ReplicationStatus } from '../../sync/status.ts'
import { lookForUpdate } from '../app/service-worker.ts'
import type { Sync } from '../app/sync-context.ts'
import { useOnline } from '../components/use-online.ts'
import { followStatus, wakeReplication } from './local-data.ts'
import { useLocalData } from './local-data-provider.tsx'
import { untilSent } from './until-sent.ts'
import { type FileQueue, useFileQueue } from './use-files.ts'
import { useLiveList } from './use-live.ts'
import { useOutbox } from './use-outbox.ts'

/** Entries, files and mails alike: each is something that the office does not have (FILE-9). */
const count = (
  entries: readonly OutboxEntry[] | undefined,
  queue: FileQueue | undefined,
  is: (one: { state: string }) => boolean,
): number => [...(entries ?? []), ...(queue?.files ?? []), ...(queue?.mails ?? [])].filter(is).length

/** How long « Synchroniser d'abord » waits before it says that it cannot go on. */
const PATIENCE_MS = 15_000

/**
 * What the shell shows (SYN-05). The counts come from this tab's own live queries, so they hold even when the worker is gone; the rest is what the
 * leading worker reports.
 */
export function useSyncState(): Sync {
  const data = useLocalData()
  const [replication, setReplication] = useState<ReplicationStatus>(INITIAL_STATUS)
  const network = useOnline()
  const entries = useOutbox()
  const files = useFileQueue()
  const conflicts = useLiveList('conflit', { selector: { RESOLU: 0 }, limit: 100 })
  useEffect(() => (data ? followStatus(data, setReplication) : undefined), [data])
  const isOutdated = replication.paused.includes('outdated')
  useEffect(() => {
    if (isOutdated) lookForUpdate()
  }, [isOutdated])
  const total = replication.firstSync?.total
  return {
    status: {
      online: network && replication.phase !== 'offline',
      phase: entries === undefined || files === undefined ? 'starting' : replication.phase,
      pending: count(entries, files, (one) => one.state !== 'refused'),
      refused: count(entries, files, (one) => one.state === 'refused'),
      locked: data?.db.locked ?? 0,
      conflicts: conflicts?.length ?? 0,
      lastSync: replication.lastSync,
      firstSync: replication.firstSync && total ? { done: Math.min(replication.firstSync.done, total), total } : null,
      paused: replication.paused,
    },
    controls: {
      syncNow: async () => {
        if (!data) return
        wakeReplication()
        await untilSent(data.db, PATIENCE_MS)
      },
    },
  }
}
