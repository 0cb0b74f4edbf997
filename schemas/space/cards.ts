import type { Static, TSchema } from 'typebox'
import * as Type from 'typebox'
import { object } from '../objects.ts'

export const textOrNull = Type.Union([Type.String(), Type.Null()])
export const orNull = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])

/** What a customer may see of a member of the staff: only of those who are responsible for them or visit them. */
export const PersonCard = object(
  { NOM_COMPLET: textOrNull, PRENOM: textOrNull, NOM: Type.String(), MAIL: textOrNull, TELEPHONE_PORTABLE: textOrNull },
  { additionalProperties: false },
)
export type PersonCard = Static<typeof PersonCard>

export const AddressCard = object(
  { ADRESSE: textOrNull, CODE_POSTAL: textOrNull, VILLE: textOrNull },
  { additionalProperties: false },
)
export type AddressCard = Static<typeof AddressCard>

export const AgencyCard = object(
  {
    NOM_AGENCE: Type.String(),
    ADRESSE: textOrNull,
    CODE_POSTAL: textOrNull,
    VILLE: textOrNull,
    TELEPHONE: textOrNull,
  },
  { additionalProperties: false },
)
export type AgencyCard = Static<typeof AgencyCard>

/** The customer themselves, with the people responsible for them. */
export const Me = object(
  {
    IDCLIENT: Type.String(),
    NOM: Type.String(),
    PRENOM: textOrNull,
    PORTABLE: textOrNull,
    TELEPHONE: textOrNull,
    MAIL: textOrNull,
    adresse: orNull(AddressCard),
    commercial: orNull(PersonCard),
    agence: orNull(AgencyCard),
  },
  { additionalProperties: false },
)
export type Me = Static<typeof Me>
