import { useMemo } from 'react'
import { isActive } from '../../../schemas/entities/rdv.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useClientSearch } from '../../data/records/use-client-search.ts'
import { useLiveList } from '../../data/records/use-live.ts'
import { useSession } from '../../data/session/session.tsx'
import {
  allClientsItem,
  clientItem,
  devisItem,
  GROUPS,
  numberPattern,
  projetItem,
  quoteNumber,
  rdvItem,
  type SearchGroup,
  type SearchItem,
  screenItems,
} from './search-items.ts'

/** The most rows of each group. */
const MOST = 6

/** The first rows of a group, and whether there are others. */
interface Group<T> {
  rows: readonly T[]
  more: boolean
}

const firstOf = <T>(all: readonly T[] | undefined): Group<T> => ({
  rows: (all ?? []).slice(0, MOST),
  more: (all?.length ?? 0) > MOST,
})

/** Quotes by their number: it has no index, so this runs only for a text that looks like one. */
function useQuotesByNumber(text: string): LocalRecord<'devis'>[] {
  const wanted = quoteNumber(text)
  const query = useMemo(
    () =>
      wanted === null
        ? null
        : // One more than is shown tells whether there are others.
          { selector: { NUMERO_DEVIS: { $regex: numberPattern(wanted), $options: 'i' } }, limit: MOST + 1 },
    [wanted],
  )
  return useLiveList('devis', query) ?? []
}

/** Records that point to one of these, by the index of the field. */
const of = (field: string, ids: readonly string[]) =>
  ids.length === 0 ? null : { selector: { [field]: { $in: ids } } }

export interface Found {
  items: SearchItem[]
  /** The groups that have other rows than those that are listed. */
  more: ReadonlySet<SearchGroup>
}

/** The results for a typed text, from the local database and the table of screens: no network, accents ignored. */
export function useSearch(text: string): Found {
  const { account } = useSession()
  const typed = text.trim() !== ''
  const found = useClientSearch(text, { first: MOST })
  const clients = typed ? (found.clients ?? []) : []
  const owners = new Map(clients.map((client) => [client.IDCLIENT, client]))
  const ids = [...owners.keys()]
  const projets = firstOf(useLiveList('projet', of('IDCLIENT', ids))?.filter((one) => owners.has(one.IDCLIENT)))
  const ofClients = useLiveList('devis', of('IDCLIENT', ids))?.filter((one) => owners.has(one.IDCLIENT)) ?? []
  const numbered = useQuotesByNumber(text)
  const quotes = firstOf([
    ...new Map([...(quoteNumber(text) ? numbered : []), ...ofClients].map((one) => [one.IDDEVIS, one])).values(),
  ])
  const shown = new Set(projets.rows.map((one) => one.IDPROJET))
  const rdvs = firstOf(
    useLiveList('rdv', of('CLE_PROJET', [...shown]))?.filter((rdv) => isActive(rdv) && shown.has(rdv.IDPROJET ?? '')),
  )
  const screens = screenItems(text, account.roles)
  const screen = typed ? firstOf(screens) : { rows: screens, more: false }
  const isMore = {
    ecran: screen.more,
    client: typed && found.more,
    projet: projets.more,
    devis: quotes.more,
    rdv: rdvs.more,
  }
  return {
    items: [
      ...screen.rows,
      ...clients.map(clientItem),
      ...(isMore.client ? allClientsItem(text, account.roles) : []),
      ...projets.rows.map((one) => projetItem(one, owners.get(one.IDCLIENT))),
      ...quotes.rows.map((one) => devisItem(one, owners.get(one.IDCLIENT))),
      ...rdvs.rows.map(rdvItem),
    ],
    more: new Set(GROUPS.filter((group) => isMore[group])),
  }
}
