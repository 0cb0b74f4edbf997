import { ActionIcon, Popover, TextInput } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { resourceText } from '../../text/resource.ts'
import { CALENDAR_PADDING } from './calendar-props.ts'
import type { FieldProps } from './field-props.ts'

interface TypedInputProps extends Omit<FieldProps, 'value' | 'onChange'> {
  /** The value as people read it. */
  shown: string
  /** Reads what was typed, on leaving the field or with Enter. */
  onTyped: (text: string) => void
  /** The calendar; `forget` drops what was typed and not read, `close` closes the calendar. */
  calendar: (act: { forget: () => void; close: () => void }) => ReactNode
  placeholder?: string | undefined
  /** More than digits: separators. */
  words?: boolean | undefined
  className?: string | undefined
  hideLabel?: boolean | undefined
}

/** A text field for one or several dates, with a calendar behind its button. Until it is read, the typed text is not a value. */
export function TypedInput({ label, shown, onTyped, calendar, onBlur, error, ...props }: TypedInputProps) {
  const [text, setText] = useState<string | null>(null)
  const [opened, setOpened] = useState(false)
  const disabled = props.disabled ?? false

  const commit = () => {
    if (text !== null) {
      onTyped(text)
      setText(null)
    }
    onBlur?.()
  }

  const button = (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus withinPortal shadow="sm">
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="ardoise"
          size="lg"
          aria-label={`${resourceText.openCalendar} : ${label}`}
          disabled={disabled}
          onClick={() => setOpened((open) => !open)}
        >
          <IconCalendar size={18} stroke={1.7} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={CALENDAR_PADDING}>
        {calendar({ forget: () => setText(null), close: () => setOpened(false) })}
      </Popover.Dropdown>
    </Popover>
  )

  return (
    <TextInput
      size="md"
      className={props.className}
      {...(props.hideLabel ? { 'aria-label': label } : { label })}
      placeholder={props.placeholder ?? resourceText.datePlaceholder}
      inputMode={props.words ? 'text' : 'numeric'}
      autoComplete="off"
      value={text ?? shown}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit()
      }}
      error={error}
      withAsterisk={props.required ?? false}
      disabled={disabled}
      rightSection={button}
    />
  )
}
