import { useState } from 'react'
import { type Answers, reportIssues } from '../../../schemas/rules/report-answers.ts'
import type { Question } from '../../../schemas/rules/report-forms.ts'
import { reportFormsText as text } from '../../text/report-forms.ts'
import styles from './builder.module.css'
import { usePictures } from './pictures.ts'
import { ReportQuestions } from './report-questions.tsx'

interface FormPreviewProps {
  title: string
  questions: readonly Question[]
}

/** The form as it is on a phone, by the very inputs that the staff fill: conditions and messages can be tried, nothing is stored (SET-04). */
export function FormPreview({ title, questions }: FormPreviewProps) {
  const [answers, setAnswers] = useState<Answers>({})
  const [left, setLeft] = useState<readonly string[]>([])
  const pictures = usePictures()
  // A question without words yet is in the form, but there is nothing to show of it.
  const shown = questions.filter(({ LIBELLE }) => LIBELLE.trim() !== '')
  const issues = Object.entries(reportIssues(shown, answers)).filter(([id]) => left.includes(id))
  return (
    <section className={styles.preview} aria-label={text.preview}>
      <h2 className={styles.title}>{text.preview}</h2>
      <p className={styles.hint}>{text.previewHint}</p>
      <div className={styles.phone}>
        <p className={styles.phoneTitle}>{title.trim() || text.untitled}</p>
        {shown.length === 0 ? (
          <p className={styles.hint}>{text.previewEmpty}</p>
        ) : (
          <ReportQuestions
            questions={shown}
            answers={answers}
            errors={Object.fromEntries(issues)}
            pictures={pictures}
            onAnswer={(id, value) => setAnswers((all) => ({ ...all, [id]: value }))}
            onLeave={(id) => setLeft((all) => [...all, id])}
          />
        )}
      </div>
    </section>
  )
}
