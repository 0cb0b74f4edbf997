import { article } from '../../schemas/entities/article.ts'
import { type Product, WORKS } from './lists/products.ts'
import { stableId } from './random.ts'
import { type Article, makeRecord, type Reference } from './record.ts'

const RENOVATION = 1000
const ENERGY = 550
const NEW = 2000
const TEN_EUROS = 1000

/** « Fenêtres », 1 → « FEN-1 » */
const referenceOf = (family: string, number: number): string => {
  const letters = family
    .normalize('NFD')
    .replace(/[^a-zA-Z]/g, '')
    .slice(0, 3)
  return `${letters.toUpperCase()}-${number}`
}

/** The middle of what quotes of the demo ask, in tens of euros. */
const priceOf = ({ price: [least, most] }: Product): number => Math.round((least + most) / 2 / TEN_EUROS) * TEN_EUROS

/** The price list: what the quotes' lines are made of, by kind of works. Ids depend on the company and the texts only. */
export function makeArticles(company: string, references: readonly Reference[]): Article[] {
  const rate = (taux: number): string | null =>
    references.find(({ LISTE, TAUX }) => LISTE === 'TVA' && TAUX === taux)?.id ?? null
  const idOf = (family: string, { label }: Product): string => stableId(`${company}/article/${family}/${label}`)
  return WORKS.flatMap(({ name, products }) => {
    const options = products.filter(({ option }) => option)
    return products.map((product, index) =>
      makeRecord(article, {
        id: idOf(name, product),
        FAMILLE: name,
        REFERENCE: referenceOf(name, index + 1),
        LIBELLE: product.label,
        DESCRIPTION: product.detail ?? null,
        UNITE: product.unit,
        PRIX_HT: priceOf(product),
        IDTVA: rate(product.vat === 0 ? 0 : NEW),
        IDTVA_RENOVATION: rate(product.vat === ENERGY ? RENOVATION : product.vat),
        IDTVA_ENERGIE: product.vat === ENERGY ? rate(ENERGY) : null,
        OPTIONS: product.option ? [] : options.map((option) => idOf(name, option)),
      }),
    )
  })
}
