import { reducedVat } from '../../documents/devis-words.ts'
import type { Ligne } from '../../schemas/rules/devis.ts'

interface Quote {
  NUMERO_DEVIS: string | null
  PRIX_TTC: number
  LIGNES: Ligne[]
}

export const euros = (cents: number): string =>
  (cents / 100).toLocaleString('fr-FR', { style: 'currency', currency: 'EUR' }).replace(/\s/g, ' ')

/** The exact text that a signature agrees to; the evidence keeps it. Its words of reduced VAT are those of the conditions. */
export function consentText({ NUMERO_DEVIS, PRIX_TTC, LIGNES }: Quote): string {
  const vat = reducedVat(LIGNES)
  return [
    `J'ai lu le devis ${NUMERO_DEVIS ?? ''} d'un montant de ${euros(PRIX_TTC)} TTC et je l'accepte : cette commande m'oblige à le payer.`,
    ...(vat === null ? [] : [`Je certifie que ${vat}.`]),
  ].join(' ')
}
