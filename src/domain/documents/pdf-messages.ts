import type { QuoteDocument } from '../../../documents/devis-words.ts'
import type { PvDocument } from '../../../documents/pv.ts'
import type { ReceiptDocument } from '../../../documents/recu.ts'

/** Messages between a screen and its PDF worker. */
export type PdfOrder = { quote: QuoteDocument } | { pv: PvDocument } | { receipt: ReceiptDocument }
/** Orders and answers are matched by number: a worker makes several documents at a time. */
export interface PdfMessage {
  id: number
  order: PdfOrder
}
export type PdfAnswer = { id: number } & ({ bytes: Uint8Array } | { error: string })
