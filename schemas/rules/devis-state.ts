/** The fields that a quote's state is computed from. */
export interface QuoteDates {
  DEVIS_SIGNE: 0 | 1
  REFUSE: 0 | 1
  DATE_TRANSMISSION: string | null
  DATE_CONSULTATION: string | null
  VARIANTE?: string | null
  GROUPE_VARIANTES?: string | null
}

/**
 * The chip of a quote: brouillon → transmis → consulté → signé | refusé; a signed one may end by cancellation. `otherSigned`: its customer has signed another
 * quote of the project since (`isSuperseded`), or another variant.
 */
export function quoteState(devis: QuoteDates, otherSigned = false): { label: string; color: string } {
  if (devis.DEVIS_SIGNE === 1) {
    return devis.REFUSE === 1 ? { label: 'Annulé', color: 'red' } : { label: 'Signé', color: 'green' }
  }
  if (devis.REFUSE === 1) return { label: 'Refusé', color: 'red' }
  if (otherSigned) {
    const isVariant = Boolean(devis.VARIANTE || devis.GROUPE_VARIANTES)
    return { label: isVariant ? 'Non retenu' : 'Un autre devis est signé', color: 'grey' }
  }
  if (devis.DATE_CONSULTATION) return { label: 'Consulté', color: 'purple' }
  if (devis.DATE_TRANSMISSION) return { label: 'Transmis', color: 'blue' }
  return { label: 'Brouillon', color: 'grey' }
}

/** Names the day that ended it: « Refusé le », « Annulé le » of an order. */
export const endedOn = (devis: QuoteDates): string => `${quoteState({ ...devis, REFUSE: 1 }).label} le`
