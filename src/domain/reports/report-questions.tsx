import { type Answers, askedQuestions } from '../../../schemas/rules/report-answers.ts'
import type { Question } from '../../../schemas/rules/report-forms.ts'
import { FormSection, Wide } from '../../forms/form-frame.tsx'
import { AnswerField } from './answer-field.tsx'
import type { Pictures } from './pictures.ts'

interface ReportQuestionsProps {
  questions: readonly Question[]
  answers: Answers
  /** Messages by the id of the question. */
  errors: Readonly<Record<string, string>>
  pictures: Pictures
  onAnswer: (id: string, value: Answers[string]) => void
  /** A question was left. */
  onLeave: (id: string) => void
}

/** The questions of a report form that its answers ask: for whoever fills it, and in the preview of whoever builds it (SET-04). */
export function ReportQuestions({ questions, answers, errors, pictures, onAnswer, onLeave }: ReportQuestionsProps) {
  return (
    <FormSection>
      {askedQuestions(questions, answers).map((question) => (
        // A kind that changes in the builder is another input.
        <Wide key={`${question.id} ${question.TYPE}`}>
          <AnswerField
            question={question}
            value={answers[question.id]}
            onChange={(value) => onAnswer(question.id, value)}
            onBlur={() => onLeave(question.id)}
            error={errors[question.id]}
            pictures={pictures}
          />
        </Wide>
      ))}
    </FormSection>
  )
}
