import { expect, it } from 'vitest'
import { priceChanges } from './price-changes.ts'

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

it('[DAY-17 variants] (copy) tells the lines whose price the price list has changed, found by label and unit', () => {
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

it('[DAY-17 variants] (copy) says nothing of archived articles, nor where two articles have one label and different prices', () => {
  const articles = [article('Porte', 1, { ARCHIVE: 1 }), article('Volet', 10), article('Volet', 20)]
  expect(priceChanges([line('Porte', 5), line('Volet', 5)], articles)).toEqual([])
})
