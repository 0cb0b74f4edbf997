import { expect, it } from 'vitest'
import { answerText, formsFor } from './report-answers.ts'

it('answers are shown in French notation', () => {
  expect(answerText({ TYPE: 'date' }, '2026-11-30')).toBe('30/11/2026')
  // The space of `exact`, which is not that of Intl.
  expect(answerText({ TYPE: 'nombre' }, 1250.5)).toBe('1 250,5'.replace(' ', '\u00a0'))
  expect([true, false, undefined].map((value) => answerText({ TYPE: 'case' }, value))).toEqual(['Oui', 'Non', 'Non'])
  expect(answerText({ TYPE: 'texte' }, '')).toBe('—')
  expect(answerText({ TYPE: 'choix_multiple' }, 'Gaz\nBois')).toBe('Gaz, Bois')
})

it.each([
  [0.0625, '0,0625'],
  [12.3456, '12,3456'],
  [-1234.5, '-1 234,5'],
  [1234567.12345678, '1 234 567,12345678'],
])('[MGR-14] a number is read as it was typed: %d', (value, read) => {
  expect(answerText({ TYPE: 'nombre' }, value).replaceAll('\u00a0', ' ')).toBe(read)
})

it('[SET-04 natures] offers the active forms that fit the nature, the specific ones first', () => {
  const form = (TITRE: string, NATURES: string[], ACTIF: 0 | 1 = 1) => ({ TITRE, NATURES, ACTIF })
  const forms = [form('Note', []), form('Visite', ['com', 'r2']), form('Métré', ['metre']), form('Ancien', [], 0)]
  const titles = (nature: string | null | undefined) => formsFor(forms, nature).map(({ TITRE }) => TITRE)
  expect(titles('com')).toEqual(['Visite', 'Note'])
  expect(titles(null)).toEqual(['Note'])
  expect(titles(undefined)).toEqual(['Visite', 'Métré', 'Note'])
})
