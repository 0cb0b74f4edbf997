import { useLiveList } from '../../data/records/use-live.ts'
import { type Devis, inTime } from './order-payments.ts'
import { PaymentSheet } from './payment-sheet.tsx'

/** « Encaisser » from a list of orders: the balance due of one, received now. Nothing until its payments are read, which the balance needs. */
export function CollectSheet({ devis, onClose }: { devis: Devis; onClose: () => void }) {
  const payments = useLiveList('paiement', { selector: { IDDEVIS: devis.IDDEVIS } })
  if (payments === undefined) return null
  return <PaymentSheet devis={devis} payments={inTime(payments)} collected={{}} onClose={onClose} />
}
