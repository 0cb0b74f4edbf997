import { worth } from '../../schemas/rules/encaissements.ts'
import type { GenrePaiement, Moyen } from '../../schemas/rules/payment-kinds.ts'
import type { PaymentView } from '../../schemas/space/payment.ts'
import type { PaymentRow } from '../plugins/database/tables.ts'

const STATES = {
  created: 'cree',
  pending: 'en_attente',
  confirmed: 'confirme',
  failed: 'echoue',
  superseded: 'echoue',
} as const

export const paymentView = (row: PaymentRow): PaymentView => ({
  id: row.id,
  IDDEVIS: row.devis_id,
  MONTANT: row.amount,
  ETAT: STATES[row.state],
  LIEN: row.state === 'pending' ? row.url : null,
  DATE_CREATION: row.created_at,
  DATE_CONFIRMATION: row.confirmed_at,
})

/** A payment that was received, as the list of the order's payments has it. */
export interface ReceivedRow {
  id: string
  IDDEVIS: string
  MONTANT: number
  MOYEN: Moyen
  GENRE: GenrePaiement
  DATE_PAIEMENT: string
  DATE_CREATION: string
}

export const receivedView = (row: ReceivedRow): PaymentView => ({
  id: row.id,
  IDDEVIS: row.IDDEVIS,
  MONTANT: worth({ ...row, ANNULE_LE: null }),
  ETAT: 'confirme',
  LIEN: null,
  DATE_CREATION: row.DATE_CREATION,
  DATE_CONFIRMATION: row.DATE_CREATION,
  MOYEN: row.MOYEN,
  GENRE: row.GENRE,
  DATE_PAIEMENT: row.DATE_PAIEMENT,
})
