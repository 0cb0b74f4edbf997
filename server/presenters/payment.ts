import type { PaymentView } from '../../schemas/space/payment.ts'
import type { PaymentRow } from '../plugins/database/tables.ts'

const STATES = { created: 'cree', pending: 'en_attente', confirmed: 'confirme', failed: 'echoue' } as const

export const paymentView = (row: PaymentRow): PaymentView => ({
  id: row.id,
  IDDEVIS: row.devis_id,
  MONTANT: row.amount,
  ETAT: STATES[row.state],
  LIEN: row.state === 'pending' ? row.url : null,
  DATE_CREATION: row.created_at,
  DATE_CONFIRMATION: row.confirmed_at,
})
