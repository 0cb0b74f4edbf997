import type { ReceiptDocument } from '../../../documents/recu.ts'
import { useLiveRecord } from '../../data/records/use-live.ts'
import { useCompany } from '../../data/session/session.tsx'
import type { Company } from '../../data/session/stored-session.ts'
import { customerOf, identityOf, placeOf } from '../documents/parties.ts'
import { balanceAfter, type Devis, type Paiement } from './order-payments.ts'

export interface Receipt {
  company: Company
  document: Omit<ReceiptDocument, 'logo'>
}

/** The receipt of a payment from the local database; undefined while it is read, null when its client is not on this device. */
export function useReceipt(
  devis: Devis,
  payments: readonly Paiement[],
  paiement: Paiement,
): Receipt | null | undefined {
  const company = useCompany()
  const client = useLiveRecord('client', devis.IDCLIENT)
  const projet = useLiveRecord('projet', devis.IDPROJET)
  const adresse = useLiveRecord('adresse', client?.IDADRESSE)
  const chantier = useLiveRecord('adresse', projet?.ADRESSE_CHANTIER)
  if (client === undefined || projet === undefined || adresse === undefined || chantier === undefined) return undefined
  if (!client || !company) return null
  const { received, left, over } = balanceAfter(devis, payments, paiement.id)
  return {
    company,
    document: {
      company: identityOf(company),
      client: customerOf({ client, adresse }),
      chantier: chantier && placeOf(chantier),
      devis,
      paiement,
      received,
      left,
      over,
    },
  }
}
