import { expect, it } from 'vitest'
import { answerText, formsFor } from './report-answers.ts'

it('answers are shown in French notation', () => {
  expect(answerText({ TYPE: 'date' }, '2026-11-30')).toBe('30/11/2026')
  expect(answerText({ TYPE: 'nombre' }, 1250.5)).toBe('1 250,5'.replace(' ', '\u202f'))
  expect([true, false, undefined].map((value) => answerText({ TYPE: 'case' }, value))).toEqual(['Oui', 'Non', 'Non'])
  expect(answerText({ TYPE: 'texte' }, '')).toBe('—')
  expect(answerText({ TYPE: 'choix_multiple' }, 'Gaz\nBois')).toBe('Gaz, Bois')
})

it('offers the active forms that fit the nature, the specific ones first', () => {
  const form = (TITRE: string, NATURES: string[], ACTIF: 0 | 1 = 1) => ({ TITRE, NATURES, ACTIF })
  const forms = [form('Note', []), form('Visite', ['com', 'r2']), form('Métré', ['metre']), form('Ancien', [], 0)]
  const titles = (nature: string | null | undefined) => formsFor(forms, nature).map(({ TITRE }) => TITRE)
  expect(titles('com')).toEqual(['Visite', 'Note'])
  expect(titles(null)).toEqual(['Note'])
  expect(titles(undefined)).toEqual(['Visite', 'Métré', 'Note'])
})
