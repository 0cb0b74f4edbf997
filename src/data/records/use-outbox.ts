import { useEffect, useState } from 'react'
import type { Resolver } from '../../../sync/outbox/resolve.ts'
import { asOfNow, type OutboxEntry } from '../../../sync/store/outbox-entry.ts'
import { useLocalData } from '../database/local-data-provider.tsx'

/** Open outbox entries of this account, oldest first; undefined until the first answer. */
export function useOutbox(): OutboxEntry[] | undefined {
  const data = useLocalData()
  const [entries, setEntries] = useState<OutboxEntry[]>()
  useEffect(() => {
    if (!data) return
    const query = data.db.outbox.find({ selector: { open: '1' }, sort: [{ open: 'asc' }, { id: 'asc' }] })
    const subscription = query.$.subscribe((docs) =>
      setEntries(docs.map((doc) => asOfNow(data.db.versions, doc._data as unknown as OutboxEntry))),
    )
    return () => subscription.unsubscribe()
  }, [data])
  return entries
}

/** Corrects, abandons, restores or keeps entries and conflicts; null while the local database opens. */
export const useResolver = (): Resolver | null => useLocalData()?.resolver ?? null
