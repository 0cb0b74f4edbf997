import { expect, it } from 'vitest'
import { newRecord } from '../../../schemas/entity.ts'
import { entityOf, type ResourceRecord } from '../../../schemas/resources.ts'
import { copyOf, duplicateOf } from './copy-devis.ts'

const day = '2026-11-30'
const refused = {
  ...newRecord(entityOf('devis'), {}),
  ...{ IDDEVIS: 'd1', IDPROJET: 'p', IDCLIENT: 'c', OBJET: 'Fenêtres', REFUSE: 1, NUMERO_DEVIS: 'D-2026-00001' },
  IDRESPONSABLEPROJET: 'camille',
} as unknown as ResourceRecord<'devis'>

it('[DAY-17 copy] a copy has the words and lines of its original, and dates of its own', () => {
  expect(copyOf(refused, day)).toEqual({
    ...{ IDPROJET: 'p', IDCLIENT: 'c', OBJET: 'Fenêtres', LIGNES: [], IDRESPONSABLEPROJET: 'camille' },
    ...{ DATE_EDITION: day, DATE_VALIDITE: '2026-12-30' },
  })
})

it('[DAY-17 variants] [MGR-17] « Dupliquer » makes a quote of whoever is responsible for the project now', () => {
  const of = (IDRESPONSABLEPROJET: string | null) => duplicateOf(refused, { projet: { IDRESPONSABLEPROJET }, day })
  expect(of('colin')).toEqual({ ...copyOf(refused, day), IDRESPONSABLEPROJET: 'colin' })
  // The server says who: the former person may have left.
  expect(of(null)).not.toHaveProperty('IDRESPONSABLEPROJET')
  expect(duplicateOf(refused, { projet: null, day })).not.toHaveProperty('IDRESPONSABLEPROJET')
})
