import { Checkbox, Textarea, TextInput } from '@mantine/core'
import { answerOfLines, linesOf } from '../../../schemas/rules/report-answers.ts'
import { DateField } from '../../forms/fields/date-field.tsx'
import { DecimalInput } from '../../forms/fields/decimal-input.tsx'
import { rapportsText as text } from '../../text/rapports.ts'
import { Select } from '../../ui/controls/choices.tsx'
import type { AnswerProps } from './answer-props.ts'
import { PhotoAnswer, SignatureAnswer } from './picture-answer.tsx'
import styles from './reports.module.css'

/** In the builder two options are the same for a moment, while one that begins like another is typed; a choice with both stops the whole page. */
const different = (options: readonly string[]): string[] => [...new Set(options)]

/** The input of one question of a report, by its type. */
export function AnswerField(props: AnswerProps) {
  const { question, value, onChange, onBlur, error } = props
  const shared = { label: question.LIBELLE, error, onBlur }
  const asText = typeof value === 'string' ? value : ''
  switch (question.TYPE) {
    case 'texte_long':
      return (
        <Textarea
          {...shared}
          size="md"
          withAsterisk={question.REQUIS}
          autosize
          minRows={3}
          maxRows={14}
          value={asText}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
    case 'nombre':
      return (
        <DecimalInput
          {...shared}
          size="md"
          withAsterisk={question.REQUIS}
          value={typeof value === 'number' ? value : ''}
          onChange={(next) => onChange(next === '' ? undefined : next)}
          thousandSeparator=" "
          inputMode="decimal"
        />
      )
    case 'choix':
      return (
        <Select
          {...shared}
          size="md"
          withAsterisk={question.REQUIS}
          placeholder={text.noOptions}
          data={different(question.OPTIONS)}
          value={asText || null}
          onChange={(next) => onChange(next ?? undefined)}
          clearable={!question.REQUIS}
        />
      )
    case 'choix_multiple':
      return (
        <Checkbox.Group
          {...shared}
          size="md"
          withAsterisk={question.REQUIS}
          value={linesOf(value)}
          // In the order of the form, in whatever order they were ticked.
          onChange={(ticked) => onChange(answerOfLines(question.OPTIONS.filter((option) => ticked.includes(option))))}
        >
          <div className={styles.options}>
            {different(question.OPTIONS).map((option) => (
              <div key={option} className={styles.box}>
                <Checkbox value={option} label={option} size="md" />
              </div>
            ))}
          </div>
        </Checkbox.Group>
      )
    case 'photo':
      return <PhotoAnswer {...props} />
    case 'signature':
      return <SignatureAnswer {...props} />
    case 'case':
      return (
        <div className={styles.box}>
          <Checkbox
            {...shared}
            size="md"
            checked={value === true}
            onChange={(event) => onChange(event.currentTarget.checked)}
          />
        </div>
      )
    case 'date':
      return <DateField {...shared} value={asText} required={question.REQUIS} onChange={onChange} />
    default:
      return (
        <TextInput
          {...shared}
          size="md"
          withAsterisk={question.REQUIS}
          value={asText}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
  }
}
