import type { AddressCard, PersonCard } from '../../../schemas/space/cards.ts'

export const personName = (person: PersonCard): string =>
  person.NOM_COMPLET ?? [person.PRENOM, person.NOM].filter(Boolean).join(' ')

/** « 3 rue des Lilas, 44000 Nantes »; null when no part is known. */
export function addressLine(address: AddressCard | null): string | null {
  if (!address) return null
  const town = [address.CODE_POSTAL, address.VILLE].filter(Boolean).join(' ')
  return [address.ADRESSE, town].filter(Boolean).join(', ') || null
}
