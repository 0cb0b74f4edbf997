import { Input } from '@mantine/core'
import { resourceText } from '../../text/resource.ts'
import { DateField } from './date-field.tsx'
import type { FieldProps } from './field-props.ts'
import styles from './fields.module.css'
import { TimeField } from './time-field.tsx'

const halves = (value: string): [string, string] => {
  const [day = '', hour = ''] = value.split(' ')
  return [day, hour]
}
const joined = (day: string, hour: string): string => (day === '' && hour === '' ? '' : `${day} ${hour}`)

/**
 * A day and an hour of the company's clock, `yyyy-MM-dd HH:mm`, or '' for none. Half a value is kept; the validation says what is missing (RES-08).
 */
export function DateTimeField({ label, value, onChange, onBlur, error, required, disabled }: FieldProps) {
  const [day, hour] = halves(value)
  return (
    <Input.Wrapper label={label} labelElement="div" error={error} withAsterisk={required ?? false} size="md">
      <div className={styles.datetime}>
        <DateField
          label={resourceText.dateLabel(label)}
          hideLabel
          value={day}
          onChange={(next) => onChange(joined(next, hour))}
          onBlur={onBlur}
          error={Boolean(error)}
          required={required}
          disabled={disabled}
        />
        <TimeField
          label={resourceText.timeLabel(label)}
          value={hour}
          onChange={(next) => onChange(joined(day, next))}
          onBlur={onBlur}
          invalid={Boolean(error)}
          disabled={disabled}
        />
      </div>
    </Input.Wrapper>
  )
}
