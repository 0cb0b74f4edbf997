import type { Ligne } from '../../schemas/rules/devis.ts'

interface Quote {
  NUMERO_DEVIS: string | null
  PRIX_TTC: number
  LIGNES: Ligne[]
}

export const euros = (cents: number): string =>
  (cents / 100).toLocaleString('fr-FR', { style: 'currency', currency: 'EUR' }).replace(/\s/g, ' ')

/** Reduced VAT depends on what the customer certifies about the building (CGI, art. 279-0 bis and 278-0 bis A). */
const REDUCED_VAT =
  "Je certifie que les travaux à taux réduit de TVA portent sur des locaux à usage d'habitation achevés depuis plus de deux ans."

/** The exact text that a signature agrees to; the evidence keeps it. */
export const consentText = ({ NUMERO_DEVIS, PRIX_TTC, LIGNES }: Quote): string =>
  [
    `J'ai lu le devis ${NUMERO_DEVIS ?? ''} d'un montant de ${euros(PRIX_TTC)} TTC et je l'accepte : cette commande m'oblige à le payer.`,
    ...(LIGNES.some((line) => line.TAUX_TVA === 550 || line.TAUX_TVA === 1000) ? [REDUCED_VAT] : []),
  ].join(' ')
