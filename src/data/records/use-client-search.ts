import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { client as entity } from '../../../schemas/entities/client.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import {
  type ClientFilter,
  type ClientKeys,
  isWithin,
  mergeMatches,
  rangeQuery,
  searchRanges,
  withFilter,
} from './client-search.ts'
import { foundPlaces, placeQuery, placeRanges } from './place-search.ts'
import { useLiveLists } from './use-live.ts'

/** Two or three screens of results, which each typed key reads; the list goes on from there. */
const FIRST = 40

type Client = LocalRecord<'client'>

/** The search keys of a client, as the local database stores them with it; computed for one that comes from elsewhere. */
export function clientKeys(client: Client): ClientKeys {
  const stored = client as Client & Partial<ClientKeys>
  return stored.CLE_NOM !== undefined && stored.CLE_MAIL !== undefined && stored.CLE_FIXE !== undefined
    ? (stored as ClientKeys)
    : (entity.local?.derived?.of(client) as unknown as ClientKeys)
}

export interface FoundClients {
  /** What was typed. */
  text: string
  /** Best first; undefined until the first answer. While a new text is read, those of the former one that match it too. */
  clients: Client[] | undefined
  /** `clients` is the answer to this text. */
  current: boolean
  /** There are others, which `loadMore` reads. */
  more: boolean
  /** All clients that match are here. */
  complete: boolean
  loadMore: () => void
  /** Reads all others at once: for what needs the whole list, as its file. */
  loadAll: () => void
}

/** All clients of a person, by name: one query for every text, which stays live while somebody types. */
const ofOwner = (owner: string) => ({
  selector: { CLE_PERSONNEL: owner },
  sort: [{ CLE_PERSONNEL: 'asc' as const }, { CLE_NOM: 'asc' as const }],
})

/** Addresses that a typed text names, the first of each range. */
function usePlaces(text: string, limit: number) {
  const queries = useMemo(() => placeRanges(text).map((one) => placeQuery(one, limit + 1)), [text, limit])
  const { lists, current } = useLiveLists('adresse', queries)
  const places = useMemo(() => foundPlaces(lists ?? []), [lists])
  return { places, current, more: lists?.some((list) => list.length > limit) === true }
}

/**
 * Clients that match a typed text, best first: some range reads on indexes, merged (MGR-08), and those who live where the text says (DAY-12). `first` is
 * how many are read before `loadMore`.
 */
export function useClientSearch(
  text: string,
  { owner, agence, label, first = FIRST }: ClientFilter & { first?: number } = {},
): FoundClients {
  const search = JSON.stringify([text, owner, agence, label])
  const [asked, setAsked] = useState({ search, limit: first })
  const limit = asked.search === search ? asked.limit : first
  const { places, current: placesRead, more: morePlaces } = usePlaces(text, limit)
  const queries = useMemo(() => {
    const filter = { owner, agence, label }
    // A person's clients have one index, by name: every range of another key would read them all, at each typed letter. They are read once instead.
    if (owner !== undefined) return searchRanges(text).length === 0 ? [] : [ofOwner(owner)]
    // One more than is shown tells whether there are others.
    return searchRanges(text).map((one) => rangeQuery(one, { text, ...filter, limit: limit + 1 }))
  }, [text, owner, agence, label, limit])
  const byKey = useLiveLists('client', queries)
  // Asked apart: the addresses are known later, and the ranges are not read again for them.
  const living = useMemo(
    () =>
      owner !== undefined || places.size === 0
        ? []
        : [{ selector: { CLE_ADRESSE: { $in: [...places.keys()].sort() }, ...withFilter({ agence, label }) } }],
    [owner, agence, label, places],
  )
  const byPlace = useLiveLists('client', living)
  const current = placesRead && byKey.current && byPlace.current
  const lists = useMemo(
    () => (byKey.lists && byPlace.lists ? [...byKey.lists, ...byPlace.lists] : undefined),
    [byKey.lists, byPlace.lists],
  )
  const found = useMemo(() => {
    const ranges = searchRanges(text)
    const isFound = (client: Client): boolean =>
      (label === undefined || client.IDLABELS.includes(label)) &&
      (!agence || client.IDAGENCE === null || client.IDAGENCE === agence) &&
      (places.has(client.IDADRESSE ?? '') || ranges.some((one) => isWithin(one, clientKeys(client))))
    const within = owner === undefined ? lists : lists?.map((list) => list.filter(isFound))
    return (
      within &&
      mergeMatches({
        text,
        id: (client) => client.IDCLIENT,
        keys: clientKeys,
        place: (client) => places.get(client.IDADRESSE ?? ''),
        lists: within,
      })
    )
  }, [text, owner, agence, label, lists, places])
  const isFull = found !== undefined && found.length > limit
  const more = isFull || morePlaces
  const read = useCallback(
    (next: number) => {
      if (current && more) setAsked({ search, limit: next })
    },
    [current, more, search],
  )
  // The filter left fewer clients than addresses were read: the others may still have some.
  const isShort = current && morePlaces && !isFull
  useEffect(() => {
    if (isShort) read(limit * 2)
  }, [isShort, read, limit])
  return {
    text,
    clients: useMemo(() => (found && found.length > limit ? found.slice(0, limit) : found), [found, limit]),
    current,
    more,
    complete: current && !more,
    loadMore: useCallback(() => read(limit * 2), [read, limit]),
    loadAll: useCallback(() => read(Number.POSITIVE_INFINITY), [read]),
  }
}

interface Shown {
  clients: Client[] | undefined
  /** They are the answer to a search. */
  isFound: boolean
  /** The text that they answer, empty for the whole list. */
  text: string
}

/**
 * What a list with a search shows: the whole list, the answer to a text, and until that answer comes what was shown before. Of a former answer those
 * that match the new text too are not shown first: the list would be drawn twice for each key.
 */
export function useShownClients(isSearching: boolean, found: FoundClients, listed: Client[] | undefined): Shown {
  const shown = useRef<Shown>({ clients: undefined, isFound: false, text: '' })
  if (!isSearching) shown.current = { clients: listed, isFound: false, text: '' }
  else if (found.current) shown.current = { clients: found.clients, isFound: true, text: found.text }
  return shown.current
}
