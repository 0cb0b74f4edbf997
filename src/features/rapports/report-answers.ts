import { isDate } from '../../../schemas/dates.ts'
import type { ResourceRecord } from '../../../schemas/resources.ts'
import { messages } from '../../../schemas/validate.ts'
import { rapportsText as text } from '../../text/rapports.ts'
import { formatCount, formatDate } from '../../ui/format/format.ts'

export type Champ = ResourceRecord<'rapport'>['CHAMPS'][number]
/** Answers by the id of their question; '' and undefined are no answer. */
export type Answers = Record<string, string | number | boolean | null | undefined>

const MAX_TEXT = 4000
const isEmpty = (value: Answers[string]): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

function issueOf(champ: Champ, value: Answers[string]): string | null {
  if (champ.TYPE === 'case') return champ.REQUIS && value !== true ? text.mustCheck : null
  if (isEmpty(value)) return champ.REQUIS ? messages.required : null
  switch (champ.TYPE) {
    case 'nombre':
      return typeof value === 'number' && Number.isFinite(value) ? null : messages.number
    case 'date':
      return typeof value === 'string' && isDate(value) ? null : messages.date
    case 'choix':
      return (champ.OPTIONS ?? []).includes(String(value)) ? null : messages.choice
    default:
      return String(value).length > MAX_TEXT ? messages.maxLength(MAX_TEXT) : null
  }
}

/** The messages of a report, by the id of the question, in French (as in RES-06); empty when it may be saved. */
export function reportIssues(champs: readonly Champ[], answers: Answers): Record<string, string> {
  const issues: Record<string, string> = {}
  for (const champ of champs) {
    const message = issueOf(champ, answers[champ.id])
    if (message !== null) issues[champ.id] = message
  }
  return issues
}

/** The answers that are sent: those of the form's own questions, without the empty ones; an unticked box is « no ». */
export function reportAnswers(champs: readonly Champ[], answers: Answers): Record<string, string | number | boolean> {
  const sent: Record<string, string | number | boolean> = {}
  for (const { id, TYPE } of champs) {
    const value = answers[id]
    if (TYPE === 'case') sent[id] = value === true
    else if (!isEmpty(value)) sent[id] = typeof value === 'string' ? value.trim() : (value as number | boolean)
  }
  return sent
}

/** One answer as people read it. */
export function answerText(champ: Pick<Champ, 'TYPE'>, value: unknown): string {
  if (champ.TYPE === 'case') return value === true ? text.yes : text.no
  if (value === null || value === undefined || value === '') return text.none
  if (typeof value === 'number') return formatCount(value)
  return champ.TYPE === 'date' ? formatDate(String(value)) : String(value)
}

interface Form {
  ACTIF: 0 | 1
  NATURES: readonly string[]
  TITRE: string
}

/** Forms that fit an appointment's nature; one without natures fits any, and without an appointment every form does. */
export const formsFor = <F extends Form>(forms: readonly F[], nature: string | null | undefined): F[] =>
  forms
    .filter((form) => form.ACTIF === 1)
    .filter((form) => nature === undefined || form.NATURES.length === 0 || form.NATURES.includes(nature ?? ''))
    .sort((a, b) => b.NATURES.length - a.NATURES.length || a.TITRE.localeCompare(b.TITRE, 'fr'))
