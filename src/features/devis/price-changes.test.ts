import { expect, it } from 'vitest'
import { priceChanges, ratelessArticles, replacedRates, withdrawnRates } from './price-changes.ts'

const article = (LIBELLE: string, PRIX_HT: number, more: object = {}) => ({
  LIBELLE,
  PRIX_HT,
  UNITE: 'u',
  ARCHIVE: 0 as const,
  ...more,
})
const line = (LIBELLE: string, PRIX_UNITAIRE_HT: number, UNITE = 'u') => ({
  id: LIBELLE,
  LIBELLE,
  UNITE,
  PRIX_UNITAIRE_HT,
})

it('[DAY-17 copy] tells the lines whose price the price list has changed, found by label and unit', () => {
  const articles = [
    article('Fenêtre PVC', 50_000),
    article('Porte', 90_000),
    article('Pose', 100, { UNITE: 'h' }),
    article('Pose', 700, { UNITE: 'forfait' }),
    article('Sans unité', 5, { UNITE: null }),
  ]
  const lines = [
    line('fenetre pvc', 45_000),
    line('Porte', 90_000),
    line('Pose', 600, 'forfait'),
    line('Sans unité', 4),
    line('Ma ligne', 1),
  ]
  expect(priceChanges(lines, articles)).toEqual([
    { id: 'fenetre pvc', LIBELLE: 'fenetre pvc', price: 50_000 },
    { id: 'Pose', LIBELLE: 'Pose', price: 700 },
    { id: 'Sans unité', LIBELLE: 'Sans unité', price: 5 },
  ])
})

it('[DAY-17 copy] says nothing of archived articles, nor where two articles have one label and different prices', () => {
  const articles = [article('Porte', 1, { ARCHIVE: 1 }), article('Volet', 10), article('Volet', 20)]
  expect(priceChanges([line('Porte', 5), line('Volet', 5)], articles)).toEqual([])
})

it('[DAY-17 copy] tells the lines whose VAT rate is not offered any more; a list without a rate of its own withdraws none', () => {
  const rate = (TAUX: number | null, ARCHIVE: 0 | 1 = 0) => ({ TAUX, ARCHIVE })
  const drafts = [2000, 700, 0].map((TAUX_TVA) => ({ id: `l${TAUX_TVA}`, LIBELLE: `Ligne ${TAUX_TVA}`, TAUX_TVA }))
  const list = [rate(2000), rate(1000), rate(700, 1)]
  expect(withdrawnRates(drafts, list)).toEqual([{ id: 'l700', LIBELLE: 'Ligne 700', rate: 700 }])
  expect(withdrawnRates(drafts, [...list, rate(700)])).toEqual([])
  for (const none of [[], [rate(null)], [rate(700, 1)]]) expect(withdrawnRates(drafts, none)).toEqual([])
})

it('[SET-08 rates] tells the lines that have the highest rate because their article has none, or an archived one', () => {
  const entries = [
    { id: 'v20', TAUX: 2000, ARCHIVE: 1 as const },
    { id: 'v10', TAUX: 1000, ARCHIVE: 0 as const },
    { id: 'v5', TAUX: 550, ARCHIVE: 0 as const },
  ]
  const named = (LIBELLE: string, IDTVA: string | null, more: object = {}) => ({
    ...article(LIBELLE, 1, { IDTVA_RENOVATION: null, IDTVA_ENERGIE: null, ...more }),
    IDTVA,
    IDTVA_RENOVATION: null,
    IDTVA_ENERGIE: null,
    ...more,
  })
  const articles = [
    named('Fenêtre', 'v20', { IDTVA_ENERGIE: 'v5' }),
    named('Porte', 'v20', { IDTVA_RENOVATION: 'v10' }),
    named('Volet', 'v5'),
    named('Pose', null),
    named('Ancien', 'v20', { ARCHIVE: 1 }),
    named('Deux', 'v20'),
    named('Deux', 'v10'),
  ]
  const of = (LIBELLE: string, TAUX_TVA: number) => ({ id: `${LIBELLE} ${TAUX_TVA}`, LIBELLE, UNITE: 'u', TAUX_TVA })
  const lines = [
    of('fenetre', 1000),
    // Somebody chose another rate, or the article has this one for other works.
    of('Fenêtre', 550),
    of('Porte', 1000),
    of('Volet', 1000),
    of('Pose', 1000),
    of('Ancien', 1000),
    of('Deux', 1000),
    of('Ma ligne', 1000),
  ]
  expect(replacedRates(lines, ratelessArticles(articles, entries))).toEqual([
    { id: 'fenetre 1000', LIBELLE: 'fenetre', rate: 1000 },
    { id: 'Pose 1000', LIBELLE: 'Pose', rate: 1000 },
  ])
  // Another entry offers the rate.
  expect(
    replacedRates(lines, ratelessArticles(articles, [...entries, { id: 'vingt', TAUX: 2000, ARCHIVE: 0 }])),
  ).toEqual([])
  // A company whose list is empty has the usual rates, and its articles have none.
  const usual = [of('fenetre', 2000), of('Porte', 2000), of('Porte', 1000), of('Ma ligne', 2000)]
  expect(replacedRates(usual, ratelessArticles(articles, [])).map(({ id }) => id)).toEqual([
    'fenetre 2000',
    'Porte 2000',
  ])
  // The list is still being read.
  expect(replacedRates(lines, ratelessArticles(articles, undefined))).toEqual([])
})
