import { useMemo } from 'react'
import { client as entity } from '../../../schemas/entities/client.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { type ClientKeys, mergeMatches, searchRanges } from './client-search.ts'
import { useLiveList } from './use-live.ts'

/** Enough for several screens of results; to see others, people type another letter. */
const PER_RANGE = 100

/** The search keys of a client, as the local index holds them. */
export const clientKeys = (client: LocalRecord<'client'>): ClientKeys =>
  entity.local?.derived?.of(client) as unknown as ClientKeys

/**
 * Clients that match a typed text, best first: up to six range reads on indexes, merged (MGR-08). undefined until the first answer.
 * `owner` keeps one commercial's clients.
 */
export function useClientSearch(text: string, owner?: string): LocalRecord<'client'>[] | undefined {
  const queries = useMemo(
    () =>
      searchRanges(text).map(({ key, from, to }) => ({
        selector: { [key]: { $gte: from, $lt: to }, ...(owner === undefined ? {} : { CLE_PERSONNEL: owner }) },
        sort: [{ [key]: 'asc' as const }],
        limit: PER_RANGE,
      })),
    [text, owner],
  )
  // A fixed number of hooks: a text has six ranges at most.
  const a = useLiveList('client', queries[0] ?? null)
  const b = useLiveList('client', queries[1] ?? null)
  const c = useLiveList('client', queries[2] ?? null)
  const d = useLiveList('client', queries[3] ?? null)
  const e = useLiveList('client', queries[4] ?? null)
  const f = useLiveList('client', queries[5] ?? null)
  return useMemo(() => {
    const lists = [a, b, c, d, e, f].slice(0, queries.length)
    if (lists.some((list) => list === undefined)) return undefined
    return mergeMatches({
      text,
      id: (client) => client.IDCLIENT,
      keys: clientKeys,
      lists: lists.map((list) => list ?? []),
    })
  }, [text, queries, a, b, c, d, e, f])
}
