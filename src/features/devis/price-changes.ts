import { type Article, type RateField, rateOf, SITUATIONS } from '../../../schemas/rules/articles.ts'
import type { Ligne } from '../../../schemas/rules/devis.ts'
import { normalise } from '../../../schemas/search.ts'
import { ratesById, ratesOf } from './lignes.ts'

/** A line whose price is not the one of the price list any more. */
export interface PriceChange {
  /** Id of the line. */
  id: string
  LIBELLE: string
  /** Cents before tax, by the price list. */
  price: number
}

/** A line from an article without a unit has the unit of a new line. */
const keyOf = (label: string, unit: string | null): string => `${normalise(label)} ${normalise(unit ?? 'u')}`

/**
 * The lines whose price differs from the price list's. A line is a copy that does not name its article (SET-08), so it is found by label and unit; where two
 * articles have both, nothing is said.
 */
export function priceChanges(
  lines: readonly Pick<Ligne, 'id' | 'LIBELLE' | 'UNITE' | 'PRIX_UNITAIRE_HT'>[],
  articles: readonly Pick<Article, 'LIBELLE' | 'UNITE' | 'PRIX_HT' | 'ARCHIVE'>[],
): PriceChange[] {
  const prices = new Map<string, Set<number>>()
  for (const { LIBELLE, UNITE, PRIX_HT, ARCHIVE } of articles) {
    if (ARCHIVE === 1) continue
    const key = keyOf(LIBELLE, UNITE)
    prices.set(key, (prices.get(key) ?? new Set()).add(PRIX_HT))
  }
  return lines.flatMap(({ id, LIBELLE, UNITE, PRIX_UNITAIRE_HT }) => {
    const known = [...(prices.get(keyOf(LIBELLE, UNITE)) ?? [])]
    const [price] = known
    return known.length === 1 && price !== undefined && price !== PRIX_UNITAIRE_HT ? [{ id, LIBELLE, price }] : []
  })
}

/** A line whose VAT rate is to be looked at. */
export interface RateNotice {
  /** Id of the line. */
  id: string
  LIBELLE: string
  /** Hundredths of percent. */
  rate: number
}

/** The lines whose VAT rate no new line may choose; none while the company's list offers no rate of its own. @param entries those of the list TVA, archived ones too */
export function withdrawnRates(
  lines: readonly Pick<Ligne, 'id' | 'LIBELLE' | 'TAUX_TVA'>[],
  entries: readonly { TAUX: number | null; ARCHIVE: 0 | 1 }[],
): RateNotice[] {
  const offered = entries.filter(({ TAUX, ARCHIVE }) => ARCHIVE !== 1 && TAUX !== null)
  if (offered.length === 0) return []
  const rates = ratesOf(offered)
  return lines.flatMap(({ id, LIBELLE, TAUX_TVA }) =>
    rates.includes(TAUX_TVA) ? [] : [{ id, LIBELLE, rate: TAUX_TVA }],
  )
}

/** The articles whose lines get the highest rate of the list in place of one of their own, by label and unit. */
export interface RatelessArticles {
  keys: ReadonlySet<string>
  highest: number
}

/**
 * The articles of which no rate is offered, for some works at least: they have none, or an archived one. Where several have one label and unit, all of them
 * must be so. The highest rate is not doubted where an article has it for other works.
 * @param entries those of the list TVA, archived ones too; undefined while they are read. A company without any has the usual rates, and no article has one
 */
export function ratelessArticles(
  articles: readonly Pick<Article, 'LIBELLE' | 'UNITE' | 'ARCHIVE' | RateField>[],
  entries: readonly { id: string; TAUX: number | null; ARCHIVE: 0 | 1 }[] | undefined,
): RatelessArticles | null {
  if (entries === undefined) return null
  const rates = ratesOf(entries.filter(({ ARCHIVE }) => ARCHIVE !== 1))
  const [highest] = rates
  if (highest === undefined) return null
  const byId = ratesById(entries, rates)
  const isRateless = (article: Pick<Article, RateField>): boolean => {
    const own = SITUATIONS.map((works) => rateOf(article, works, byId))
    return own.includes(null) && !own.includes(highest)
  }
  const proposed = articles.filter(({ ARCHIVE }) => ARCHIVE !== 1)
  // Nearly always none: then no label of a whole price list is made comparable.
  if (!proposed.some(isRateless)) return null
  const found = new Map<string, boolean>()
  for (const article of proposed) {
    const key = keyOf(article.LIBELLE, article.UNITE)
    found.set(key, (found.get(key) ?? true) && isRateless(article))
  }
  return { keys: new Set([...found].flatMap(([key, is]) => (is ? [key] : []))), highest }
}

/** The lines that have the highest rate in place of one of their article; a line does not name its article. A rate that somebody chose is not named. */
export const replacedRates = (
  lines: readonly Pick<Ligne, 'id' | 'LIBELLE' | 'UNITE' | 'TAUX_TVA'>[],
  rateless: RatelessArticles | null,
): RateNotice[] =>
  lines.flatMap(({ id, LIBELLE, UNITE, TAUX_TVA }) =>
    TAUX_TVA === rateless?.highest && rateless.keys.has(keyOf(LIBELLE, UNITE)) ? [{ id, LIBELLE, rate: TAUX_TVA }] : [],
  )
