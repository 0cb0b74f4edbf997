import type { devis } from '../entities/devis.ts'
import { isSignedFile, type Origine } from '../entities/fichier.ts'
import type { RecordOf } from '../entity.ts'

/** Why a record may not be deleted (API-05): the server's words, which a screen says before it asks, without a network too. null: it may be. */

/** Of works: those of an order. One that its customer withdrew from asks for none. */
export const worksRefusal = (order: Pick<RecordOf<typeof devis>, 'DEVIS_SIGNE' | 'REFUSE'> | null): string | null =>
  order?.DEVIS_SIGNE === 1 && order.REFUSE !== 1
    ? 'Cette intervention dépend d’un devis signé. Changez son planning, ou retirez-lui ce devis.'
    : null

export const SIGNED_QUOTE = 'Ce projet a un devis signé.'
export const SIGNED_PV = 'Ce projet a un PV signé.'
/** Of an address: whatever has it would have no place any more. */
export const ADDRESS_IN_USE =
  'C’est l’adresse d’un client, d’un projet ou d’un rendez-vous : changez-la au lieu de la supprimer.'

/**
 * Of a file: a signed one, and the picture of a reserve that the customer saw with the PV that they signed.
 * @param hasPv whether a signed PV of the same works exists
 */
export function fileRefusal(origine: Origine, hasPv: boolean): string | null {
  if (isSignedFile(origine)) return 'Ce document est signé : il ne peut être ni remplacé ni supprimé.'
  return origine === 'photo_reserve' && hasPv
    ? 'Le PV est signé : la photo d’une réserve ne peut plus être supprimée.'
    : null
}
