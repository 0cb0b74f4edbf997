import { useEffect, useMemo } from 'react'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { searchRanges } from '../../data/records/client-search.ts'
import { useClientSearch, useShownClients } from '../../data/records/use-client-search.ts'
import { useClientPages } from '../../domain/clients/use-client-pages.ts'

type Client = LocalRecord<'client'>

/** When a page has fewer rows of the agency than this, the next page is read at once. */
const ENOUGH = 60

export interface AgencyClients {
  /** undefined until the first answer. */
  clients: Client[] | undefined
  complete: boolean
  /** There are others, which `loadMore` reads. */
  more: boolean
  searching: boolean
  loadMore: () => void
  loadAll: () => void
}

/** Clients of an agency (null: all), with a label if one is given, by name, page by page; or those that match a typed text. */
export function useAgencyClients(text: string, agence: string | null, label?: string): AgencyClients {
  const searching = searchRanges(text).length > 0
  const { rows, complete, loadMore, loadAll } = useClientPages({ owner: undefined, label, key: 'CLE_NOM' })
  const found = useClientSearch(searching ? text : '', { agence, label })
  const clients = useMemo(
    () => rows?.filter((client) => agence === null || client.IDAGENCE === null || client.IDAGENCE === agence),
    [rows, agence],
  )
  const few = !searching && !complete && clients !== undefined && clients.length < ENOUGH
  useEffect(() => {
    if (few) loadMore()
  }, [few, loadMore])
  const shown = useShownClients(searching, found, clients)
  if (shown.isFound) return { ...found, clients: shown.clients, searching }
  return { clients: shown.clients, complete, more: !complete, searching: false, loadMore, loadAll }
}
