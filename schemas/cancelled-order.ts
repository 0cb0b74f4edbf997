import type { Static } from 'typebox'
import * as Type from 'typebox'
import { object, optional } from './objects.ts'

export const LONGEST_CANCEL_REASON = 1000

/**
 * How an order ended outside of the customer's space, as the staff record it: `retractation`, a letter of withdrawal with its day; `annulation`, an agreement
 * with its reason.
 */
export const OrderCancellation = Type.Union([
  Type.Object(
    { GENRE: Type.Literal('retractation'), DATE_COURRIER: Type.String({ format: 'lolapp-date' }) },
    { additionalProperties: false },
  ),
  Type.Object(
    {
      GENRE: Type.Literal('annulation'),
      MOTIF: Type.String({ minLength: 1, maxLength: LONGEST_CANCEL_REASON, pattern: '\\S' }),
      /** Cents that the company keeps, as agreed; older apps do not say it: nothing. */
      MONTANT_CONSERVE: optional(Type.Integer({ minimum: 0, maximum: 1e12 })),
    },
    { additionalProperties: false },
  ),
])
export type OrderCancellation = Static<typeof OrderCancellation>

/** What became of it. `texte` is the receipt; `mail` tells whether the customer got it by mail. */
export const CancelledOrder = object(
  {
    IDDEVIS: Type.String(),
    DATE_REFUSE: Type.String(),
    /** The record in the company's chain of evidence. */
    preuve: object({ numero: Type.Integer(), empreinte: Type.String() }, { additionalProperties: false }),
    texte: Type.String(),
    mail: Type.Boolean(),
  },
  { additionalProperties: false },
)
export type CancelledOrder = Static<typeof CancelledOrder>
