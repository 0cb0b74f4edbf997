import { describe, expect, it } from 'vitest'
import { candidateOf, isNoAddress, movedAddress, writtenAddress } from './client-form-values.ts'

describe('address in the client form', () => {
  it('is none when nothing was typed', () => {
    expect(isNoAddress({ ADRESSE: ' ', CODE_POSTAL: '', VILLE: '' })).toBe(true)
    expect(writtenAddress({ ADRESSE: '', CODE_POSTAL: '', VILLE: '' })).toBeNull()
    expect(isNoAddress({ ADRESSE: '', CODE_POSTAL: '69003', VILLE: '' })).toBe(false)
  })

  it('has the text that people write', () => {
    expect(writtenAddress({ ADRESSE: ' 3 rue des Lilas', CODE_POSTAL: '69003', VILLE: 'Lyon' })).toEqual({
      ADRESSE: '3 rue des Lilas',
      CODE_POSTAL: '69003',
      VILLE: 'Lyon',
    })
  })

  const LYON = { ADRESSE: null, CODE_POSTAL: null, VILLE: 'Lyon' }

  it('[GEO-04] loses its point on the map when it is another place', () => {
    const now = { ADRESSE: '', CODE_POSTAL: '', VILLE: 'Nantes' }
    const patch = { VILLE: 'Nantes' }
    expect(movedAddress(patch, { before: LYON, now })).toEqual({ VILLE: 'Nantes', LATITUDE: null, LONGITUDE: null })
    expect(movedAddress({}, { before: LYON, now: { ...LYON } })).toEqual({})
  })

  it('[GEO-04] keeps its point when it is completed, or written in another way', () => {
    const now = { ADRESSE: '3 rue des Lilas', CODE_POSTAL: '', VILLE: 'LYON' }
    const patch = { ADRESSE: '3 rue des Lilas', VILLE: 'LYON' }
    expect(movedAddress(patch, { before: LYON, now })).toEqual(patch)
  })

  it('[GEO-04] keeps the point that was chosen with them', () => {
    const now = { ADRESSE: '', CODE_POSTAL: '', VILLE: 'Nantes' }
    const placed = { VILLE: 'Nantes', LATITUDE: 47.2, LONGITUDE: -1.5 }
    expect(movedAddress(placed, { before: LYON, now, isPlaced: true })).toEqual(placed)
    // The same point again, for the new text.
    const words = { VILLE: 'Nantes' }
    expect(movedAddress(words, { before: LYON, now, isPlaced: true })).toEqual(words)
  })

  it('compares an empty value as null', () => {
    expect(candidateOf({ NOM: ' Durand ', PRENOM: '', PORTABLE: '' })).toEqual({
      NOM: 'Durand',
      PRENOM: null,
      PORTABLE: null,
      TELEPHONE: null,
      IDADRESSE: null,
    })
  })
})
