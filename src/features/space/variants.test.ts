import { expect, it } from 'vitest'
import type { QuoteSummary, QuoteView } from '../../../schemas/space/devis.ts'
import { bySpaceGroup, isToChoose, variantsOf } from './variants.ts'

const quote = (IDDEVIS: string, more: Partial<QuoteSummary> = {}): QuoteSummary =>
  ({ IDDEVIS, IDPROJET: 'p', etat: 'attente', autreSigne: false, ...more }) as QuoteSummary

it('[DAY-17 variants] (customer) variants of one project are one choice; an older server tells no groups', () => {
  const list = [
    quote('b', { groupe: 'a' }),
    quote('alone', { groupe: 'alone' }),
    quote('a', { groupe: 'a' }),
    quote('old'),
  ]
  expect(bySpaceGroup(list).map((group) => group.map(({ IDDEVIS }) => IDDEVIS))).toEqual([
    ['b', 'a'],
    ['alone'],
    ['old'],
  ])
  expect(bySpaceGroup([quote('a', { groupe: 'a' }), quote('b', { groupe: 'a', IDPROJET: 'q' })])).toHaveLength(2)
  expect(variantsOf({} as QuoteView)).toEqual([])
  expect(variantsOf({ variantes: [quote('a')] } as never)).toEqual([])
})

it('[DAY-17 variants] (customer) there is a choice while one of several waits', () => {
  expect(isToChoose([quote('a'), quote('b', { etat: 'refuse' })])).toBe(true)
  expect(isToChoose([quote('a')])).toBe(false)
  expect(isToChoose([quote('a', { autreSigne: true }), quote('b', { etat: 'signe' })])).toBe(false)
})
