import type { Article } from '../../../schemas/rules/articles.ts'
import type { Ligne } from '../../../schemas/rules/devis.ts'
import { normalise } from '../../../schemas/search.ts'

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
