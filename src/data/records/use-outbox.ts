import { useEffect, useState } from 'react'
import type { Resolver } from '../../../sync/outbox/resolve.ts'
import { asOfNow, type OutboxEntry } from '../../../sync/store/outbox-entry.ts'
import { useLocalData } from '../database/local-data-provider.tsx'
import { watchQuery } from './watch-query.ts'

/** Open outbox entries of this account, oldest first; undefined until the first answer. */
export function useOutbox(): OutboxEntry[] | undefined {
  const data = useLocalData()
  const [entries, setEntries] = useState<OutboxEntry[]>()
  useEffect(() => {
    if (!data) return
    return watchQuery(
      () => data.db.outbox.find({ selector: { open: '1' }, sort: [{ open: 'asc' }, { id: 'asc' }] }),
      (docs) => setEntries(docs.map((doc) => asOfNow(data.db.versions, doc._data as unknown as OutboxEntry))),
    )
  }, [data])
  return entries
}

/** Corrects, abandons, restores or keeps entries and conflicts; null while the local database opens. */
export const useResolver = (): Resolver | null => useLocalData()?.resolver ?? null
