import { devis as devisEntity } from '../../../schemas/entities/devis.ts'
import { paiementsText } from '../../text/paiements.ts'
import { formatDate } from '../../ui/format/format.ts'
import { Sheet } from '../../ui/page/sheet.tsx'
import { PdfSheet } from '../documents/pdf-sheet.tsx'
import type { Devis, Paiement } from './order-payments.ts'
import { useReceipt } from './use-receipt.ts'

const text = paiementsText.receipt

export interface ReceiptSheetProps {
  devis: Devis
  /** All payments of the order, in time. */
  payments: readonly Paiement[]
  paiement: Paiement
  onClose: () => void
}

/** « Reçu »: the receipt of one payment as a PDF, made on this device. */
export function ReceiptSheet({ devis, payments, paiement, onClose }: ReceiptSheetProps) {
  const receipt = useReceipt(devis, payments, paiement)
  if (receipt === undefined) return null
  if (receipt === null)
    return (
      <Sheet opened onClose={onClose} title={text.title}>
        {text.missing}
      </Sheet>
    )
  // A file's name has no slash.
  const day = formatDate(paiement.DATE_PAIEMENT).replaceAll('/', '-')
  return (
    <PdfSheet
      title={text.title}
      name={text.name(devisEntity.label(devis), day)}
      company={receipt.company}
      order={(logo) => ({ receipt: { ...receipt.document, logo } })}
      note={text.note}
      onClose={onClose}
    />
  )
}
