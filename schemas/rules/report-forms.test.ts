import { describe, expect, it } from 'vitest'
import { MAX_OPTION, MAX_OPTIONS } from '../entities/rapport.ts'
import { entityOf } from '../resources.ts'
import { createIssues } from '../validate.ts'
import {
  type Answers,
  answerOfLines,
  askedQuestions,
  formulaireForOlder,
  reportAnswers,
  reportIssues,
} from './report-answers.ts'
import {
  type Champ,
  champOf,
  formIssues,
  formProblems,
  moveQuestion,
  QUESTION_TYPES,
  type Question,
  questionOf,
  withoutQuestion,
} from './report-forms.ts'

const question = (values: Partial<Question>): Question => ({
  id: 'a',
  LIBELLE: 'Question',
  TYPE: 'texte',
  OPTIONS: [],
  REQUIS: false,
  SI: null,
  ...values,
})

const VISIT: Question[] = [
  question({ id: 'besoin', TYPE: 'texte_long', REQUIS: true }),
  question({ id: 'surface', TYPE: 'nombre' }),
  question({ id: 'chauffage', TYPE: 'choix', OPTIONS: ['Gaz', 'Bois'] }),
  question({ id: 'pieces', TYPE: 'choix_multiple', OPTIONS: ['Salon', 'Cuisine'] }),
  question({ id: 'decideurs', TYPE: 'case' }),
  question({ id: 'rappel', TYPE: 'date' }),
  question({ id: 'facade', TYPE: 'photo' }),
  question({ id: 'accord', TYPE: 'signature' }),
]
const six = ['1', '2', '3', '4', '5', '6']

describe('a report being filled', () => {
  it.each<[string, Answers, Record<string, string>]>([
    ['an empty required question', { besoin: ' ' }, { besoin: 'Ce champ est requis' }],
    ['a number that is none', { besoin: 'x', surface: 'cent' }, { surface: 'Veuillez entrer un nombre' }],
    [
      'a choice outside the list',
      { besoin: 'x', chauffage: 'Fioul' },
      { chauffage: 'Veuillez choisir une valeur de la liste' },
    ],
    [
      'several choices, one of them outside the list',
      { besoin: 'x', pieces: 'Salon\nCave' },
      { pieces: 'Veuillez choisir une valeur de la liste' },
    ],
    ['a day that does not exist', { besoin: 'x', rappel: '2026-02-31' }, { rappel: "Cette date n'existe pas" }],
    ['too long a text', { besoin: 'x'.repeat(4001) }, { besoin: '4000 caractères au plus' }],
    ['too many photos', { besoin: 'x', facade: answerOfLines([...six, '7']) }, { facade: '6 photos au plus' }],
    [
      'a photo that names no file',
      { besoin: 'x', facade: '../x' },
      { facade: "Le type de la valeur n'est pas valide" },
    ],
    ['two signatures', { besoin: 'x', accord: '1\n2' }, { accord: 'Une seule signature est possible' }],
    [
      'nothing wrong',
      {
        besoin: 'Combles',
        surface: 0,
        chauffage: 'Gaz',
        pieces: 'Salon\nCuisine',
        rappel: '2026-11-30',
        facade: answerOfLines(six),
        accord: '1',
      },
      {},
    ],
  ])('[SET-04 kinds] %s', (_, answers, issues) => expect(reportIssues(VISIT, answers)).toEqual(issues))

  it('a required box must be ticked, a required photo taken', () => {
    const required = [question({ TYPE: 'case', REQUIS: true }), question({ id: 'b', TYPE: 'photo', REQUIS: true })]
    expect(reportIssues(required, { a: false })).toEqual({ a: 'Veuillez cocher cette case', b: 'Ce champ est requis' })
    expect(reportIssues(required, { a: true, b: 'f1' })).toEqual({})
  })

  it('sends the answers of its own questions, without the empty ones; an unticked box is « no »', () => {
    const answers = { besoin: ' Combles ', surface: 0, chauffage: '', rappel: undefined, autre: 'x' }
    expect(reportAnswers(VISIT, answers)).toEqual({ besoin: 'Combles', surface: 0, decideurs: false })
  })
})

describe('a question that depends on the answer of another', () => {
  const CHAIN: Question[] = [
    question({ id: 'chauffage', TYPE: 'choix', OPTIONS: ['Gaz', 'Bois'] }),
    question({ id: 'pieces', TYPE: 'choix_multiple', OPTIONS: ['Salon', 'Cuisine'] }),
    question({ id: 'conduit', TYPE: 'case', SI: { CHAMP: 'chauffage', VALEUR: 'Bois' } }),
    question({ id: 'pourquoi', REQUIS: true, SI: { CHAMP: 'conduit', VALEUR: false } }),
    question({ id: 'hotte', REQUIS: true, SI: { CHAMP: 'pieces', VALEUR: 'Cuisine' } }),
  ]
  const asked = (answers: Answers): string[] => askedQuestions(CHAIN, answers).map(({ id }) => id)

  it.each<[string, Answers, string[]]>([
    ['no answer yet', {}, ['chauffage', 'pieces']],
    ['the option that is meant', { chauffage: 'Bois' }, ['chauffage', 'pieces', 'conduit', 'pourquoi']],
    ['another option', { chauffage: 'Gaz' }, ['chauffage', 'pieces']],
    ['a box that is ticked', { chauffage: 'Bois', conduit: true }, ['chauffage', 'pieces', 'conduit']],
    ['one of several options', { pieces: 'Salon\nCuisine' }, ['chauffage', 'pieces', 'hotte']],
    ['a question that is hidden decides nothing', { chauffage: 'Gaz', conduit: false }, ['chauffage', 'pieces']],
  ])('[SET-04 conditional] %s', (_, answers, ids) => expect(asked(answers)).toEqual(ids))

  it('[SET-04 conditional] is not required while it is hidden, and an answer from before is not sent', () => {
    const answers = { chauffage: 'Gaz', conduit: false, pourquoi: 'Pas de conduit' }
    expect(reportIssues(CHAIN, answers)).toEqual({})
    expect(reportAnswers(CHAIN, answers)).toEqual({ chauffage: 'Gaz' })
    expect(reportIssues(CHAIN, { chauffage: 'Bois' })).toEqual({ pourquoi: 'Ce champ est requis' })
  })
})

describe('a form being built', () => {
  const steer = question({ id: 'c', LIBELLE: 'Chauffage', TYPE: 'choix', OPTIONS: ['Gaz', 'Bois'] })
  const follow = (SI: Question['SI']): Question => question({ id: 'f', LIBELLE: 'Conduit', SI })

  it.each<[string, Question[], string[]]>([
    ['without words', [question({ LIBELLE: ' ' })], ['Ce champ est requis']],
    ['two of one id', [question({}), question({})], ['Deux questions ont le même identifiant']],
    ['a choice without options', [question({ TYPE: 'choix' })], ['Écrivez au moins une option']],
    ['two equal options', [question({ TYPE: 'choix', OPTIONS: ['x', 'x'] })], ['Deux options sont les mêmes']],
    [
      'more options than a question may have',
      [question({ TYPE: 'choix', OPTIONS: Array.from({ length: MAX_OPTIONS + 1 }, (_, n) => `option ${n}`) })],
      ['30 options au plus'],
    ],
    [
      'too long an option',
      [question({ TYPE: 'choix', OPTIONS: ['x'.repeat(MAX_OPTION + 1)] })],
      ['120 caractères au plus par option'],
    ],
    [
      'an option of two lines',
      [question({ TYPE: 'choix_multiple', OPTIONS: ['x\ny'] })],
      ['Une option tient sur une ligne'],
    ],
    [
      'a condition on a later question',
      [follow({ CHAMP: 'c', VALEUR: 'Gaz' }), steer],
      ['La condition doit porter sur une question placée avant celle-ci'],
    ],
    [
      'a condition on an option that is gone',
      [steer, follow({ CHAMP: 'c', VALEUR: 'Fioul' })],
      ['Cette réponse n’est pas, ou n’est plus, une option de la question'],
    ],
    [
      'a condition on a text',
      [question({}), follow({ CHAMP: 'a', VALEUR: 'oui' })],
      ['La condition doit porter sur une case à cocher ou un choix'],
    ],
    ['nothing wrong', [steer, follow({ CHAMP: 'c', VALEUR: 'Gaz' })], []],
  ])('[SET-04 forms] (builder) %s', (_, questions, messages) =>
    expect(formProblems(questions).map(({ message }) => message)).toEqual(messages),
  )

  it('[SET-04 forms] (builder) questions move up and down; one that is taken out takes conditions on it along', () => {
    const all = [steer, follow({ CHAMP: 'c', VALEUR: 'Gaz' }), question({})]
    const ids = (questions: Question[]): string => questions.map(({ id }) => id).join('')
    expect([ids(moveQuestion(all, 'a', -1)), ids(moveQuestion(all, 'c', -1)), ids(moveQuestion(all, 'a', 1))]).toEqual([
      'caf',
      'cfa',
      'cfa',
    ])
    expect(withoutQuestion(all, 'c')).toEqual([follow(null), question({})])
  })

  it('every kind is stored and read back as it is, and no form is larger than a report may keep', () => {
    const SI = { CHAMP: 'c', VALEUR: true }
    for (const TYPE of QUESTION_TYPES) {
      const built = question({ TYPE, REQUIS: true, SI, OPTIONS: TYPE.startsWith('choix') ? ['x'] : [] })
      for (const one of [built, { ...built, SI: null }]) {
        expect(questionOf(champOf(one))).toEqual(one)
        const body = { id: 'r', TITRE: 'Visite', CHAMPS: [champOf(one)] }
        expect(createIssues(entityOf('rapport'), body)).toEqual([])
      }
    }
    const long = Array.from({ length: 30 }, (_, at) => `${at} ${'x'.repeat(110)}`)
    const champs = Array.from({ length: 60 }, (_, at) =>
      champOf(question({ id: `${at}`, TYPE: 'choix', OPTIONS: long })),
    )
    expect(formIssues(champs)).toEqual([{ field: 'CHAMPS', message: expect.stringContaining('trop long') }])
  })
})

describe('an app of before version 3', () => {
  /** What such an app accepts of a question (schemas/entities/rapport.ts at version 2). */
  const KNOWN = ['texte', 'texte_long', 'nombre', 'choix', 'case', 'date']

  it('[SET-04 forms] [VER-2] (older apps) finds a kind that it can ask, and nothing that it must require', () => {
    for (const TYPE of QUESTION_TYPES) {
      const { PLUS: _, ...seen } = champOf(question({ TYPE, REQUIS: true, OPTIONS: ['x'] }))
      expect(KNOWN).toContain(seen.TYPE)
      if (!KNOWN.includes(TYPE)) expect(seen).toMatchObject({ TYPE: 'texte_long', REQUIS: false })
      else expect(seen).toMatchObject({ TYPE, REQUIS: true })
    }
    expect(champOf(question({ REQUIS: true, SI: { CHAMP: 'c', VALEUR: true } })).REQUIS).toBe(false)
  })

  it('[SET-04 forms] [VER-5] (older apps) its report gets the form as it could ask it, with free text where an answer does not fit', () => {
    const CHAMPS: Champ[] = [...VISIT, question({ id: 'code', REQUIS: true })].map(champOf)
    const answers = { besoin: 'Combles', chauffage: 'Fioul', facade: 'vue du nord' }
    const kept = formulaireForOlder({ TITRE: 'Visite', REVISION: 4, CHAMPS }, answers)
    expect(reportIssues(kept.CHAMPS.map(questionOf), answers)).toEqual({})
    expect(kept.CHAMPS.map(({ id, TYPE, REQUIS }) => `${id} ${TYPE} ${REQUIS}`)).toEqual([
      'besoin texte_long true',
      'surface nombre false',
      'chauffage texte false',
      'pieces texte_long false',
      'decideurs case false',
      'rappel date false',
      'facade texte_long false',
      'accord texte_long false',
      'code texte false',
    ])
  })
})
