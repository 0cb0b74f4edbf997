import { same } from '../../../schemas/merge.ts'
import { messages } from '../../../schemas/messages.ts'
import { type Article, type RateField, rateOf, type Situation } from '../../../schemas/rules/articles.ts'
import { type Ligne, lineTotal, type QuoteState, quoteTotals } from '../../../schemas/rules/devis.ts'
import { lostMentions, type QuoteMentions } from '../../../schemas/rules/devis-mentions.ts'
import type { FormValues } from '../../forms/payload.ts'
import { devisText } from '../../text/devis-form.ts'

/** A line being typed: numbers may still be empty. */
export interface DraftLigne {
  id: string
  LIBELLE: string
  DESCRIPTION?: string
  UNITE: string
  QUANTITE: number | ''
  PRIX_UNITAIRE_HT: number | ''
  TAUX_TVA: Ligne['TAUX_TVA']
  REMISE?: number
}

/** VAT rates of French works, hundredths of percent: those of a company whose list has none. */
const FRENCH_RATES = [2000, 1000, 550]
const USUAL_RATE = 1000
const EXEMPT = 0
/** The rates to choose from: those of the company's list (SET-03), the highest first, and none at all, which the law may ask for. */
export function ratesOf(entries: readonly { TAUX: number | null }[]): number[] {
  const own = entries.flatMap(({ TAUX }) => (TAUX === null ? [] : [TAUX]))
  return [...new Set([...(own.length === 0 ? FRENCH_RATES : own), EXEMPT])].sort((a, b) => b - a)
}
/** The rates that new lines may take, by the ids of their entries. An archived entry counts while another one offers its rate. */
export const ratesById = (
  entries: readonly { id: string; TAUX: number | null }[],
  rates: readonly number[],
): ReadonlyMap<string, number> =>
  new Map(entries.flatMap(({ id, TAUX }) => (TAUX !== null && rates.includes(TAUX) ? [[id, TAUX] as const] : [])))

/**
 * The VAT rate of a new line of an article. Where it names none that is offered, the highest one: too much tax is seen and corrected, too little is owed by the
 * company.
 * @param rates those to choose from, the highest first
 */
export const articleRate = (
  article: Pick<Article, RateField>,
  situation: Situation,
  { byId, rates }: { byId: ReadonlyMap<string, number>; rates: readonly number[] },
): number => rateOf(article, situation, byId) ?? rates[0] ?? EXEMPT

const percents = new Intl.NumberFormat('fr-FR', { maximumFractionDigits: 2 })
/** 550 → « 5,5 % ». */
export const rateLabel = (rate: number): string => `${percents.format(rate / 100)} %`

/** A new line; its VAT rate is the one of the line before it, while that is offered: a quote seldom mixes rates. */
export const emptyLigne = (id: string, rates: readonly number[], before?: DraftLigne): DraftLigne => ({
  id,
  LIBELLE: '',
  UNITE: 'u',
  QUANTITE: 1,
  PRIX_UNITAIRE_HT: '',
  TAUX_TVA:
    [before?.TAUX_TVA, USUAL_RATE].find((rate) => rate !== undefined && rates.includes(rate)) ?? rates[0] ?? EXEMPT,
})

/**
 * A line that is a copy of an article of the price list: a later change of the article does not change it (SET-08).
 * @param rate its VAT rate
 */
export function ligneOf(
  article: Pick<Article, 'LIBELLE' | 'DESCRIPTION' | 'UNITE' | 'PRIX_HT'>,
  { empty, rate }: { empty: DraftLigne; rate: number },
): DraftLigne {
  const description = article.DESCRIPTION?.trim() ?? ''
  return {
    ...empty,
    LIBELLE: article.LIBELLE,
    ...(description === '' ? {} : { DESCRIPTION: description }),
    UNITE: article.UNITE ?? empty.UNITE,
    PRIX_UNITAIRE_HT: article.PRIX_HT,
    TAUX_TVA: rate,
  }
}

/** The lines with one of them moved up or down by one place; the same list at either end. */
export function moveLigne(lines: readonly DraftLigne[], index: number, by: -1 | 1): readonly DraftLigne[] {
  const [line, other] = [lines[index], lines[index + by]]
  if (!line || !other) return lines
  return lines.with(index, other).with(index + by, line)
}

/** The line as the quote stores it; an empty number counts as zero. */
export function toLigne(draft: DraftLigne): Ligne {
  const { DESCRIPTION, ...line } = draft
  const description = DESCRIPTION?.trim() ?? ''
  return {
    ...line,
    ...(description === '' ? {} : { DESCRIPTION: description }),
    LIBELLE: draft.LIBELLE.trim(),
    UNITE: draft.UNITE.trim(),
    QUANTITE: draft.QUANTITE === '' ? 0 : draft.QUANTITE,
    PRIX_UNITAIRE_HT: draft.PRIX_UNITAIRE_HT === '' ? 0 : draft.PRIX_UNITAIRE_HT,
  }
}

/** Six decimals, those that a price is computed with. */
const MILLION = 1_000_000
/** The quantity one more or one less, between none and the most of a line. Rounded: of doubles, 2,3 less one is 1,2999999999999998. */
export const stepQuantity = (quantity: number | '', by: 1 | -1): number =>
  Math.min(100_000, Math.max(0, Math.round((Number(quantity) + by) * MILLION) / MILLION))

/** Decimals of a discount: those that its line's price is computed with (`lineTotal`), so that what is printed multiplies. */
export const DISCOUNT_DECIMALS = 4
/** The line with a discount, or without any once the field is emptied. */
export function withDiscount(draft: DraftLigne, value: number | string): DraftLigne {
  const { REMISE: _, ...line } = draft
  return typeof value === 'number' ? { ...line, REMISE: Number(value.toFixed(DISCOUNT_DECIMALS)) } : line
}

/** The line with a description, or without any once the field is emptied. */
export function withDescription(draft: DraftLigne, text: string): DraftLigne {
  const { DESCRIPTION: _, ...line } = draft
  return text === '' ? line : { ...line, DESCRIPTION: text }
}

/** What is missing in a line, in French, by field. */
export function ligneIssues(draft: DraftLigne): Partial<Record<keyof DraftLigne, string>> {
  return {
    ...(draft.LIBELLE.trim() === '' ? { LIBELLE: messages.required } : {}),
    ...(draft.QUANTITE === '' || draft.QUANTITE <= 0 ? { QUANTITE: devisText.quantityPositive } : {}),
    ...(draft.PRIX_UNITAIRE_HT === '' ? { PRIX_UNITAIRE_HT: messages.required } : {}),
  }
}

/** The lines that a form of a quote holds. */
export const draftsOf = (values: FormValues): DraftLigne[] =>
  Array.isArray(values.LIGNES) ? (values.LIGNES as DraftLigne[]) : []

/**
 * Mandatory mentions that saving this form would take from a quote that its customer has, in French, by field; the server refuses such an edit.
 * @param devis the quote as it is; null for a new one
 */
export function lostInForm(
  values: FormValues,
  devis: (QuoteState & QuoteMentions['devis']) | null,
): Record<string, string> {
  if (devis === null) return {}
  const dateOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
  const said = {
    LIGNES: draftsOf(values).map(toLigne),
    DATE_EDITION: dateOf(values.DATE_EDITION),
    DATE_VALIDITE: dateOf(values.DATE_VALIDITE),
  }
  const lost = lostMentions({ ...devis, ...said }, (name) => !same(devis[name], said[name]))
  return Object.fromEntries(lost.toReversed().map(({ field, message }) => [field, message]))
}

export const totalOf = (draft: DraftLigne): number => lineTotal(toLigne(draft))
export const totalsOf = (drafts: readonly DraftLigne[]) => quoteTotals(drafts.map(toLigne))
