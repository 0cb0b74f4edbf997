import type { Static } from 'typebox'
import * as Type from 'typebox'
import { object, optional } from '../objects.ts'
import { AddressCard, orNull, PersonCard, textOrNull } from './cards.ts'

/** An appointment as its customer reads it: no observations and no debrief. */
export const SpaceRdv = object(
  {
    IDRDV: Type.String(),
    IDPROJET: textOrNull,
    RDV_OBJET: textOrNull,
    RDV_DEBUT: Type.String(),
    RDV_FIN: Type.String(),
    nature: object({ LIBELLE: Type.String(), CODE: textOrNull }, { additionalProperties: false }),
    adresse: orNull(AddressCard),
    personnes: Type.Array(PersonCard),
    /** Counts the changes: a later file replaces an earlier one in a calendar. Former servers do not say it. */
    SEQUENCE: optional(Type.Integer()),
    /** Its name in calendars (`eventUid`). Former servers do not say it. */
    UID: optional(Type.String()),
  },
  { additionalProperties: false },
)
export type SpaceRdv = Static<typeof SpaceRdv>

/** Works as their customer reads them: when, what, who comes; no notes. */
export const SpaceIntervention = object(
  {
    IDINTERVENTION: Type.String(),
    IDPROJET: Type.String(),
    IDDEVIS: textOrNull,
    RDV_OBJET: textOrNull,
    RDV_DEBUT: Type.String(),
    RDV_FIN: Type.String(),
    type: textOrNull,
    /** When somebody comes, each person apart. `UID`: its name in calendars; former servers do not say it. */
    planning: Type.Array(
      object(
        { DEBUT: Type.String(), FIN: Type.String(), UID: optional(Type.String()) },
        { additionalProperties: false },
      ),
    ),
    /** Where they are: the project's site, else the customer's home. Former servers do not say it. */
    adresse: optional(orNull(AddressCard)),
    personnes: Type.Array(PersonCard),
    termine: Type.Boolean(),
    /** As of an appointment. */
    UID: optional(Type.String()),
  },
  { additionalProperties: false },
)
export type SpaceIntervention = Static<typeof SpaceIntervention>
