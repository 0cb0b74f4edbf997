import { getTimeRange } from '@mantine/dates'
import { useState } from 'react'
import { resourceText } from '../../text/resource.ts'
import { Autocomplete } from '../../ui/controls/choices.tsx'
import { parseTypedTime } from './typed-time.ts'

const HALF_HOURS = getTimeRange({ startTime: '07:00', endTime: '21:00', interval: '00:30' }).map((time) =>
  time.slice(0, 'HH:mm'.length),
)

export interface TimeFieldProps {
  label: string
  /** `HH:mm`, or '' for none. */
  value: string
  onChange: (value: string) => void
  onBlur?: (() => void) | undefined
  invalid?: boolean
  disabled?: boolean | undefined
  className?: string | undefined
}

/** An hour, typed as people write it (« 9h30 ») or picked among the half hours of a working day. */
export function TimeField({ label, value, onChange, onBlur, invalid, disabled, className }: TimeFieldProps) {
  const [text, setText] = useState<string | null>(null)

  const commit = () => {
    if (text !== null) {
      const hour = text.trim() === '' ? '' : parseTypedTime(text)
      if (hour !== null) onChange(hour)
      setText(null)
    }
    onBlur?.()
  }

  return (
    <Autocomplete
      size="md"
      className={className}
      aria-label={label}
      placeholder={resourceText.timePlaceholder}
      inputMode="numeric"
      data={HALF_HOURS}
      filter={({ options }) => options}
      maxDropdownHeight={240}
      value={text ?? value}
      onChange={setText}
      onOptionSubmit={(hour) => {
        onChange(hour)
        setText(null)
      }}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit()
      }}
      error={invalid ?? false}
      disabled={disabled ?? false}
    />
  )
}
