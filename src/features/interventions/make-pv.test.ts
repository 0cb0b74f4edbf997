import { expect, it } from 'vitest'
import { signatoryOf } from './make-pv.ts'

it('[MGR-18] the signer is proposed by a person’s name, never by a company’s', () => {
  const person = { NOM: 'MARTIN', PRENOM: 'Léa' }
  const company = { NOM: 'SARL Martin', PRENOM: null }
  expect(signatoryOf(person, { TYPE: 'P' })).toBe('Léa MARTIN')
  expect(signatoryOf({ ...person, PRENOM: null }, { TYPE: 'P' })).toBe('MARTIN')
  expect(signatoryOf(person, null)).toBe('Léa MARTIN')
  expect(signatoryOf(company, null)).toBe('')
  expect(signatoryOf(company, { TYPE: 'S' })).toBe('')
  expect(signatoryOf({ ...company, PRENOM: 'Léa' }, { TYPE: 'S' })).toBe('')
  expect(signatoryOf(null, null)).toBe('')
})
