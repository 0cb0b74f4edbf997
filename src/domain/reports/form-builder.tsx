import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { MAX_CHAMPS } from '../../../schemas/entities/rapport.ts'
import {
  champOf,
  formProblems,
  moveQuestion,
  type Question,
  wholeProblem,
  withoutQuestion,
} from '../../../schemas/rules/report-forms.ts'
import { uuidv7 } from '../../../schemas/uuid.ts'
import { reportFormsText as text } from '../../text/report-forms.ts'
import styles from './builder.module.css'
import { QuestionEditor } from './question-editor.tsx'
import { QuestionRow } from './question-row.tsx'

interface FormBuilderProps {
  questions: readonly Question[]
  onChange: (questions: Question[]) => void
}

/** The questions of a form: each opens to be edited, moves by buttons, is taken out; a new one comes last (SET-04). */
export function FormBuilder({ questions, onChange }: FormBuilderProps) {
  const root = useRef<HTMLDivElement>(null)
  const [opened, setOpened] = useState<string | null>(null)
  const [said, setSaid] = useState('')
  /** The button that was pressed: its row moves in the page, which may take the focus from it. */
  const pressed = useRef<{ id: string; by: -1 | 1 } | null>(null)
  useLayoutEffect(() => {
    if (pressed.current === null) return
    const { id, by } = pressed.current
    pressed.current = null
    const rows = [...(root.current?.querySelectorAll<HTMLElement>('[data-question]') ?? [])]
    const row = rows.find(({ dataset }) => dataset.question === id)
    const button = row?.querySelector<HTMLElement>(`[data-by="${by}"]:not(:disabled)`)
    // At the end of the list the button is disabled; the other one of the row is not.
    ;(button ?? row?.querySelector<HTMLElement>('[data-by]:not(:disabled)'))?.focus()
  })

  const problems = formProblems(questions)
  const whole = wholeProblem(questions.map(champOf))
  const nameOf = ({ LIBELLE }: Question): string => LIBELLE.trim() || text.newQuestion
  const move = (question: Question, by: -1 | 1): void => {
    pressed.current = { id: question.id, by }
    const next = moveQuestion(questions, question.id, by)
    onChange(next)
    setSaid(text.moved(nameOf(question), next.indexOf(question) + 1, next.length))
  }
  const remove = (question: Question): void => {
    onChange(withoutQuestion(questions, question.id))
    setSaid(text.removed(nameOf(question)))
    root.current?.querySelector<HTMLElement>('[data-add]')?.focus()
  }
  const add = (): void => {
    const id = uuidv7()
    onChange([...questions, { id, LIBELLE: '', TYPE: 'texte', OPTIONS: [], REQUIS: false, SI: null }])
    setOpened(id)
  }

  return (
    <div ref={root}>
      <h2 className={styles.title}>{text.questions}</h2>
      {questions.length === 0 ? <p className={styles.hint}>{text.noQuestions}</p> : null}
      <ol className={styles.questions} aria-label={text.questions}>
        {questions.map((question, at) => {
          const wrong = problems.filter(({ id }) => id === question.id)
          return (
            <li key={question.id} className={styles.question} data-question={question.id}>
              <QuestionRow
                question={question}
                name={nameOf(question)}
                earlier={questions.slice(0, at)}
                isOpen={opened === question.id}
                problem={opened === question.id ? undefined : wrong[0]?.message}
                isFirst={at === 0}
                isLast={at === questions.length - 1}
                onOpen={() => setOpened(opened === question.id ? null : question.id)}
                onMove={(by) => move(question, by)}
                onRemove={() => remove(question)}
              />
              {opened === question.id ? (
                <QuestionEditor
                  question={question}
                  earlier={questions.slice(0, at)}
                  problems={wrong}
                  onChange={(next) => onChange(questions.map((one) => (one.id === next.id ? next : one)))}
                />
              ) : null}
            </li>
          )
        })}
      </ol>
      {whole === null ? null : (
        <p className={styles.problem} role="alert">
          {whole}
        </p>
      )}
      <Button
        variant="default"
        size="md"
        data-add
        leftSection={<IconPlus size={18} />}
        disabled={questions.length >= MAX_CHAMPS}
        onClick={add}
      >
        {text.addQuestion}
      </Button>
      {questions.length >= MAX_CHAMPS ? <p className={styles.hint}>{text.full(MAX_CHAMPS)}</p> : null}
      <p className="visually-hidden" aria-live="polite">
        {said}
      </p>
    </div>
  )
}
