import { Switch, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { MAX_LIBELLE } from '../../../schemas/entities/rapport.ts'
import {
  hasOptions,
  isPicture,
  maySteer,
  type Problem,
  QUESTION_TYPES,
  type Question,
  type QuestionType,
} from '../../../schemas/rules/report-forms.ts'
import { reportFormsText as text } from '../../text/report-forms.ts'
import { Select } from '../../ui/controls/choices.tsx'
import styles from './builder.module.css'

const TYPES = QUESTION_TYPES.map((type) => ({ value: type, label: text.types[type] }))
const ALWAYS = ''

interface QuestionEditorProps {
  question: Question
  /** A condition may name one of these. */
  earlier: readonly Question[]
  problems: readonly Problem[]
  onChange: (question: Question) => void
}

/** The parts of one question: words, kind, options, whether an answer is required, and when it is asked. */
export function QuestionEditor({ question, earlier, problems, onChange }: QuestionEditorProps) {
  /** A part shows its message once it was left: a new question is empty, and that is no mistake yet. */
  const [left, setLeft] = useState<readonly Problem['part'][]>([])
  const leave = (part: Problem['part']): void => setLeft((parts) => [...parts, part])
  const messageOf = (part: Problem['part']): string | undefined =>
    left.includes(part) ? problems.find((problem) => problem.part === part)?.message : undefined
  return (
    <div className={styles.editor}>
      <TextInput
        size="md"
        label={text.label}
        withAsterisk
        autoComplete="off"
        maxLength={MAX_LIBELLE}
        value={question.LIBELLE}
        error={messageOf('LIBELLE')}
        onBlur={() => leave('LIBELLE')}
        onChange={(event) => onChange({ ...question, LIBELLE: event.currentTarget.value })}
        data-autofocus
        autoFocus={question.LIBELLE === ''}
      />
      <Select
        size="md"
        label={text.type}
        description={isPicture(question.TYPE) ? text.photoHint : undefined}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        allowDeselect={false}
        data={TYPES}
        value={question.TYPE}
        onChange={(type) => onChange({ ...question, TYPE: type as QuestionType })}
      />
      {hasOptions(question.TYPE) ? (
        <Options
          options={question.OPTIONS}
          error={messageOf('OPTIONS')}
          onLeave={() => leave('OPTIONS')}
          onChange={(OPTIONS) => onChange({ ...question, OPTIONS })}
        />
      ) : null}
      <Switch
        size="md"
        label={text.required}
        checked={question.REQUIS}
        onChange={(event) => onChange({ ...question, REQUIS: event.currentTarget.checked })}
      />
      <ConditionFields
        question={question}
        earlier={earlier}
        error={problems.find(({ part }) => part === 'SI')?.message}
        onChange={onChange}
      />
    </div>
  )
}

interface OptionsProps {
  options: readonly string[]
  error: string | undefined
  onLeave: () => void
  onChange: (options: string[]) => void
}

/** The options of a choice, one a line. The text stays as it is typed; the options are its lines without spaces around. */
function Options({ options, error, onLeave, onChange }: OptionsProps) {
  const [typed, setTyped] = useState(options.join('\n'))
  const linesIn = (value: string): string[] =>
    value
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
  return (
    <Textarea
      size="md"
      label={text.options}
      description={text.optionsHint}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      withAsterisk
      autosize
      minRows={3}
      maxRows={12}
      value={typed}
      error={error}
      onBlur={onLeave}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        onChange(linesIn(event.currentTarget.value))
      }}
    />
  )
}

interface ConditionFieldsProps extends Pick<QuestionEditorProps, 'question' | 'earlier' | 'onChange'> {
  error: string | undefined
}

/** When a question is asked: always, or where an earlier box or choice has one answer. */
function ConditionFields({ question, earlier, error, onChange }: ConditionFieldsProps) {
  const { SI } = question
  const steering = earlier.filter(({ TYPE, LIBELLE }) => maySteer(TYPE) && LIBELLE.trim() !== '')
  // No question to depend on: nothing to choose. A condition that has lost its question stays visible, with its message.
  if (steering.length === 0 && SI === null) return null
  const asked = steering.find(({ id }) => id === SI?.CHAMP)
  const firstValue = ({ TYPE, OPTIONS }: Question): string | boolean => (TYPE === 'case' ? true : (OPTIONS[0] ?? ''))
  const choose = (id: string | null): void => {
    const next = steering.find((one) => one.id === id)
    onChange({ ...question, SI: next ? { CHAMP: next.id, VALEUR: firstValue(next) } : null })
  }
  const values =
    asked?.TYPE === 'case'
      ? [
          { value: 'true', label: text.ticked },
          { value: 'false', label: text.unticked },
        ]
      : [...new Set(asked?.OPTIONS)].map((option) => ({ value: option, label: option }))
  return (
    <>
      <Select
        size="md"
        label={text.when}
        allowDeselect={false}
        data={[
          { value: ALWAYS, label: text.always },
          ...steering.map(({ id, LIBELLE }) => ({ value: id, label: text.answerTo(LIBELLE) })),
        ]}
        value={SI === null ? ALWAYS : (asked?.id ?? null)}
        error={asked ? undefined : error}
        onChange={choose}
      />
      {SI && asked ? (
        <Select
          size="md"
          label={text.value}
          allowDeselect={false}
          data={values}
          value={values.some(({ value }) => value === String(SI.VALEUR)) ? String(SI.VALEUR) : null}
          error={error}
          onChange={(value) => {
            const VALEUR = asked.TYPE === 'case' ? value === 'true' : (value ?? '')
            onChange({ ...question, SI: { CHAMP: asked.id, VALEUR } })
          }}
        />
      ) : null}
    </>
  )
}
