/** How money of an order arrives, as people enter it. */
export const MOYENS_SAISIS = ['virement', 'cheque', 'carte', 'especes'] as const
/** `en_ligne`: confirmed by the payment service; the server alone writes it. */
export const MOYENS = [...MOYENS_SAISIS, 'en_ligne'] as const
export type Moyen = (typeof MOYENS)[number]

/** What a payment is of its order. A `remboursement` went back to the customer. */
export const GENRES_PAIEMENT = ['acompte', 'solde', 'autre', 'remboursement'] as const
export type GenrePaiement = (typeof GENRES_PAIEMENT)[number]

export const MOYEN_LABELS: Record<Moyen, string> = {
  virement: 'Virement',
  cheque: 'Chèque',
  carte: 'Carte',
  especes: 'Espèces',
  en_ligne: 'En ligne',
}
export const GENRE_LABELS: Record<GenrePaiement, string> = {
  acompte: 'Acompte',
  solde: 'Solde',
  autre: 'Autre paiement',
  remboursement: 'Remboursement',
}

/** Cents in the words of a message: « 1 234,50 € », without cents where there are none. */
export function inEuros(cents: number): string {
  const [units = '0', rest = '00'] = (Math.abs(cents) / 100).toFixed(2).split('.')
  const grouped = units.replace(/\B(?=(\d{3})+$)/g, '\u00a0')
  return `${cents < 0 ? '-' : ''}${grouped}${rest === '00' ? '' : `,${rest}`}\u00a0€`
}
