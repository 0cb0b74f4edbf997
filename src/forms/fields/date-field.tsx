import { DatePicker } from '@mantine/dates'
import dayjs from 'dayjs'
import { isDate } from '../../../schemas/dates.ts'
import { readTypedDate } from '../../../schemas/rules/typed-dates.ts'
import { calendarProps } from './calendar-props.ts'
import type { FieldProps } from './field-props.ts'
import { TypedInput } from './typed-input.tsx'

/** `yyyy-MM-dd` as `dd/MM/yyyy`, also for a day that does not exist: people must see what they typed. */
const shown = (value: string): string => value.split('-').reverse().join('/')

/** The value is a `yyyy-MM-dd`, or '' for none. */
export interface DateFieldProps extends FieldProps {
  className?: string | undefined
  hideLabel?: boolean | undefined
}

/** A day, typed (RES-07) or picked from a calendar. A text that cannot be a date is ignored: the field shows its value again. */
export function DateField({ value, onChange, ...props }: DateFieldProps) {
  const read = (text: string): void => {
    const typed = readTypedDate({ text, currentYear: dayjs().year() })
    if (typed.kind === 'cleared') onChange('')
    if (typed.kind === 'dates' && typed.dates[0]) onChange(typed.dates[0])
  }
  return (
    <TypedInput
      {...props}
      shown={shown(value)}
      onTyped={read}
      calendar={({ forget, close }) => (
        <DatePicker
          {...calendarProps}
          value={isDate(value) ? value : null}
          {...(isDate(value) ? { defaultDate: value } : {})}
          onChange={(day) => {
            forget()
            onChange(day ?? '')
            close()
          }}
          allowDeselect={!props.required}
        />
      )}
    />
  )
}
