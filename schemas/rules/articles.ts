import type { article } from '../entities/article.ts'
import type { Row } from '../entity.ts'
import { normalise } from '../search.ts'

export type Article = Row<typeof article.fields>

/** Headings of the column of references in a file, as `normalise` writes them. */
export const REFERENCE_HEADINGS: readonly string[] = ['reference', 'ref', 'code', 'code article']

/** Rows of one file: a price list of the trade has some thousands, and the page stays quick. */
export const MOST_ARTICLE_ROWS = 5000

/** Works whose VAT rates differ; the first one is what most quotes are about. */
export const SITUATIONS = ['renovation', 'energie', 'neuf'] as const
export type Situation = (typeof SITUATIONS)[number]

export type RateField = 'IDTVA' | 'IDTVA_RENOVATION' | 'IDTVA_ENERGIE'

/** Where the rate of a situation stands, the first that names one: works that no lower rate is for take the next higher one. */
const RATE_FIELDS: Readonly<Record<Situation, readonly RateField[]>> = {
  neuf: ['IDTVA'],
  renovation: ['IDTVA_RENOVATION', 'IDTVA'],
  energie: ['IDTVA_ENERGIE', 'IDTVA_RENOVATION', 'IDTVA'],
}

/**
 * The VAT rate of an article in a situation, in hundredths of percent; null when it names none of `rates`.
 * @param rates the entries of the company's list TVA by their ids, without those whose rate new lines may not take
 */
export function rateOf(
  article: Pick<Article, RateField>,
  situation: Situation,
  rates: ReadonlyMap<string, number | null>,
): number | null {
  for (const field of RATE_FIELDS[situation]) {
    const rate = rates.get(article[field] ?? '')
    if (rate !== null && rate !== undefined) return rate
  }
  return null
}

const collator = new Intl.Collator('fr', { numeric: true, sensitivity: 'base' })

/** By family, articles without one last, then by reference: FEN-2 before FEN-10. */
export const inCatalogueOrder = <A extends Pick<Article, 'FAMILLE' | 'REFERENCE'>>(articles: readonly A[]): A[] =>
  [...articles].sort(
    (a, b) =>
      Number(!a.FAMILLE) - Number(!b.FAMILLE) ||
      collator.compare(a.FAMILLE ?? '', b.FAMILLE ?? '') ||
      collator.compare(a.REFERENCE, b.REFERENCE),
  )

/** The families of these articles, in their order. */
export const familiesOf = (articles: readonly Pick<Article, 'FAMILLE'>[]): string[] =>
  [...new Set(articles.flatMap(({ FAMILLE }) => (FAMILLE ? [FAMILLE] : [])))].sort(collator.compare)

/** Articles with the text that a search reads, made once for a list. */
export type Searchable<A> = readonly { article: A; text: string }[]

/** @returns the same articles in the same order */
export const searchable = <A extends Pick<Article, 'FAMILLE' | 'REFERENCE' | 'LIBELLE'>>(
  articles: readonly A[],
): Searchable<A> =>
  articles.map((article) => {
    const reference = normalise(article.REFERENCE)
    // « FEN-100 » is found by « fen100 », too.
    const text = `${normalise(`${article.FAMILLE ?? ''} ${article.LIBELLE}`)} ${reference} ${reference.replaceAll(' ', '')}`
    return { article, text }
  })

export interface Looked {
  /** Words of the family, the reference or the label, in any order; the beginning or the middle of a word counts. */
  words?: string | undefined
  /** Only this family. */
  family?: string | undefined
}

export function findArticles<A extends Pick<Article, 'FAMILLE'>>(all: Searchable<A>, { words, family }: Looked): A[] {
  const wanted = normalise(words ?? '').split(' ')
  return all
    .filter(
      ({ article, text }) =>
        (family === undefined || article.FAMILLE === family) && wanted.every((word) => text.includes(word)),
    )
    .map(({ article }) => article)
}

/** The options that an article proposes: in its order, none that is archived or not on this device. */
export const optionsOf = <A extends Pick<Article, 'id' | 'ARCHIVE'>>(
  { OPTIONS }: Pick<Article, 'OPTIONS'>,
  byId: ReadonlyMap<string, A>,
): A[] =>
  OPTIONS.flatMap((id) => {
    const option = byId.get(id)
    return option && option.ARCHIVE !== 1 ? [option] : []
  })

/** References as people compare them: « fen-100 » is « FEN-100 ». */
export const referenceKey = (reference: string): string => reference.trim().replace(/\s+/g, ' ').toLowerCase()
