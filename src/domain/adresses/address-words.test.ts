import { expect, it } from 'vitest'
import type { FormValues } from '../../forms/payload.ts'
import { isOtherPlace, pointOfWords } from './address-words.ts'

const HOUSE = { ADRESSE: '3 rue des Lilas', CODE_POSTAL: '69003', VILLE: 'Lyon', LATITUDE: 45.76, LONGITUDE: 4.85 }

it('is another place when words that were there are others, or are gone', () => {
  expect(isOtherPlace(HOUSE, { ...HOUSE, ADRESSE: '8 rue Haute' })).toBe(true)
  expect(isOtherPlace(HOUSE, { ...HOUSE, ADRESSE: '' })).toBe(true)
  expect(isOtherPlace(HOUSE, { ...HOUSE, VILLE: 'Nantes' })).toBe(true)
})

it('is the same place when the address is completed, or written in another way', () => {
  expect(isOtherPlace({ ADRESSE: null, CODE_POSTAL: null, VILLE: 'Lyon' }, HOUSE)).toBe(false)
  expect(isOtherPlace(HOUSE, { ...HOUSE, ADRESSE: ' 3 RUE DES LILAS', VILLE: 'lyon' })).toBe(false)
  expect(isOtherPlace(HOUSE, { ...HOUSE, LATITUDE: 45.77 })).toBe(false)
})

const after = (changed: string, next: FormValues, previous: FormValues = HOUSE) =>
  pointOfWords(HOUSE, { previous, next, changed })

it('[GEO-04] the point goes with the place that it was of, and comes back with it, however that is written', () => {
  const moved = after('VILLE', { ...HOUSE, VILLE: 'Nantes' })
  expect(moved).toEqual({ ...HOUSE, VILLE: 'Nantes', LATITUDE: '', LONGITUDE: '' })
  expect(after('VILLE', { ...moved, VILLE: 'Lyon' }, moved)).toEqual(HOUSE)
  expect(after('VILLE', { ...moved, VILLE: 'LYON' }, moved)).toEqual({ ...HOUSE, VILLE: 'LYON' })
})

it('[GEO-04] the point stays when the address is completed, or written in another way', () => {
  const SPOT = { ...HOUSE, ADRESSE: null, CODE_POSTAL: null }
  const next = { ...SPOT, ADRESSE: '3 rue des Lilas', CODE_POSTAL: '' }
  expect(pointOfWords(SPOT, { previous: { ...SPOT, ADRESSE: '' }, next, changed: 'ADRESSE' })).toEqual(next)
  const accents = { ...HOUSE, VILLE: 'LYÔN' }
  expect(after('VILLE', accents)).toEqual(accents)
})

it('[GEO-04] a point that was taken away does not come back with an accent', () => {
  const without = { ...HOUSE, LATITUDE: '', LONGITUDE: '' }
  expect(after('VILLE', { ...without, VILLE: 'LYON' }, without)).toEqual({ ...without, VILLE: 'LYON' })
})

it('[GEO-04] a point that was chosen stays', () => {
  const chosen = { ...HOUSE, VILLE: 'Nantes', LATITUDE: 47.2, LONGITUDE: -1.5 }
  expect(after('ADRESSE', { ...chosen, ADRESSE: '8 rue Haute' })).toEqual({ ...chosen, ADRESSE: '8 rue Haute' })
  expect(after('LATITUDE', chosen)).toEqual(chosen)
})
