import Type, { type Static, type TSchema } from 'typebox'

export const textOrNull = Type.Union([Type.String(), Type.Null()])
export const orNull = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])

/** What a customer may know of a member of the staff: those who look after them or come to them, nobody else. */
export const PersonCard = Type.Object(
  { NOM_COMPLET: textOrNull, PRENOM: textOrNull, NOM: Type.String(), MAIL: textOrNull, TELEPHONE_PORTABLE: textOrNull },
  { additionalProperties: false },
)
export type PersonCard = Static<typeof PersonCard>

export const AddressCard = Type.Object(
  { ADRESSE: textOrNull, CODE_POSTAL: textOrNull, VILLE: textOrNull },
  { additionalProperties: false },
)
export type AddressCard = Static<typeof AddressCard>

export const AgencyCard = Type.Object(
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

// Each presenter names what leaves: a column that is added one day does not.
export const personCard = (row: PersonCard): PersonCard => ({
  NOM_COMPLET: row.NOM_COMPLET,
  PRENOM: row.PRENOM,
  NOM: row.NOM,
  MAIL: row.MAIL,
  TELEPHONE_PORTABLE: row.TELEPHONE_PORTABLE,
})

export const addressCard = (row: AddressCard): AddressCard => ({
  ADRESSE: row.ADRESSE,
  CODE_POSTAL: row.CODE_POSTAL,
  VILLE: row.VILLE,
})
