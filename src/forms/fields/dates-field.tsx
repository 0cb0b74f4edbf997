import { DatePicker } from '@mantine/dates'
import dayjs from 'dayjs'
import { useState } from 'react'
import { isDate } from '../../../schemas/dates.ts'
import { readTypedDate } from '../../../schemas/rules/typed-dates.ts'
import { resourceText } from '../../text/resource.ts'
import { formatDate } from '../../ui/format/format.ts'
import { calendarProps } from './calendar-props.ts'
import type { FieldProps } from './field-props.ts'
import { TypedInput } from './typed-input.tsx'

interface DatesFieldProps extends Omit<FieldProps, 'value' | 'onChange'> {
  /** Two days of a period, or any number of days; `yyyy-MM-dd`, in order. */
  mode: 'range' | 'multiple'
  value: readonly string[]
  /** Receives two days or none for a range, each day once for several. */
  onChange: (days: string[]) => void
  className?: string | undefined
}

const JOIN = { range: ' – ', multiple: ', ' } as const

/**
 * A period, or several days, typed with separators (RES-07) or picked from one calendar. What is no date, a day that does not exist and half a
 * period are ignored: the field shows its value again.
 */
export function DatesField({ mode, value, onChange, ...props }: DatesFieldProps) {
  const read = (text: string): void => {
    const typed = readTypedDate({ text, mode, currentYear: dayjs().year() })
    const days = typed.kind === 'dates' ? typed.dates.filter(isDate) : []
    const complete = mode === 'range' ? days.length === 2 : days.length > 0
    if (typed.kind === 'cleared' || complete) onChange(days)
  }
  return (
    <TypedInput
      {...props}
      words
      placeholder={resourceText.datesPlaceholder[mode]}
      shown={value.map(formatDate).join(JOIN[mode])}
      onTyped={read}
      calendar={({ forget, close }) =>
        mode === 'range' ? (
          <RangeCalendar
            value={value}
            onChange={(days) => {
              forget()
              onChange(days)
              close()
            }}
          />
        ) : (
          <DatePicker
            {...calendarProps}
            type="multiple"
            value={[...value]}
            {...(value[0] ? { defaultDate: value[0] } : {})}
            onChange={(days) => {
              forget()
              onChange(days.toSorted())
            }}
          />
        )
      }
    />
  )
}

type Half = [string | null, string | null]

/** Keeps the first day that was tapped until the second one makes a period of it. */
function RangeCalendar({ value, onChange }: { value: readonly string[]; onChange: (days: string[]) => void }) {
  const [picked, setPicked] = useState<Half>([value[0] ?? null, value[1] ?? null])
  return (
    <DatePicker
      {...calendarProps}
      type="range"
      allowSingleDateInRange
      value={picked}
      {...(picked[0] ? { defaultDate: picked[0] } : {})}
      onChange={(days) => {
        setPicked(days)
        const [from, to] = days
        if (from !== null && to !== null) onChange([from, to])
      }}
    />
  )
}
