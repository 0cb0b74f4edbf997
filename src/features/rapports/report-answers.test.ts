import { describe, expect, it } from 'vitest'
import { answerText, type Champ, formsFor, reportAnswers, reportIssues } from './report-answers.ts'

const champ = (values: Partial<Champ>): Champ => ({
  id: 'a',
  LIBELLE: 'Question',
  TYPE: 'texte',
  REQUIS: false,
  ...values,
})
const CHAMPS: Champ[] = [
  champ({ id: 'besoin', TYPE: 'texte_long', REQUIS: true }),
  champ({ id: 'surface', TYPE: 'nombre' }),
  champ({ id: 'chauffage', TYPE: 'choix', OPTIONS: ['Gaz', 'Bois'] }),
  champ({ id: 'decideurs', TYPE: 'case' }),
  champ({ id: 'rappel', TYPE: 'date' }),
]

describe('a report being filled', () => {
  it.each([
    ['an empty required question', { besoin: ' ' }, { besoin: 'Ce champ est requis' }],
    ['a number that is none', { besoin: 'x', surface: 'cent' }, { surface: 'Veuillez entrer un nombre' }],
    [
      'a choice outside the list',
      { besoin: 'x', chauffage: 'Fioul' },
      { chauffage: 'Veuillez choisir une valeur de la liste' },
    ],
    ['a day that does not exist', { besoin: 'x', rappel: '2026-02-31' }, { rappel: "Cette date n'existe pas" }],
    ['too long a text', { besoin: 'x'.repeat(4001) }, { besoin: '4000 caractères au plus' }],
    ['nothing wrong', { besoin: 'Combles', surface: 0, chauffage: 'Gaz', rappel: '2026-11-30' }, {}],
  ])('%s', (_, answers, issues) => expect(reportIssues(CHAMPS, answers)).toEqual(issues))

  it('a required box must be ticked', () => {
    const box = [champ({ TYPE: 'case', REQUIS: true })]
    expect(reportIssues(box, { a: false })).toEqual({ a: 'Veuillez cocher cette case' })
    expect(reportIssues(box, { a: true })).toEqual({})
  })

  it('sends the answers of its own questions, without the empty ones; an unticked box is « no »', () => {
    const answers = { besoin: ' Combles ', surface: 0, chauffage: '', rappel: undefined, autre: 'x' }
    expect(reportAnswers(CHAMPS, answers)).toEqual({ besoin: 'Combles', surface: 0, decideurs: false })
  })
})

it('answers are shown in French notation', () => {
  expect(answerText({ TYPE: 'date' }, '2026-11-30')).toBe('30/11/2026')
  expect(answerText({ TYPE: 'nombre' }, 1250.5)).toBe('1 250,5'.replace(' ', '\u202f'))
  expect([true, false, undefined].map((value) => answerText({ TYPE: 'case' }, value))).toEqual(['Oui', 'Non', 'Non'])
  expect(answerText({ TYPE: 'texte' }, '')).toBe('—')
})

it('offers the active forms that fit the nature, the specific ones first', () => {
  const form = (TITRE: string, NATURES: string[], ACTIF: 0 | 1 = 1) => ({ TITRE, NATURES, ACTIF })
  const forms = [form('Note', []), form('Visite', ['com', 'r2']), form('Métré', ['metre']), form('Ancien', [], 0)]
  const titles = (nature: string | null | undefined) => formsFor(forms, nature).map(({ TITRE }) => TITRE)
  expect(titles('com')).toEqual(['Visite', 'Note'])
  expect(titles(null)).toEqual(['Note'])
  expect(titles(undefined)).toEqual(['Visite', 'Métré', 'Note'])
})
