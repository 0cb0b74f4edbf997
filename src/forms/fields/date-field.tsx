import { ActionIcon, Popover, TextInput } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import dayjs from 'dayjs'
import { useState } from 'react'
import { isDate } from '../../../schemas/dates.ts'
import { readTypedDate } from '../../../schemas/rules/typed-dates.ts'
import { resourceText } from '../../text/resource.ts'
import type { FieldProps } from './field-props.ts'

/** `yyyy-MM-dd` as `dd/MM/yyyy`, also for a day that does not exist: people must see what they typed. */
const shown = (value: string): string => value.split('-').reverse().join('/')

/** The value is a `yyyy-MM-dd`, or '' for none. */
export interface DateFieldProps extends FieldProps {
  className?: string | undefined
  hideLabel?: boolean | undefined
}

/** A day, typed (RES-07) or picked from a calendar. A text that cannot be a date is ignored: the field shows its value again. */
export function DateField({
  label,
  value,
  onChange,
  onBlur,
  error,
  required,
  disabled,
  className,
  hideLabel,
}: DateFieldProps) {
  const [text, setText] = useState<string | null>(null)
  const [opened, setOpened] = useState(false)

  const commit = () => {
    if (text !== null) {
      const typed = readTypedDate({ text, currentYear: dayjs().year() })
      if (typed.kind === 'cleared') onChange('')
      if (typed.kind === 'dates' && typed.dates[0]) onChange(typed.dates[0])
      setText(null)
    }
    onBlur?.()
  }

  const pick = (day: string | null) => {
    setText(null)
    onChange(day ?? '')
    setOpened(false)
  }

  const calendar = (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus withinPortal shadow="sm">
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="ardoise"
          size="lg"
          aria-label={`${resourceText.openCalendar} : ${label}`}
          disabled={disabled ?? false}
          onClick={() => setOpened((open) => !open)}
        >
          <IconCalendar size={18} stroke={1.7} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <DatePicker
          value={isDate(value) ? value : null}
          {...(isDate(value) ? { defaultDate: value } : {})}
          onChange={pick}
          allowDeselect={!required}
        />
      </Popover.Dropdown>
    </Popover>
  )

  return (
    <TextInput
      size="md"
      className={className}
      {...(hideLabel ? { 'aria-label': label } : { label })}
      placeholder={resourceText.datePlaceholder}
      inputMode="numeric"
      autoComplete="off"
      value={text ?? shown(value)}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit()
      }}
      error={error}
      withAsterisk={required ?? false}
      disabled={disabled ?? false}
      rightSection={calendar}
    />
  )
}
