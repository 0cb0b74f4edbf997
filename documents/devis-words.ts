import type { Ligne } from '../schemas/rules/devis.ts'
import { percent } from './format.ts'
import type { CompanyIdentity, Customer, DrawnSignature, Place } from './parties.ts'

/** What a quote says on paper and on a screen alike; nothing here draws. */

export interface QuoteDocument {
  company: CompanyIdentity
  logo: Uint8Array | null
  client: Customer
  chantier: Place | null
  devis: {
    NUMERO_DEVIS: string | null
    OBJET: string | null
    /** The name of this variant of a quote; null for a quote alone. */
    VARIANTE: string | null
    LIGNES: Ligne[]
    DATE_EDITION: string | null
    DATE_VALIDITE: string | null
    /** Instant, ISO 8601: dates the file. */
    DATE_CREATION: string | null
  }
  /** Signed at the customer's home: adds the withdrawal form (code de la consommation, L221-18). */
  horsEtablissement: boolean
  /** Null: not signed yet, the page has a place to sign. */
  signature: (DrawnSignature & { proof: readonly (readonly [label: string, value: string])[] }) | null
}

const isReduced = (rate: number): boolean => rate === 550 || rate === 1000

/** The conditions below the amounts, a paragraph each: reduced rates, the company's mentions, the right of withdrawal. */
export function conditionsOf({ company, devis, horsEtablissement }: Omit<QuoteDocument, 'logo'>): string[] {
  const reduced = [...new Set(devis.LIGNES.map((line) => line.TAUX_TVA))].filter(isReduced)
  return [
    ...(reduced.length > 0
      ? [
          `TVA à taux réduit (${reduced.map(percent).join(', ')}) : le client certifie que les travaux portent sur un logement achevé depuis plus de deux ans et remplissent les conditions des articles 278-0 bis A et 279-0 bis du code général des impôts.`,
        ]
      : []),
    ...(company.MENTIONS_LEGALES ? [company.MENTIONS_LEGALES] : []),
    ...(company.ASSURANCE ? [`Assurance professionnelle : ${company.ASSURANCE}`] : []),
    ...(company.MEDIATEUR ? [`Médiateur de la consommation : ${company.MEDIATEUR}`] : []),
    ...(horsEtablissement
      ? [
          'Contrat conclu hors établissement : le client peut se rétracter sans motif pendant quatorze jours à compter de la conclusion du contrat (réception du bien pour une vente). Aucun paiement ne peut être demandé avant sept jours. Le formulaire de rétractation est joint.',
        ]
      : []),
  ]
}

/** The model form of the code de la consommation (annexe à l'article R221-1), a paragraph each. */
export function withdrawalLines(
  { company, client }: Pick<QuoteDocument, 'company' | 'client'>,
  number: string,
): string[] {
  const address = [company.ADRESSE, company.CODE_POSTAL, company.VILLE].filter(Boolean).join(' ')
  return [
    'Veuillez compléter et renvoyer le présent formulaire uniquement si vous souhaitez vous rétracter du contrat.',
    `À l'attention de ${[company.NOM, address, company.TELEPHONE, company.MAIL].filter(Boolean).join(', ')} :`,
    'Je vous notifie par la présente ma rétractation du contrat portant sur la vente du bien et la prestation de services ci-dessous :',
    `Devis ${number}`,
    'Commandé le : ____________________   Reçu le : ____________________',
    `Nom du consommateur : ${[client.PRENOM, client.NOM].filter(Boolean).join(' ')}`,
    `Adresse du consommateur : ${[client.ADRESSE, client.CODE_POSTAL, client.VILLE].filter(Boolean).join(' ')}`,
    'Date : ____________________',
    'Signature du consommateur (uniquement en cas de notification du présent formulaire sur papier) :',
  ]
}
