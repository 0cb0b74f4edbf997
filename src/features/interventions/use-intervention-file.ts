import { type OtherQuote, otherQuoteOf } from '../../../schemas/rules/intervention-devis.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { type FileView, useFiles } from '../../data/records/use-files.ts'
import { useLiveList, useLiveRecord } from '../../data/records/use-live.ts'

export interface InterventionFile {
  /** undefined while it is read, null when this device has none. */
  intervention: LocalRecord<'intervention'> | null | undefined
  projet: LocalRecord<'projet'> | null | undefined
  client: LocalRecord<'client'> | null | undefined
  devis: LocalRecord<'devis'> | null | undefined
  /** Set where its quote is one that the customer did not choose. */
  other: OtherQuote<LocalRecord<'devis'>> | null
  /** The client's own address. */
  adresse: LocalRecord<'adresse'> | null | undefined
  /** The building site; null when the project has none. */
  chantier: LocalRecord<'adresse'> | null | undefined
  files: FileView[] | undefined
  /** The signed PV, on this device or on the server. */
  pv: FileView | null
}

/** An intervention and the data needed on site, from this device. The component that uses it is keyed by `id`. */
export function useInterventionFile(id: string): InterventionFile {
  const intervention = useLiveRecord('intervention', id)
  const projet = useLiveRecord('projet', intervention?.IDPROJET)
  const client = useLiveRecord('client', projet?.IDCLIENT)
  const devis = useLiveRecord('devis', intervention?.IDDEVIS)
  const quotes = useLiveList(
    'devis',
    intervention?.IDDEVIS ? { selector: { IDPROJET: intervention.IDPROJET } } : null,
  )?.filter(({ IDPROJET }) => IDPROJET === intervention?.IDPROJET)
  const other = intervention && quotes ? otherQuoteOf(intervention, quotes) : null
  const adresse = useLiveRecord('adresse', client?.IDADRESSE)
  const chantier = useLiveRecord('adresse', projet?.ADRESSE_CHANTIER)
  const files = useFiles({ recordId: id })
  const pv = files?.find((file) => file.origin === 'intervention_sign_pv') ?? null
  return { intervention, projet, client, devis, other, adresse, chantier, files, pv }
}
