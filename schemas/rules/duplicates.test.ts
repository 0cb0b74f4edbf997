import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { resources } from '../resources.ts'
import {
  type ClientLike,
  duplicateMarks,
  duplicatesOf,
  nameKeys,
  sameAddress,
  sameName,
  samePhone,
} from './duplicates.ts'

const client = (NOM: string, PRENOM: string | null, more: Partial<ClientLike> = {}): ClientLike => ({
  NOM,
  PRENOM,
  PORTABLE: null,
  TELEPHONE: null,
  IDADRESSE: null,
  ...more,
})
const address = (ADRESSE: string | null, CODE_POSTAL: string | null, VILLE: string | null) => ({
  ADRESSE,
  CODE_POSTAL,
  VILLE,
})

describe('duplicate clients', () => {
  it.each([
    [client('Le Goff', 'Hélène'), client('LE GOFF', 'Helene'), true],
    [client('Le Goff', 'Hélène'), client('Hélène', 'Le Goff'), true],
    [client('Durand', 'Jean-Pierre'), client('Durand', 'jean pierre'), true],
    [client('Lebœuf', 'Zoé'), client('Leboeuf', 'Zoe'), true],
    [client('Durand', null), client('Durand', ''), true],
    [client('Durand', null), client('Durand', 'Paul'), false],
    [client('Durand', 'Paul'), client('Dupont', 'Paul'), false],
    [client('', null), client('', null), false],
  ])('[RES-10] names are compared without accents, case or order: %o and %o', (a, b, expected) => {
    expect(sameName(a, b)).toBe(expected)
    expect(sameName(b, a)).toBe(expected)
  })

  it('[RES-10] one phone in common, however written, mobile or not', () => {
    const a = client('A', null, { PORTABLE: '+33 6 12 34 56 78' })
    expect(samePhone(a, client('B', null, { PORTABLE: '06.12.34.56.78' }))).toBe(true)
    expect(samePhone(a, client('B', null, { TELEPHONE: '0612345678' }))).toBe(true)
    expect(samePhone(a, client('B', null, { PORTABLE: '0612345679' }))).toBe(false)
    expect(samePhone(client('A', null), client('B', null))).toBe(false)
  })

  it.each([
    [address('12, av. Foch', '69006', 'Lyon'), address('12 Avenue Foch', '69006', 'LYON'), true],
    [address('12 av Foch', null, 'Lyon'), address('12 Avenue Foch', '69006', 'Lyon'), true],
    [address('3 rue de l’Église', '29200', 'Brest'), address("3 rue de l'Eglise", '29200', 'Brest'), true],
    [address('12 av Foch', '69006', 'Lyon'), address('12 av Foch', '69003', 'Lyon'), false],
    [address('12 av Foch', '69006', 'Lyon'), address('14 av Foch', '69006', 'Lyon'), false],
    [address(null, '69006', 'Lyon'), address(null, '69006', 'Lyon'), false],
  ])('[RES-10] addresses are compared as people write them: %o and %o', (a, b, expected) => {
    expect(sameAddress(a, b)).toBe(expected)
    expect(sameAddress(b, a)).toBe(expected)
  })

  it('[RES-10] lists same name with same phone or same address, and says which', () => {
    const stored = [
      { ...client('Durand', 'Paul', { PORTABLE: '0612345678', IDADRESSE: 'x' }), id: 'both' },
      { ...client('Paul', 'Durand', { TELEPHONE: '0612345678' }), id: 'phone' },
      { ...client('DURAND', 'paul', { IDADRESSE: 'a2' }), id: 'address' },
      { ...client('Durand', 'Paul'), id: 'name only' },
      { ...client('Martin', 'Paul', { PORTABLE: '0612345678', IDADRESSE: 'x' }), id: 'other name' },
    ]
    const found = duplicatesOf({
      candidate: client('Durand', 'Paul', { PORTABLE: '+33612345678', IDADRESSE: 'x' }),
      address: address('1 rue A', '75001', 'Paris'),
      clients: stored,
      addressOf: ({ IDADRESSE }) => (IDADRESSE === 'a2' ? address('1, Rue A', '75001', 'PARIS') : null),
    })
    expect(found.map(({ client: { id }, reasons }) => [id, reasons])).toEqual([
      ['both', ['telephone', 'adresse']],
      ['phone', ['telephone']],
      ['address', ['adresse']],
    ])
    expect(duplicatesOf({ candidate: client('Durand', 'Paul'), clients: stored })).toEqual([])
  })

  it('name keys are those of the local index, so that namesakes are found by it', () => {
    const one = client('Le Goff', 'Hélène')
    const derived = resources.client.local?.derived?.of({ ...one, VILLE: null, IDPERSONNEL: null } as never)
    expect(nameKeys(one)).toEqual([derived?.CLE_NOM, derived?.CLE_PRENOM])
  })
})

describe('marks of duplicates', () => {
  const one = <T>(...values: T[]) => fc.constantFrom(...values)
  const someone = fc.record({
    NOM: one('Le Goff', 'le goff', 'Hélène', 'Goff', ''),
    PRENOM: one('Hélène', 'HELENE', 'Le Goff', null),
    PORTABLE: one('06 39 98 10 01', '+33639981001', '0639981002', null),
    TELEPHONE: one('0639981001', null),
    IDADRESSE: one(null),
  })
  const somewhere = fc.option(
    fc.record({
      ADRESSE: one('3 av. Foch', '3 avenue Foch', '', null),
      CODE_POSTAL: one('69003', '69007', null),
      VILLE: one('Lyon', 'LYON', null),
    }),
  )

  it('[RES-10] [SET-09 duplicates] say the same as the rule', () => {
    fc.assert(
      fc.property(someone, somewhere, someone, somewhere, (candidate, address, other, theirs) => {
        const puts = new Set(duplicateMarks(other, theirs).puts)
        const marked = duplicateMarks(candidate, address).seeks.some((mark) => puts.has(mark))
        const found = duplicatesOf({ candidate, address, clients: [other], addressOf: () => theirs })
        expect(marked).toBe(found.length > 0)
      }),
      { numRuns: 3000 },
    )
  })
})
