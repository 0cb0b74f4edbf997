import type { Static } from 'typebox'
import * as Type from 'typebox'
import { object, optional } from '../objects.ts'
import { LONGEST_SOUHAIT, MOST_SOUHAITS } from '../rules/annonces.ts'
import { AddressCard, orNull, textOrNull } from './cards.ts'

const wall = Type.String({ format: 'lolapp-datetime', maxLength: 16 })

/** How the appointment of a link stands: `attente` until its customer answers. */
export const ETATS_LIEN = ['attente', 'confirme', 'autre_moment', 'annule', 'passe'] as const
export type EtatLien = (typeof ETATS_LIEN)[number]

/** One appointment as the holder of its link reads it: no name of the customer, no subject, no note. */
export const LinkedRdv = object(
  {
    RDV_DEBUT: Type.String(),
    RDV_FIN: Type.String(),
    etat: Type.Enum([...ETATS_LIEN]),
    /** The office has their request for another time, also of one that was cancelled or is past. Older servers do not say it. */
    demande: optional(Type.Boolean()),
    adresse: orNull(AddressCard),
    personnes: Type.Array(
      object({ NOM: Type.String(), TELEPHONE_PORTABLE: textOrNull }, { additionalProperties: false }),
    ),
    TELEPHONE: textOrNull,
  },
  { additionalProperties: false },
)
export type LinkedRdv = Static<typeof LinkedRdv>

const token = Type.String({ minLength: 1, maxLength: 100 })
/** The time that the customer saw: an answer to a former time is none to the present one. */
const RDV_DEBUT = wall

export const OpenRdv = object({ token }, { additionalProperties: false })
export const ConfirmRdv = object({ token, RDV_DEBUT }, { additionalProperties: false })
export const OtherTime = object(
  {
    token,
    RDV_DEBUT,
    MESSAGE: optional(Type.String({ maxLength: LONGEST_SOUHAIT })),
    /** Wished times, in the company's wall clock. */
    SOUHAITS: optional(Type.Array(wall, { maxItems: MOST_SOUHAITS })),
  },
  { additionalProperties: false },
)
export type OtherTime = Static<typeof OtherTime>
