import type { Static } from 'typebox'
import * as Type from 'typebox'
import { object, optional } from '../objects.ts'
import { GENRES_PAIEMENT, MOYENS } from '../rules/payment-kinds.ts'
import { orNull, textOrNull } from './cards.ts'

const instant = Type.String({ format: 'lolapp-instant' })

/** A payment of an order as staff and customers read it: received, by whatever means, or asked for and not confirmed yet. */
export const PaymentView = object({
  id: Type.String(),
  IDDEVIS: Type.String(),
  /** Cents; below 0 for a refund. */
  MONTANT: Type.Integer(),
  ETAT: Type.Enum(['cree', 'en_attente', 'confirme', 'echoue']),
  /** Address at which the customer pays; null without a provider, and once the payment has ended. */
  LIEN: textOrNull,
  DATE_CREATION: instant,
  DATE_CONFIRMATION: orNull(instant),
  /** Of a received payment alone: how, what it is of the order, and the day. */
  MOYEN: optional(Type.Enum([...MOYENS])),
  GENRE: optional(Type.Enum([...GENRES_PAIEMENT])),
  DATE_PAIEMENT: optional(Type.String()),
})
export type PaymentView = Static<typeof PaymentView>
