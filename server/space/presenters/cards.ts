import type { AddressCard, PersonCard } from '../../../schemas/space/cards.ts'

// Each presenter names the fields that are sent: a column that is added later is not sent by itself.
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
