import type { Static } from 'typebox'
import * as Type from 'typebox'
import { object, optional } from '../objects.ts'

/** How a customer is reminded of a quote: the server sends the first two, a person makes the call. */
export const CANAUX = ['mail', 'sms', 'telephone'] as const
export type Canal = (typeof CANAUX)[number]

const id = Type.String({ maxLength: 64, minLength: 1 })
const LE = Type.String({ format: 'lolapp-written-instant' })
const CANAL = Type.Enum([...CANAUX])
const IDPERSONNEL = Type.String({ maxLength: 64 })

/** One reminder, kept with its quote, so that every device of the project shows it. */
export const relance = object({ id, LE, CANAL, IDPERSONNEL }, { additionalProperties: false })
export type Relance = Static<typeof relance>

/** What a device says of a reminder; its author is also its sender. */
const asked = object(
  { id, CANAL, LE: optional(LE), IDPERSONNEL: optional(IDPERSONNEL) },
  { additionalProperties: false },
)
export type AskedRelance = Static<typeof asked>
export const askedRelances = Type.Array(asked, {
  minItems: 1,
  maxItems: 500,
  description: 'La dernière est celle qui est demandée',
})
