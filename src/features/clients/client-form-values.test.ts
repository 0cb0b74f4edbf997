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

  it('loses its point on the map when its text changes', () => {
    expect(movedAddress({ VILLE: 'Lyon' })).toEqual({ VILLE: 'Lyon', LATITUDE: null, LONGITUDE: null })
    expect(movedAddress({})).toEqual({})
  })

  it('[GEO-04] keeps the point that was chosen with them', () => {
    const placed = { VILLE: 'Lyon', LATITUDE: 45.76, LONGITUDE: 4.83 }
    expect(movedAddress(placed, true)).toEqual(placed)
    // The same point again, for the new text.
    expect(movedAddress({ VILLE: 'Lyon' }, true)).toEqual({ VILLE: 'Lyon' })
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
