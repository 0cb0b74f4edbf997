import type { Static } from 'typebox'
import { type formulaire, MAX_OPTION, MAX_OPTIONS, type rapport, TYPES_PLUS } from '../entities/rapport.ts'
import type { Issue, Row } from '../entity.ts'
import { messages } from '../messages.ts'

type Rapport = Row<typeof rapport.fields>
/** A question as it is stored. */
export type Champ = Rapport['CHAMPS'][number]
/** A form as a filled report keeps it. */
export type Formulaire = Static<typeof formulaire>
type NewType = (typeof TYPES_PLUS)[number]
export type QuestionType = Champ['TYPE'] | NewType

/** When a question is asked: the answer of an earlier one is this value (a box: ticked or not; a choice: one of its options). */
export type Condition = NonNullable<NonNullable<Champ['PLUS']>['SI']>

/** A question as it is asked and built. */
export interface Question {
  id: string
  LIBELLE: string
  TYPE: QuestionType
  OPTIONS: readonly string[]
  REQUIS: boolean
  SI: Condition | null
}

/** The kinds of questions in the order in which the builder proposes them. */
export const QUESTION_TYPES: readonly QuestionType[] = [
  'texte',
  'texte_long',
  'nombre',
  'choix',
  'choix_multiple',
  'case',
  'date',
  'photo',
  'signature',
]

const isNewType = (type: QuestionType): type is NewType => (TYPES_PLUS as readonly string[]).includes(type)
export const hasOptions = (type: QuestionType): boolean => type === 'choix' || type === 'choix_multiple'
/** The answer is the name of files of the report. */
export const isPicture = (type: QuestionType): boolean => type === 'photo' || type === 'signature'
/** Another question may depend on the answer. */
export const maySteer = (type: QuestionType): boolean => hasOptions(type) || type === 'case'

export const questionOf = ({ id, LIBELLE, TYPE, OPTIONS = [], REQUIS, PLUS }: Champ): Question => ({
  id,
  LIBELLE,
  TYPE: PLUS?.TYPE ?? TYPE,
  OPTIONS,
  REQUIS: PLUS?.REQUIS ?? REQUIS,
  SI: PLUS?.SI ?? null,
})

/**
 * The stored form of a question. An app of before version 3 reads all but PLUS: it asks a long text instead of a kind that it does not know, always, and
 * requires neither that nor an answer to a question that depends on another.
 */
export function champOf({ id, LIBELLE, TYPE, OPTIONS, REQUIS, SI }: Question): Champ {
  const plus = isNewType(TYPE) || SI !== null
  return {
    id,
    LIBELLE,
    TYPE: isNewType(TYPE) ? 'texte_long' : TYPE,
    ...(hasOptions(TYPE) ? { OPTIONS: [...OPTIONS] } : {}),
    REQUIS: REQUIS && !plus,
    ...(plus ? { PLUS: { ...(isNewType(TYPE) ? { TYPE } : {}), REQUIS, ...(SI === null ? {} : { SI }) } } : {}),
  }
}

/** The copy of a form that a filled report keeps. */
export const formulaireOf = ({
  TITRE,
  REVISION,
  CHAMPS,
}: Pick<Rapport, 'TITRE' | 'REVISION' | 'CHAMPS'>): Formulaire => ({
  TITRE,
  REVISION,
  CHAMPS,
})

/** Characters of all questions of a form, as JSON: each filled report keeps a copy. */
export const MAX_FORM = 60_000

/** What is wrong with one question of a form, and with which part of it. */
export interface Problem {
  id: string
  part: 'LIBELLE' | 'OPTIONS' | 'SI'
  message: string
}

const formMessages = {
  twice: 'Deux questions ont le même identifiant',
  noOption: 'Écrivez au moins une option',
  sameOption: 'Deux options sont les mêmes',
  manyOptions: `${MAX_OPTIONS} options au plus`,
  longOption: `${MAX_OPTION} caractères au plus par option`,
  lineInOption: 'Une option tient sur une ligne',
  notBefore: 'La condition doit porter sur une question placée avant celle-ci',
  notSteering: 'La condition doit porter sur une case à cocher ou un choix',
  noSuchAnswer: 'Cette réponse n’est pas, ou n’est plus, une option de la question',
  tooLong: 'Ce formulaire est trop long : retirez des questions ou des options',
} as const

function conditionProblem({ CHAMP, VALEUR }: Condition, earlier: readonly Question[]): string | null {
  const asked = earlier.find(({ id }) => id === CHAMP)
  if (!asked) return formMessages.notBefore
  if (!maySteer(asked.TYPE)) return formMessages.notSteering
  const isOne = asked.TYPE === 'case' ? typeof VALEUR === 'boolean' : asked.OPTIONS.includes(String(VALEUR))
  return isOne ? null : formMessages.noSuchAnswer
}

function optionsProblem({ TYPE, OPTIONS }: Question): string | null {
  if (!hasOptions(TYPE)) return null
  if (!OPTIONS.some((option) => option.trim() !== '')) return formMessages.noOption
  if (OPTIONS.some((option) => option.includes('\n'))) return formMessages.lineInOption
  if (OPTIONS.length > MAX_OPTIONS) return formMessages.manyOptions
  if (OPTIONS.some((option) => option.length > MAX_OPTION)) return formMessages.longOption
  return new Set(OPTIONS).size < OPTIONS.length ? formMessages.sameOption : null
}

/** What keeps these questions from being a form, in their order. */
export function formProblems(questions: readonly Question[]): Problem[] {
  return questions.flatMap((question, at) => {
    const earlier = questions.slice(0, at)
    const found: [Problem['part'], string | null][] = [
      ['LIBELLE', question.LIBELLE.trim() === '' ? messages.required : null],
      ['LIBELLE', earlier.some(({ id }) => id === question.id) ? formMessages.twice : null],
      ['OPTIONS', optionsProblem(question)],
      ['SI', question.SI === null ? null : conditionProblem(question.SI, earlier)],
    ]
    return found.flatMap(([part, message]) => (message === null ? [] : [{ id: question.id, part, message }]))
  })
}

/** What keeps these questions, each right by itself, from being a form together; null: nothing. */
export const wholeProblem = (champs: readonly Champ[]): string | null =>
  JSON.stringify(champs).length > MAX_FORM ? formMessages.tooLong : null

/** The rules of a form for the server, with the question's words in each message. */
export function formIssues(champs: readonly Champ[]): Issue[] {
  const whole = wholeProblem(champs)
  if (whole !== null) return [{ field: 'CHAMPS', message: whole }]
  const questions = champs.map(questionOf)
  const words = new Map(questions.map(({ id, LIBELLE }) => [id, LIBELLE]))
  return formProblems(questions).map(({ id, message }) => ({
    field: 'CHAMPS',
    message: `${words.get(id)} : ${message}`,
  }))
}

/** The questions with `id` one place up or down; the same at either end. */
export function moveQuestion(questions: readonly Question[], id: string, by: -1 | 1): Question[] {
  const from = questions.findIndex((question) => question.id === id)
  const [question, other] = [questions[from], questions[from + by]]
  return question && other ? questions.with(from, other).with(from + by, question) : [...questions]
}

/** The questions without `id`; those that depended on it are asked always. */
export const withoutQuestion = (questions: readonly Question[], id: string): Question[] =>
  questions
    .filter((question) => question.id !== id)
    .map((question) => (question.SI?.CHAMP === id ? { ...question, SI: null } : question))
