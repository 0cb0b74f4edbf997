import type { ResourceRecord } from '../../../schemas/resources.ts'
import type { AddressCard, PersonCard } from '../../../schemas/space/cards.ts'
import type { LinkedRdv } from '../../../schemas/space/rdv-link.ts'

interface Around {
  etat: LinkedRdv['etat']
  demande: boolean
  adresse: AddressCard | null
  personnes: readonly PersonCard[]
  /** The company's. */
  phone: string | null
}

/** What the holder of a link reads: when, where, who comes, and whom to call. Whose appointment it is stands nowhere. */
export const presentLinkedRdv = (
  { RDV_DEBUT, RDV_FIN }: Pick<ResourceRecord<'rdv'>, 'RDV_DEBUT' | 'RDV_FIN'>,
  { etat, demande, adresse, personnes, phone }: Around,
): LinkedRdv => ({
  RDV_DEBUT,
  RDV_FIN,
  etat,
  demande,
  adresse,
  personnes: personnes.map(({ NOM_COMPLET, NOM, TELEPHONE_PORTABLE }) => ({
    NOM: NOM_COMPLET || NOM,
    TELEPHONE_PORTABLE,
  })),
  TELEPHONE: phone,
})
