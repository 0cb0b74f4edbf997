import Type, { type Static } from 'typebox'
import type { PaymentRow } from '../plugins/database/tables.ts'

/** A payment as staff and customers read it. */
export const PaymentView = Type.Object({
  id: Type.String(),
  IDDEVIS: Type.String(),
  /** Cents. */
  MONTANT: Type.Integer(),
  ETAT: Type.Enum(['cree', 'en_attente', 'confirme', 'echoue']),
  /** Where the customer pays; null without a provider, and once it is over. */
  LIEN: Type.Union([Type.String(), Type.Null()]),
  DATE_CREATION: Type.String({ format: 'lolapp-instant' }),
  DATE_CONFIRMATION: Type.Union([Type.String({ format: 'lolapp-instant' }), Type.Null()]),
})

const STATES = { created: 'cree', pending: 'en_attente', confirmed: 'confirme', failed: 'echoue' } as const

export const paymentView = (row: PaymentRow): Static<typeof PaymentView> => ({
  id: row.id,
  IDDEVIS: row.devis_id,
  MONTANT: row.amount,
  ETAT: STATES[row.state],
  LIEN: row.state === 'pending' ? row.url : null,
  DATE_CREATION: row.created_at,
  DATE_CONFIRMATION: row.confirmed_at,
})
