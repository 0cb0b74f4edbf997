import { frenchDate, isDate } from '../dates.ts'
import type { Issue } from '../entity.ts'
import { isPublicDevis, type Ligne, type QuoteState } from './devis.ts'
import { saysWhenWorks } from './stated-delay.ts'

/** What a company states once for all its quotes. */
export interface CompanyMentions {
  SIRET: string | null
  TELEPHONE: string | null
  /** undefined: of a server that does not know it yet. */
  MAIL: string | null | undefined
  ADRESSE: string | null
  VILLE: string | null
  MENTIONS_LEGALES: string | null
  MEDIATEUR: string | null
  ASSURANCE: string | null
}

/** What the rule reads: the quote, its customer and its place. */
export interface QuoteMentions {
  devis: { LIGNES: Ligne[]; DATE_EDITION: string | null; DATE_VALIDITE: string | null }
  entreprise: CompanyMentions & { NOM: string }
  client: { NOM: string; ADRESSE: string | null; VILLE: string | null }
  chantier: { ADRESSE: string | null; VILLE: string | null } | null
}

const blank = (text: string | null | undefined): boolean => !text || text.trim() === ''

const says =
  (pattern: RegExp) =>
  (text: string): boolean =>
    pattern.test(text)

/** What the company's own text must say. */
const TOLD: [isSaid: (text: string) => boolean, message: string][] = [
  [says(/d[ée]placement/i), 'Les mentions légales doivent dire les frais de déplacement (ou leur absence).'],
  [says(/gratuit|payant/i), 'Les mentions légales doivent dire si le devis est gratuit ou payant.'],
  [saysWhenWorks, 'Les mentions légales doivent dire le délai ou la date des travaux.'],
  [says(/d[ée]chet/i), "Les mentions légales doivent dire l'enlèvement et la gestion des déchets de chantier."],
]

/** Those that the quote itself lacks, in French: without them it is neither given to its customer nor signed. Pure. */
export function missingQuoteMentions(devis: QuoteMentions['devis']): Issue[] {
  const issues: Issue[] = []
  const need = (ok: boolean, field: string, message: string): void => {
    if (!ok) issues.push({ field, message })
  }
  need(devis.DATE_EDITION !== null, 'DATE_EDITION', "La date d'édition du devis manque.")
  need(devis.DATE_VALIDITE !== null, 'DATE_VALIDITE', 'La date de fin de validité du devis manque.')
  const { DATE_EDITION: from, DATE_VALIDITE: to } = devis
  const backwards = from !== null && to !== null && isDate(from) && isDate(to) && to < from
  need(!backwards, 'DATE_VALIDITE', "Le devis finit d'être valable avant sa date d'édition.")
  need(devis.LIGNES.length > 0, 'LIGNES', "Le devis n'a aucune ligne.")
  for (const { LIBELLE, UNITE, QUANTITE } of devis.LIGNES) {
    need(!blank(UNITE), 'LIGNES', `L'unité de la ligne « ${LIBELLE} » manque.`)
    need(QUANTITE > 0, 'LIGNES', `La quantité de la ligne « ${LIBELLE} » manque.`)
  }
  return issues
}

/**
 * What an edit takes away from a quote that waits for its customer's signature. What was missing before keeps nobody from editing something else.
 * @param moved whether the edit changes this field
 */
export const lostMentions = (
  devis: QuoteState & QuoteMentions['devis'],
  moved: (field: keyof QuoteMentions['devis']) => boolean,
): Issue[] =>
  isPublicDevis(devis)
    ? missingQuoteMentions(devis).filter(
        ({ field }) =>
          moved(field as keyof QuoteMentions['devis']) || (field === 'DATE_VALIDITE' && moved('DATE_EDITION')),
      )
    : []

/**
 * Mandatory mentions that a quote for works lacks, in French; empty when it may be given to its customer. Sources: arrêté du 24 janvier 2017
 * (prix des prestations de dépannage, réparation et entretien), code de la consommation L111-1 (3°: date or delay) and R111-1 (telephone, e-mail), L612-1 (médiateur), code des assurances
 * L243-2 (décennale), code de l'environnement D541-45-1 (déchets). A professional's duty: this list helps, it is no legal advice.
 */
export function missingMentions({ devis, entreprise, client, chantier }: QuoteMentions): Issue[] {
  const issues = missingQuoteMentions(devis)
  const need = (ok: boolean, field: string, message: string): void => {
    if (!ok) issues.push({ field, message })
  }
  need(!blank(client.NOM), 'client', 'Le nom du client manque.')
  need(!blank(client.ADRESSE) && !blank(client.VILLE), 'client', "L'adresse du client manque.")
  need(!blank(chantier?.ADRESSE) && !blank(chantier?.VILLE), 'chantier', "L'adresse du chantier manque.")
  for (const message of missingCompanyMentions(entreprise)) need(false, 'entreprise', message)
  return issues
}

/** What keeps a quote from being given to its customer, in French: mentions that it lacks, and a validity that is over. @param day the company's day */
export function transmissionIssues(mentions: QuoteMentions, day: string): Issue[] {
  const { DATE_VALIDITE: until } = mentions.devis
  const missing = missingMentions(mentions)
  if (until === null || until >= day) return missing
  const message = `Le devis était valable jusqu'au ${frenchDate(until)} : changez sa date de validité.`
  return [...missing, { field: 'DATE_VALIDITE', message }]
}

/** Those of them that the company lacks, in French, whatever the quote. Pure. */
export function missingCompanyMentions(company: CompanyMentions): string[] {
  const needs: [isThere: boolean, message: string][] = [
    [!blank(company.SIRET), "Le SIRET de l'entreprise manque."],
    [!blank(company.TELEPHONE), "Le téléphone de l'entreprise manque."],
    [company.MAIL === undefined || !blank(company.MAIL), "L'adresse électronique de l'entreprise manque."],
    [!blank(company.ADRESSE) && !blank(company.VILLE), "L'adresse de l'entreprise manque."],
    [!blank(company.ASSURANCE), "L'assurance professionnelle de l'entreprise manque."],
    [!blank(company.MEDIATEUR), 'Le médiateur de la consommation manque.'],
    ...TOLD.map(([isSaid, message]): [boolean, string] => [isSaid(company.MENTIONS_LEGALES ?? ''), message]),
  ]
  return needs.flatMap(([isThere, message]) => (isThere ? [] : [message]))
}
