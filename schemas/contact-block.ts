import type { Static } from 'typebox'
import * as Type from 'typebox'
import { object } from './objects.ts'

const textOrNull = Type.Union([Type.String(), Type.Null()])

/** Signing by code that a changed contact of a client blocks (SPA-04), for whoever of the staff helps the customer on. */
const ContactBlock = object(
  {
    /** Of the change. */
    DEPUIS: Type.String(),
    /** Null: until the former contact is restored, or the company lifts it. */
    JUSQUA: textOrNull,
    /** When the former contact said « Ce n’est pas moi »; null while nobody did. Without an end, it could not be told of the change. */
    CONTESTE_LE: textOrNull,
    /** The contact that ends the block once it is restored; empty where there was none. */
    ANCIEN_NUMERO: Type.String(),
    ANCIENNE_ADRESSE: Type.String(),
  },
  { additionalProperties: false },
)

/** Null: codes may sign. */
export const ContactState = object(
  { BLOCAGE: Type.Union([ContactBlock, Type.Null()]) },
  { additionalProperties: false },
)
export type ContactState = Static<typeof ContactState>
