import { exact } from '../../../schemas/decimal.ts'
import { linesOf } from '../../../schemas/rules/report-answers.ts'
import type { Question } from '../../../schemas/rules/report-forms.ts'
import { rapportsText as text } from '../../text/rapports.ts'
import { formatDate } from '../../ui/format/format.ts'

/** One answer as people read it. */
export function answerText({ TYPE }: Pick<Question, 'TYPE'>, value: unknown): string {
  if (TYPE === 'case') return value === true ? text.yes : text.no
  if (value === null || value === undefined || value === '') return text.none
  // Not rounded: whoever reads a measure or compares two corrections has what was typed.
  if (typeof value === 'number') return exact(value)
  if (TYPE === 'choix_multiple') return linesOf(String(value)).join(', ')
  return TYPE === 'date' ? formatDate(String(value)) : String(value)
}

/** Under which a report that is not saved yet is kept for a reload. @param about its appointment, else its project */
export const draftKeyOf = (form: string, about: string | null): string => `rapport/${form}/${about ?? 'libre'}`

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
