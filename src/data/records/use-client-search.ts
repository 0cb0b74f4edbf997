import { useCallback, useMemo, useState } from 'react'
import { client as entity } from '../../../schemas/entities/client.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { type ClientFilter, type ClientKeys, mergeMatches, rangeQuery, searchRanges } from './client-search.ts'
import { useLiveLists } from './use-live.ts'

/** Enough for several screens of results; the list goes on from there. */
const FIRST = 100

/** The search keys of a client, as the local index holds them. */
export const clientKeys = (client: LocalRecord<'client'>): ClientKeys =>
  entity.local?.derived?.of(client) as unknown as ClientKeys

export interface FoundClients {
  /** Best first; undefined until the first answer. While a new text is read, those of the former one that match it too. */
  clients: LocalRecord<'client'>[] | undefined
  /** There are others, which `loadMore` reads. */
  more: boolean
  /** All clients that match are here. */
  complete: boolean
  loadMore: () => void
}

/** Clients that match a typed text, best first: some range reads on indexes, merged (MGR-08). `first` is how many are read before `loadMore`. */
export function useClientSearch(
  text: string,
  { owner, agence, label, first = FIRST }: ClientFilter & { first?: number } = {},
): FoundClients {
  const search = JSON.stringify([text, owner, agence, label])
  const [asked, setAsked] = useState({ search, limit: first })
  const limit = asked.search === search ? asked.limit : first
  const queries = useMemo(
    // One more than is shown tells whether there are others.
    () => searchRanges(text).map((range) => rangeQuery(range, { text, owner, agence, label, limit: limit + 1 })),
    [text, owner, agence, label, limit],
  )
  const { lists, current } = useLiveLists('client', queries)
  const found = useMemo(
    () => lists && mergeMatches({ text, id: (client) => client.IDCLIENT, keys: clientKeys, lists }),
    [text, lists],
  )
  const more = found !== undefined && found.length > limit
  const loadMore = useCallback(() => {
    if (current && more) setAsked({ search, limit: limit * 2 })
  }, [current, more, search, limit])
  return {
    clients: useMemo(() => (found && found.length > limit ? found.slice(0, limit) : found), [found, limit]),
    more,
    complete: current && !more,
    loadMore,
  }
}
