import { useMemo } from 'react'
import { today } from '../../../schemas/dates.ts'
import { isActive } from '../../../schemas/entities/rdv.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useClientSearch } from '../../data/records/use-client-search.ts'
import { useLiveList } from '../../data/records/use-live.ts'
import { useRecords } from '../../data/records/use-records.ts'
import { useReferences } from '../../data/records/use-references.ts'
import { useSession } from '../../data/session/session.tsx'
import { useZone } from '../../data/session/use-zone.ts'
import { pageQuery } from '../../domain/clients/client-window.ts'
import { labelsNamed } from '../../domain/labels/labels-named.ts'
import { formatDate } from '../../ui/format/format.ts'
import {
  allClientsItem,
  clientItem,
  devisItem,
  GROUPS,
  interventionItem,
  journalItem,
  labelItem,
  labelledItem,
  numberPattern,
  projetItem,
  quoteNumber,
  rapportItem,
  rdvItem,
  type SearchGroup,
  type SearchItem,
  screenItems,
} from './search-items.ts'
import { useJournalSearch } from './use-journal-search.ts'

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

/** Labels that the text names, and the first clients of the first of them. */
function useLabelled(text: string): {
  labels: readonly LocalRecord<'reference'>[]
  clients: Group<LocalRecord<'client'>>
} {
  const labels = labelsNamed(text, useReferences('LABEL'))
  const first = labels[0]?.id
  const query = useMemo(
    // One more than is shown tells whether there are others.
    () =>
      first === undefined
        ? null
        : pageQuery({ owner: undefined, label: first, key: 'CLE_NOM', from: '', limit: MOST + 1 }),
    [first],
  )
  // The former label's clients stay until the new one's are read.
  const clients = useLiveList('client', query)?.filter(({ IDLABELS }) => IDLABELS.includes(first ?? ''))
  return { labels: labels.slice(0, MOST), clients: firstOf(clients) }
}

/** Records that point to one of these, by the index of the field. */
const of = (field: string, ids: readonly string[]) =>
  ids.length === 0 ? null : { selector: { [field]: { $in: ids } } }

export interface Found {
  items: SearchItem[]
  /** The groups that have other rows than those that are listed. */
  more: ReadonlySet<SearchGroup>
  /** Clients or journals are still read: there may be others than those that are listed. */
  searching: boolean
}

/** The results for a typed text, from the local database and the table of screens: no network, accents ignored. */
export function useSearch(text: string): Found {
  const { account } = useSession()
  const zone = useZone()
  const typed = text.trim() !== ''
  const found = useClientSearch(text, { first: MOST })
  const clients = typed ? (found.clients ?? []) : []
  const owners = new Map(clients.map((client) => [client.IDCLIENT, client]))
  const ids = [...owners.keys()]
  const projets = firstOf(useLiveList('projet', of('IDCLIENT', ids))?.filter((one) => owners.has(one.IDCLIENT)))
  const ofClients = useLiveList('devis', of('IDCLIENT', ids))?.filter((one) => owners.has(one.IDCLIENT)) ?? []
  const numbered = useQuotesByNumber(text)
  const labelled = useLabelled(text)
  const [label] = labelled.labels
  const quotes = firstOf([
    ...new Map([...(quoteNumber(text) ? numbered : []), ...ofClients].map((one) => [one.IDDEVIS, one])).values(),
  ])
  const shown = new Set(projets.rows.map((one) => one.IDPROJET))
  const rdvs = firstOf(
    useLiveList('rdv', of('CLE_PROJET', [...shown]))?.filter((rdv) => isActive(rdv) && shown.has(rdv.IDPROJET ?? '')),
  )
  const works = firstOf(
    useLiveList('intervention', of('IDPROJET', [...shown]))?.filter(({ IDPROJET }) => shown.has(IDPROJET)),
  )
  const reports = firstOf(
    useLiveList('soumission', of('CLE_PROJET', [...shown]))?.filter(({ IDPROJET }) => shown.has(IDPROJET ?? '')),
  )
  const told = useJournalSearch(text, MOST + 1)
  const journal = firstOf(told.hits)
  const tellers = useRecords(
    'client',
    journal.rows.map(({ IDCLIENT }) => IDCLIENT),
    { stale: true },
  )
  const ownerOf = (id: string | null) =>
    owners.get(projets.rows.find(({ IDPROJET }) => IDPROJET === id)?.IDCLIENT ?? '')
  const dayOf = (instant: string | null) => instant && formatDate(today(zone, new Date(instant)))
  const screens = screenItems(text, account.roles)
  const screen = typed ? firstOf(screens) : { rows: screens, more: false }
  const isMore = {
    ecran: screen.more,
    client: typed && found.more,
    etiquette: labelled.clients.more,
    projet: projets.more,
    devis: quotes.more,
    rdv: rdvs.more,
    intervention: works.more,
    rapport: reports.more,
    journal: journal.more,
  }
  return {
    items: [
      ...screen.rows,
      ...clients.map(clientItem),
      ...(isMore.client ? allClientsItem(text, account.roles) : []),
      ...(label ? labelled.clients.rows.map((client) => labelledItem(client, label)) : []),
      ...labelled.labels.flatMap((one) => labelItem(one, account.roles)),
      ...projets.rows.map((one) => projetItem(one, owners.get(one.IDCLIENT))),
      ...quotes.rows.map((one) => devisItem(one, owners.get(one.IDCLIENT))),
      ...rdvs.rows.map(rdvItem),
      ...works.rows.map((one) => interventionItem(one, ownerOf(one.IDPROJET))),
      ...reports.rows.map((one) => rapportItem(one, ownerOf(one.IDPROJET), dayOf(one.DATE_SOUMISSION))),
      ...journal.rows.map((hit) => journalItem(hit, tellers?.get(hit.IDCLIENT))),
    ],
    more: new Set(GROUPS.filter((group) => isMore[group])),
    searching: typed && (told.searching || !found.current),
  }
}
