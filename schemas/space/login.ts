import type { Static } from 'typebox'
import * as Type from 'typebox'
import { object, optional } from '../objects.ts'
import { textOrNull } from './cards.ts'

/** A session as the contract gives it; the token is given here and never again. */
export const IssuedToken = object({
  token: Type.String(),
  tokenable_type: Type.Union([Type.Literal('personnel'), Type.Literal('client'), Type.Literal('admin')]),
  tokenable_id: Type.String(),
  company_id: textOrNull,
  expires_at: Type.String({ format: 'lolapp-instant' }),
  /** The session may do nothing but set up a second factor. */
  setting_up: optional(Type.Literal(true)),
})
export type IssuedToken = Static<typeof IssuedToken>

/** A code was sent; the answer is the same for an unknown customer. */
export const AskedCode = object({ challenge: Type.String() }, { additionalProperties: false })
export type AskedCode = Static<typeof AskedCode>

/** A signing code, with the masked number that it went to. */
export const AskedSigningCode = object(
  { challenge: Type.String(), PORTABLE: Type.String() },
  { additionalProperties: false },
)
export type AskedSigningCode = Static<typeof AskedSigningCode>

/**
 * Several customers share the number: the person chooses one. `preuve`: there are others whose space this number has never opened; they are not named.
 */
export const ClientChoice = object(
  {
    clients: Type.Array(object({ IDCLIENT: Type.String(), label: Type.String() })),
    preuve: optional(Type.Boolean()),
  },
  { additionalProperties: false },
)
export type ClientChoice = Static<typeof ClientChoice>
