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
  /** Of a signed quote, as they were signed; null: those of today. */
  conditions: readonly string[] | null
  /** Null: not signed yet, the page has a place to sign. */
  signature: (DrawnSignature & { proof: readonly (readonly [label: string, value: string])[] }) | null
}

type Reached = Pick<CompanyIdentity, 'NOM' | 'ADRESSE' | 'CODE_POSTAL' | 'VILLE' | 'TELEPHONE' | 'MAIL'>
type Stated = Pick<CompanyIdentity, 'MENTIONS_LEGALES' | 'ASSURANCE' | 'MEDIATEUR'>

/** What the conditions of a contract speak of. */
export interface ConditionsOf {
  company: Reached & Stated
  devis: Pick<QuoteDocument['devis'], 'LIGNES'>
  horsEtablissement: boolean
  conditions: readonly string[] | null
}

/** The rate for energy renovation (CGI, art. 278-0 bis A). */
const ENERGY = 550
/** That rate, and the one for other works on a home (art. 279-0 bis). */
const MAINLAND: readonly number[] = [ENERGY, 1000]
/** In Guadeloupe, Martinique and La Réunion both kinds of works have one rate (art. 296, 1°). */
const REDUCED: readonly number[] = [...MAINLAND, 210]
const reducedRates = (lines: readonly Pick<Ligne, 'TAUX_TVA'>[], known = REDUCED): number[] =>
  [...new Set(lines.map((line) => line.TAUX_TVA))].filter((rate) => known.includes(rate))

/**
 * What a customer certifies so that works have a reduced rate, to follow « je certifie que »; null where no line has one. Since 16 February 2025 the quote says
 * it, in place of a certificate of its own.
 */
export function reducedVat(lines: readonly Pick<Ligne, 'TAUX_TVA'>[]): string | null {
  const rates = reducedRates(lines)
  if (rates.length === 0) return null
  const energy = rates.includes(ENERGY)
    ? ', et que ceux au taux de 5,5 % sont des travaux de rénovation énergétique (article 278-0 bis A du même code)'
    : ''
  return `les travaux à taux réduit de TVA portent sur des locaux à usage d’habitation achevés depuis plus de deux ans, qu’ils ne concourent pas à la production d’un immeuble neuf et n’augmentent pas de plus de 10 % la surface de plancher des locaux existants (article 279-0 bis du code général des impôts)${energy}`
}

/** Code de la consommation, L221-5, L221-9, L221-10, L221-18 to L221-25 and the model notice of R221-3. No cost of sending goods back is named: the company bears it. */
const withdrawalConditions = ({ company }: Pick<ConditionsOf, 'company'>): string[] => [
  'Droit de rétractation (code de la consommation, articles L221-18 à L221-28) : ce contrat est conclu hors établissement, le client a le droit de se rétracter du contrat sans donner de motif dans un délai de quatorze jours. Ce délai expire quatorze jours après le jour de la conclusion du contrat ou, pour un bien livré, de sa réception.',
  `Pour se rétracter, le client notifie sa décision à ${nameAndContacts(company)}, par une déclaration dénuée d’ambiguïté : depuis son espace client, par lettre ou par courrier électronique. Il peut utiliser le formulaire de rétractation joint, sans y être obligé. Il suffit que sa communication parte avant la fin du délai.`,
  'En cas de rétractation, l’entreprise rembourse tous les paiements reçus, par le même moyen de paiement et sans frais, au plus tard quatorze jours après avoir été informée de cette décision ; pour un bien livré, elle peut attendre de l’avoir récupéré ou d’avoir reçu la preuve de son expédition. Si les travaux commencent à sa demande expresse avant la fin de ce délai, le client qui se rétracte paie ce qui a été fourni jusque-là, en proportion du prix convenu.',
  'Aucun paiement ne peut être demandé ni reçu avant la fin d’un délai de sept jours à compter de la conclusion du contrat (article L221-10).',
]

/** Since 11 August 2026 a contract says it where it collects a telephone number (L223-1 and L223-2). */
const CANVASSING =
  'Le démarchage téléphonique d’un consommateur qui n’y a pas consenti au préalable est interdit (code de la consommation, article L223-1).'

const addressOf = ({ ADRESSE, CODE_POSTAL, VILLE }: Pick<CompanyIdentity, 'ADRESSE' | 'CODE_POSTAL' | 'VILLE'>) =>
  [ADRESSE, CODE_POSTAL, VILLE].filter(Boolean).join(' ')
/** The company as a withdrawal names it (annexes to R221-1 and R221-3). */
const nameAndContacts = (company: Reached): string =>
  [company.NOM, addressOf(company), company.TELEPHONE, company.MAIL].filter(Boolean).join(', ')

const companyMentions = ({ company }: { company: Stated }): string[] => [
  ...(company.MENTIONS_LEGALES ? [company.MENTIONS_LEGALES] : []),
  ...(company.ASSURANCE ? [`Assurance professionnelle : ${company.ASSURANCE}`] : []),
  ...(company.MEDIATEUR ? [`Médiateur de la consommation : ${company.MEDIATEUR}`] : []),
]

const reducedTitle = (rates: readonly number[]): string => `TVA à taux réduit (${rates.map(percent).join(', ')})`

/**
 * The conditions below the amounts, a paragraph each: reduced rates, the company's mentions, the right of withdrawal. A signature seals them
 * (server/evidence): a signed quote says those that it was signed with, so these words may change.
 */
export function conditionsOf(quote: ConditionsOf): readonly string[] {
  if (quote.conditions) return quote.conditions
  const { LIGNES } = quote.devis
  const vat = reducedVat(LIGNES)
  return [
    ...(vat === null ? [] : [`${reducedTitle(reducedRates(LIGNES))} : le client certifie que ${vat}.`]),
    ...companyMentions(quote),
    ...(quote.horsEtablissement ? withdrawalConditions(quote) : []),
    CANVASSING,
  ]
}

/** The conditions of quotes signed before the signature sealed them. They are what these customers read: they never change. */
export const formerConditions = (quote: { company: Stated } & Pick<ConditionsOf, 'devis'>): string[] => [
  ...(reducedRates(quote.devis.LIGNES, MAINLAND).length > 0
    ? [
        `${reducedTitle(reducedRates(quote.devis.LIGNES, MAINLAND))} : le client certifie que les travaux portent sur un logement achevé depuis plus de deux ans et remplissent les conditions des articles 278-0 bis A et 279-0 bis du code général des impôts.`,
      ]
    : []),
  ...companyMentions(quote),
  'Contrat conclu hors établissement : le client peut se rétracter sans motif pendant quatorze jours à compter de la conclusion du contrat (réception du bien pour une vente). Aucun paiement ne peut être demandé avant sept jours. Le formulaire de rétractation est joint.',
]

/** The model form of the code de la consommation (annexe à l'article R221-1), a paragraph each. */
export function withdrawalLines(
  { company, client }: Pick<QuoteDocument, 'company' | 'client'>,
  number: string,
): string[] {
  return [
    'Veuillez compléter et renvoyer le présent formulaire uniquement si vous souhaitez vous rétracter du contrat.',
    `À l'attention de ${nameAndContacts(company)} :`,
    'Je vous notifie par la présente ma rétractation du contrat portant sur la vente du bien et la prestation de services ci-dessous :',
    `Devis ${number}`,
    'Commandé le : ____________________   Reçu le : ____________________',
    `Nom du consommateur : ${[client.PRENOM, client.NOM].filter(Boolean).join(' ')}`,
    `Adresse du consommateur : ${[client.ADRESSE, client.CODE_POSTAL, client.VILLE].filter(Boolean).join(' ')}`,
    'Date : ____________________',
    'Signature du consommateur (uniquement en cas de notification du présent formulaire sur papier) :',
  ]
}
