import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useLiveList, useLiveRecord } from '../../data/records/use-live.ts'
import { usePageRecord } from '../../forms/use-page-record.ts'

export interface ClientFile {
  /** undefined while it is read, null when this device has none. */
  client: LocalRecord<'client'> | null | undefined
  adresse: LocalRecord<'adresse'> | null | undefined
  projets: LocalRecord<'projet'>[] | undefined
  devis: LocalRecord<'devis'>[] | undefined
  rdvs: LocalRecord<'rdv'>[] | undefined
  interventions: LocalRecord<'intervention'>[] | undefined
}

const latestFirst = (a: { DATE_CREATION: string | null }, b: { DATE_CREATION: string | null }): number =>
  // A record that was made here and is not sent yet has no date: it counts as the newest.
  (b.DATE_CREATION ?? '9').localeCompare(a.DATE_CREATION ?? '9')

/** A client and all its records, from the local database. The component that uses it is keyed by `id`. */
export function useClientFile(id: string): ClientFile {
  const client = usePageRecord('client', id)
  const adresse = useLiveRecord('adresse', client?.IDADRESSE)
  const projets = useLiveList('projet', { selector: { IDCLIENT: id } })
  const devis = useLiveList('devis', { selector: { IDCLIENT: id } })
  const ids = (projets ?? []).map((projet) => projet.IDPROJET).sort()
  const none = projets !== undefined && ids.length === 0
  const rdvs = useLiveList(
    'rdv',
    ids.length === 0 ? null : { selector: { CLE_PROJET: { $in: ids }, SUPPRIME: 0 }, sort: [{ RDV_DEBUT: 'desc' }] },
  )
  const interventions = useLiveList('intervention', ids.length === 0 ? null : { selector: { IDPROJET: { $in: ids } } })
  return {
    client,
    adresse,
    projets: projets?.toSorted(latestFirst),
    devis: devis?.toSorted(latestFirst),
    rdvs: none ? [] : rdvs,
    interventions: none ? [] : interventions,
  }
}
