import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useLiveList, useLiveRecord } from '../../data/records/use-live.ts'
import { usePageRecord } from '../../forms/use-page-record.ts'

export interface ProjetFile {
  /** undefined while it is read, null when this device has none. */
  projet: LocalRecord<'projet'> | null | undefined
  client: LocalRecord<'client'> | null | undefined
  /** The building site, else the client's address. */
  site: LocalRecord<'adresse'> | null | undefined
  devis: LocalRecord<'devis'>[] | undefined
  rdvs: LocalRecord<'rdv'>[] | undefined
  interventions: LocalRecord<'intervention'>[] | undefined
  soumissions: LocalRecord<'soumission'>[] | undefined
  /** Definitions of the reports. */
  rapports: LocalRecord<'rapport'>[] | undefined
  fichiers: LocalRecord<'fichier'>[] | undefined
}

/** A project and all its records, from the local database. The component that uses it is keyed by `id`. */
export function useProjetFile(id: string): ProjetFile {
  const projet = usePageRecord('projet', id)
  const client = useLiveRecord('client', projet?.IDCLIENT)
  const site = useLiveRecord('adresse', projet?.ADRESSE_CHANTIER ?? client?.IDADRESSE)
  const devis = useLiveList('devis', { selector: { IDPROJET: id } })
  const rdvs = useLiveList('rdv', { selector: { CLE_PROJET: id } })
  const interventions = useLiveList('intervention', { selector: { IDPROJET: id } })
  const soumissions = useLiveList('soumission', { selector: { IDPROJET: id } })
  const rapports = useLiveList('rapport', {})
  const fichiers = useLiveList('fichier', { selector: { IDPROJET: id } })
  return {
    projet,
    client,
    site,
    devis: devis?.toSorted((a, b) => (b.DATE_CREATION ?? '9').localeCompare(a.DATE_CREATION ?? '9')),
    rdvs: rdvs?.filter((rdv) => rdv.SUPPRIME !== 1).toSorted((a, b) => b.RDV_DEBUT.localeCompare(a.RDV_DEBUT)),
    interventions: interventions?.toSorted((a, b) => b.RDV_DEBUT.localeCompare(a.RDV_DEBUT)),
    soumissions,
    rapports,
    fichiers,
  }
}
