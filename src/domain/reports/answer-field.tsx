import { Checkbox, Select, Textarea, TextInput } from '@mantine/core'
import { DateField } from '../../forms/fields/date-field.tsx'
import { DecimalInput } from '../../forms/fields/decimal-input.tsx'
import { rapportsText as text } from '../../text/rapports.ts'
import styles from './rapports.module.css'
import type { Answers, Champ } from './report-answers.ts'

interface AnswerFieldProps {
  champ: Champ
  value: Answers[string]
  onChange: (value: Answers[string]) => void
  onBlur: () => void
  error: string | undefined
}

/** The input of one question of a report, by its type. */
export function AnswerField({ champ, value, onChange, onBlur, error }: AnswerFieldProps) {
  const shared = { label: champ.LIBELLE, error, onBlur }
  const asText = typeof value === 'string' ? value : ''
  switch (champ.TYPE) {
    case 'texte_long':
      return (
        <Textarea
          {...shared}
          size="md"
          withAsterisk={champ.REQUIS}
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
          withAsterisk={champ.REQUIS}
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
          withAsterisk={champ.REQUIS}
          placeholder={text.noOptions}
          data={champ.OPTIONS ?? []}
          value={asText || null}
          onChange={(next) => onChange(next ?? undefined)}
          clearable={!champ.REQUIS}
        />
      )
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
      return <DateField {...shared} value={asText} required={champ.REQUIS} onChange={onChange} />
    default:
      return (
        <TextInput
          {...shared}
          size="md"
          withAsterisk={champ.REQUIS}
          value={asText}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
  }
}
