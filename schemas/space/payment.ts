import type { Static } from 'typebox'
import * as Type from 'typebox'
import { orNull, textOrNull } from './cards.ts'

const instant = Type.String({ format: 'lolapp-instant' })

/** A payment as staff and customers read it. */
export const PaymentView = Type.Object({
  id: Type.String(),
  IDDEVIS: Type.String(),
  /** Cents. */
  MONTANT: Type.Integer(),
  ETAT: Type.Enum(['cree', 'en_attente', 'confirme', 'echoue']),
  /** Address at which the customer pays; null without a provider, and once the payment has ended. */
  LIEN: textOrNull,
  DATE_CREATION: instant,
  DATE_CONFIRMATION: orNull(instant),
})
export type PaymentView = Static<typeof PaymentView>
