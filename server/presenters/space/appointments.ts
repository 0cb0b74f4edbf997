import Type, { type Static } from 'typebox'
import { UNKNOWN_NATURE } from '../../../schemas/entities/reference.ts'
import { AddressCard, orNull, PersonCard, textOrNull } from './cards.ts'

/** An appointment as its customer reads it: no observations and no debrief. */
export const SpaceRdv = Type.Object(
  {
    IDRDV: Type.String(),
    IDPROJET: textOrNull,
    RDV_OBJET: textOrNull,
    RDV_DEBUT: Type.String(),
    RDV_FIN: Type.String(),
    nature: Type.Object({ LIBELLE: Type.String(), CODE: textOrNull }, { additionalProperties: false }),
    adresse: orNull(AddressCard),
    personnes: Type.Array(PersonCard),
  },
  { additionalProperties: false },
)
export type SpaceRdv = Static<typeof SpaceRdv>

/** Works as their customer reads them: when, what, who comes; no notes. */
export const SpaceIntervention = Type.Object(
  {
    IDINTERVENTION: Type.String(),
    IDPROJET: Type.String(),
    IDDEVIS: textOrNull,
    RDV_OBJET: textOrNull,
    RDV_DEBUT: Type.String(),
    RDV_FIN: Type.String(),
    type: textOrNull,
    planning: Type.Array(Type.Object({ DEBUT: Type.String(), FIN: Type.String() }, { additionalProperties: false })),
    personnes: Type.Array(PersonCard),
    termine: Type.Boolean(),
  },
  { additionalProperties: false },
)
export type SpaceIntervention = Static<typeof SpaceIntervention>

export const natureOf = (row: { LIBELLE: string; CODE: string | null } | undefined): SpaceRdv['nature'] =>
  row ? { LIBELLE: row.LIBELLE, CODE: row.CODE } : { LIBELLE: UNKNOWN_NATURE, CODE: null }
