import type { Answers } from '../../../schemas/rules/report-answers.ts'
import type { Question } from '../../../schemas/rules/report-forms.ts'
import type { Pictures } from './pictures.ts'

/** What the input of a question gets, whatever its kind. */
export interface AnswerProps {
  question: Question
  value: Answers[string]
  onChange: (value: Answers[string]) => void
  onBlur: () => void
  error: string | undefined
  pictures: Pictures
}
