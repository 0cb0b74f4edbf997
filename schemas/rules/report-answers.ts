import { isDate } from '../dates.ts'
import type { Issue } from '../entity.ts'
import { ID_PATTERN } from '../fields.ts'
import { messages } from '../messages.ts'
import { sameJson } from '../same-json.ts'
import {
  type Champ,
  type Condition,
  type Formulaire,
  isPicture,
  MAX_FORM,
  type Question,
  questionOf,
} from './report-forms.ts'

/** Answers by the id of their question; '' and undefined are no answer. */
export type Answers = Record<string, string | number | boolean | null | undefined>
type Answer = Answers[string]

const MAX_TEXT = 4000
/** Pictures in answer to one question. */
export const MAX_PHOTOS = 6

const answerMessages = {
  box: 'Veuillez cocher cette case',
  photos: `${MAX_PHOTOS} photos au plus`,
  oneSignature: 'Une seule signature est possible',
  needsProject:
    'Une photo ou une signature demande un projet : ouvrez ce formulaire depuis un projet ou son rendez-vous',
} as const

/** Several options, or the files of several pictures, in one answer: one a line. Apps of before version 3 read it as a text. */
export const linesOf = (value: Answer): string[] =>
  typeof value === 'string' ? value.split('\n').filter((line) => line !== '') : []
export const answerOfLines = (lines: readonly string[]): string | undefined =>
  lines.length === 0 ? undefined : lines.join('\n')

const isEmpty = (value: Answer): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

function isMet({ VALEUR }: Condition, { TYPE }: Question, value: Answer): boolean {
  if (TYPE === 'case') return (value === true) === VALEUR
  return TYPE === 'choix_multiple' ? linesOf(value).includes(String(VALEUR)) : value === VALEUR
}

/** The questions that these answers ask: one that depends on a question which is not asked itself is not asked either. */
export function askedQuestions(questions: readonly Question[], answers: Answers): Question[] {
  const asked = new Map<string, Question>()
  for (const question of questions) {
    const { SI } = question
    const steers = SI && asked.get(SI.CHAMP)
    if (SI === null || (steers && isMet(SI, steers, answers[SI.CHAMP]))) asked.set(question.id, question)
  }
  return [...asked.values()]
}

const isFileId = (line: string): boolean => new RegExp(ID_PATTERN).test(line)

function pictureIssue({ TYPE }: Question, value: Answer): string | null {
  const files = linesOf(value)
  if (typeof value !== 'string' || !files.every(isFileId)) return messages.type
  if (TYPE === 'signature') return files.length > 1 ? answerMessages.oneSignature : null
  return files.length > MAX_PHOTOS ? answerMessages.photos : null
}

function issueOf(question: Question, value: Answer): string | null {
  const { TYPE, OPTIONS, REQUIS } = question
  if (TYPE === 'case') return REQUIS && value !== true ? answerMessages.box : null
  if (isEmpty(value)) return REQUIS ? messages.required : null
  switch (TYPE) {
    case 'nombre':
      return typeof value === 'number' && Number.isFinite(value) ? null : messages.number
    case 'date':
      return typeof value === 'string' && isDate(value) ? null : messages.date
    case 'choix':
      return OPTIONS.includes(String(value)) ? null : messages.choice
    case 'choix_multiple':
      return linesOf(value).every((line) => OPTIONS.includes(line)) ? null : messages.choice
    case 'photo':
    case 'signature':
      return pictureIssue(question, value)
    default:
      return String(value).length > MAX_TEXT ? messages.maxLength(MAX_TEXT) : null
  }
}

/** The messages of a report, by the id of the question, in French (as in RES-06); empty when it may be saved. */
export function reportIssues(questions: readonly Question[], answers: Answers): Record<string, string> {
  const issues: Record<string, string> = {}
  for (const question of askedQuestions(questions, answers)) {
    const message = issueOf(question, answers[question.id])
    if (message !== null) issues[question.id] = message
  }
  return issues
}

/** The answers that are sent: those to the questions that are asked, without the empty ones; an unticked box is « no ». */
export function reportAnswers(
  questions: readonly Question[],
  answers: Answers,
): Record<string, string | number | boolean> {
  const sent: Record<string, string | number | boolean> = {}
  for (const { id, TYPE } of askedQuestions(questions, answers)) {
    const value = answers[id]
    if (TYPE === 'case') sent[id] = value === true
    else if (!isEmpty(value)) sent[id] = typeof value === 'string' ? value.trim() : (value as number | boolean)
  }
  return sent
}

interface Filled {
  FORMULAIRE: Formulaire | null
  REPONSES: Answers
  IDPROJET: string | null
  IDRDV: string | null
}

/**
 * The rules of a filled report for the server: its answers fit the form that it carries. Of a correction, only the answers that it changes: an
 * older program may have stored others.
 */
export function submissionIssues({ FORMULAIRE, REPONSES, IDPROJET, IDRDV }: Filled, before: Answers | null): Issue[] {
  if (FORMULAIRE === null) return []
  if (before === null && JSON.stringify(FORMULAIRE.CHAMPS).length > MAX_FORM)
    return [{ field: 'FORMULAIRE', message: messages.maxLength(MAX_FORM) }]
  const questions = FORMULAIRE.CHAMPS.map(questionOf)
  const changed = ({ id }: Question): boolean => before === null || !sameJson(before[id], REPONSES[id])
  const wrong = reportIssues(questions, REPONSES)
  const issues = questions
    .filter((question) => wrong[question.id] !== undefined && changed(question))
    .map(({ id, LIBELLE }) => ({ field: 'REPONSES', message: `${LIBELLE} : ${wrong[id]}` }))
  const pictures = questions.filter((question) => isPicture(question.TYPE) && !isEmpty(REPONSES[question.id]))
  if (IDPROJET === null && IDRDV === null && pictures.some(changed))
    issues.push({ field: 'REPONSES', message: answerMessages.needsProject })
  return issues
}

/**
 * The form for a report of an app of before version 3, which sends none and may have answered an older version of the form: without PLUS, as
 * that app asked it, and where an answer does not fit its question, as free text that nothing requires.
 */
export function formulaireForOlder(form: Formulaire, answers: Answers): Formulaire {
  const asked = form.CHAMPS.map(({ PLUS: _, ...champ }): Champ => champ)
  const wrong = reportIssues(asked.map(questionOf), answers)
  return {
    ...form,
    CHAMPS: asked.map((champ) => (wrong[champ.id] === undefined ? champ : { ...champ, TYPE: 'texte', REQUIS: false })),
  }
}
