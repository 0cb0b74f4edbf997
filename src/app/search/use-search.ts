import { useMemo } from 'react'
import { isActive } from '../../../schemas/entities/rdv.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useClientSearch } from '../../data/records/use-client-search.ts'
import { useLiveList } from '../../data/records/use-live.ts'
import { useSession } from '../../data/session/session.tsx'
import {
  clientItem,
  devisItem,
  numberPattern,
  projetItem,
  quoteNumber,
  rdvItem,
  type SearchItem,
  screenItems,
} from './search-items.ts'

const SCREENS = 5
const CLIENTS = 6
const PER_CLIENT = 4
const QUOTES = 6

const firstOf = <T>(lists: readonly (readonly T[] | undefined)[]): T[] => lists.flatMap((list) => list ?? [])

/** Quotes by their number: it has no index, so this runs only for a text that looks like one. */
function useQuotesByNumber(text: string): LocalRecord<'devis'>[] | undefined {
  const wanted = quoteNumber(text)
  const query = useMemo(
    () =>
      wanted === null
        ? null
        : { selector: { NUMERO_DEVIS: { $regex: numberPattern(wanted), $options: 'i' } }, limit: QUOTES },
    [wanted],
  )
  return useLiveList('devis', query)
}

/** The best three clients' records: equality on an index, where `$in` would read everything. A fixed number of hooks. */
function useOfClients<R extends 'projet' | 'devis'>(resource: R, ids: readonly string[]): LocalRecord<R>[] {
  const of = (id: string | undefined) => (id ? { selector: { IDCLIENT: id }, limit: PER_CLIENT } : null)
  return firstOf([
    useLiveList(resource, of(ids[0])),
    useLiveList(resource, of(ids[1])),
    useLiveList(resource, of(ids[2])),
  ])
}

function useRdvsOf(ids: readonly string[]): LocalRecord<'rdv'>[] {
  const of = (id: string | undefined) => (id ? { selector: { CLE_PROJET: id }, limit: PER_CLIENT } : null)
  return firstOf([
    useLiveList('rdv', of(ids[0])),
    useLiveList('rdv', of(ids[1])),
    useLiveList('rdv', of(ids[2])),
  ]).filter(isActive)
}

/** The results for a typed text, from the local database and the table of screens: no network, accents ignored. */
export function useSearch(text: string): SearchItem[] {
  const { account } = useSession()
  const typed = text.trim() !== ''
  const found = useClientSearch(text)
  const clients = typed ? (found ?? []).slice(0, CLIENTS) : []
  const owners = new Map(clients.map((client) => [client.IDCLIENT, client]))
  const ids = [...owners.keys()]
  const projets = useOfClients('projet', ids).filter((one) => owners.has(one.IDCLIENT))
  const quotes = useOfClients('devis', ids).filter((one) => one.IDCLIENT !== null && owners.has(one.IDCLIENT))
  const numbered = useQuotesByNumber(text) ?? []
  const shown = projets.slice(0, CLIENTS)
  const rdvs = useRdvsOf(shown.map((one) => one.IDPROJET)).filter((rdv) =>
    shown.some((one) => one.IDPROJET === rdv.IDPROJET),
  )
  const screens = screenItems(text, account.roles)
  const items = [
    ...(typed ? screens.slice(0, SCREENS) : screens),
    ...clients.map(clientItem),
    ...shown.map((one) => projetItem(one, owners.get(one.IDCLIENT))),
    ...[...(quoteNumber(text) ? numbered : []), ...quotes.slice(0, QUOTES)].map((one) =>
      devisItem(one, owners.get(one.IDCLIENT ?? '')),
    ),
    ...rdvs.map(rdvItem),
  ]
  return [...new Map(items.map((item) => [item.id, item])).values()]
}
