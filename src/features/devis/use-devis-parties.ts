import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useLiveRecord } from '../../data/records/use-live.ts'
import { useCompany } from '../../data/session/session.tsx'
import type { QuoteParties } from './devis-parties.ts'

/** The parties of a quote from the local database; undefined while they are read, null when its client is not on this device. */
export function useDevisParties(devis: LocalRecord<'devis'>): QuoteParties | null | undefined {
  const company = useCompany()
  const client = useLiveRecord('client', devis.IDCLIENT)
  const projet = useLiveRecord('projet', devis.IDPROJET)
  const adresse = useLiveRecord('adresse', client?.IDADRESSE)
  const chantier = useLiveRecord('adresse', projet?.ADRESSE_CHANTIER)
  if (client === undefined || projet === undefined || adresse === undefined || chantier === undefined) return undefined
  return client && company ? { company, client, adresse, chantier } : null
}
