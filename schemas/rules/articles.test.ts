import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { article } from '../entities/article.ts'
import { newRecord } from '../entity.ts'
import { articlePhotoHash, articlePhotoPath } from './article-photo.ts'
import { type Article, familiesOf, findArticles, inCatalogueOrder, optionsOf, rateOf, searchable } from './articles.ts'

const one = (values: Partial<Article>): Article =>
  ({ ...newRecord(article as never, { LIBELLE: 'x', REFERENCE: 'x', PRIX_HT: 0 }), ...values }) as Article

describe('the price list', () => {
  const window2 = one({ id: 'a', FAMILLE: 'Fenêtres', REFERENCE: 'FEN-2', LIBELLE: 'Fenêtre PVC 2 vantaux' })
  const window10 = one({ id: 'b', FAMILLE: 'Fenêtres', REFERENCE: 'FEN-10', LIBELLE: 'Baie coulissante alu' })
  const door = one({ id: 'c', FAMILLE: 'Portes', REFERENCE: 'P1', LIBELLE: "Porte d'entrée" })
  const travel = one({ id: 'd', FAMILLE: null, REFERENCE: 'DEP', LIBELLE: 'Déplacement' })
  const all = inCatalogueOrder([travel, door, window10, window2])
  const found = (words: string, family?: string): string[] =>
    findArticles(searchable(all), { words, family }).map(({ id }) => id)

  it('[SET-08 price-list] (search) is found by words of family, reference and label, without accents, in any order', () => {
    expect(all.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd'])
    expect(familiesOf(all)).toEqual(['Fenêtres', 'Portes'])
    expect(found('')).toEqual(['a', 'b', 'c', 'd'])
    expect(found('fenetre pvc')).toEqual(['a'])
    expect(found('alu FENETRES')).toEqual(['b'])
    expect(found('fen10')).toEqual(['b'])
    expect(found('fen-10')).toEqual(['b'])
    expect(found('', 'Portes')).toEqual(['c'])
    expect(found('pvc', 'Portes')).toEqual([])
    expect(found('introuvable')).toEqual([])
  })

  it('[SET-08 rates] the situation decides the rate; without one of its own, the next higher one', () => {
    const rates = new Map([
      ['v20', 2000],
      ['v10', 1000],
      ['v5', 550],
      ['none', null],
    ])
    const full = one({ IDTVA: 'v20', IDTVA_RENOVATION: 'v10', IDTVA_ENERGIE: 'v5' })
    const three = (given: Article) =>
      (['neuf', 'renovation', 'energie'] as const).map((name) => rateOf(given, name, rates))
    expect(three(full)).toEqual([2000, 1000, 550])
    expect(three({ ...full, IDTVA_ENERGIE: null })).toEqual([2000, 1000, 1000])
    expect(three({ ...full, IDTVA_ENERGIE: 'gone', IDTVA_RENOVATION: 'none' })).toEqual([2000, 2000, 2000])
    expect(three({ ...full, IDTVA: null })).toEqual([null, 1000, 550])
    expect(three(one({}))).toEqual([null, null, null])
  })

  it('[SET-08 options] are proposed in the article’s order, without those that are archived or unknown', () => {
    const byId = new Map([window10, { ...door, ARCHIVE: 1 as const }, travel].map((each) => [each.id, each]))
    expect(optionsOf(one({ OPTIONS: ['d', 'c', 'nobody', 'b'] }), byId).map(({ id }) => id)).toEqual(['d', 'b'])
  })

  it('[SET-08 photo] a photo is a path of the API with its hash, and nothing else', () => {
    const sha256 = 'a'.repeat(64)
    expect(articlePhotoHash(articlePhotoPath('un article', sha256))).toBe(sha256)
    for (const photo of [
      null,
      '',
      `https://example.com${articlePhotoPath('a', sha256)}`,
      `/personnels/a/photo/${sha256}`,
    ])
      expect(articlePhotoHash(photo)).toBeNull()
  })

  it('[SET-08 price-list] (2,000 articles) a search reads texts that were made once, and costs less than making them', () => {
    const many = Array.from({ length: 2000 }, (_, n) =>
      one({
        id: `${n}`,
        FAMILLE: `Famille ${n % 40}`,
        REFERENCE: `REF-${n}`,
        LIBELLE: `Article numéro ${n} façade été`,
      }),
    )
    // What makes a text costs: it takes the accents of its words off.
    const normalised = vi.spyOn(String.prototype, 'normalize')
    onTestFinished(() => normalised.mockRestore())
    const made = searchable(many)
    expect(normalised.mock.calls.length).toBeGreaterThanOrEqual(many.length)
    normalised.mockClear()
    expect(findArticles(made, { words: 'facade 1999' }).map(({ id }) => id)).toEqual(['1999'])
    // Of what is looked for alone.
    expect(normalised).toHaveBeenCalledOnce()
  })
})
