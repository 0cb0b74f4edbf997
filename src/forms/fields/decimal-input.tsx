import { NumberInput, type NumberInputProps } from '@mantine/core'
import { useState } from 'react'

/** The number that a typed text means so far: « 12, » is 12, before it becomes 12,5; '' for none. */
export function meantNumber(typed: number | string): number | '' {
  if (typed === '' || typed === '-') return ''
  const number = Number(typed)
  return Number.isFinite(number) ? number : ''
}

/** A comma is accepted in every field: one that drops it makes 125 of « 12,5 ». The check of the form says where a whole number is asked for. */
type Props = Omit<NumberInputProps, 'value' | 'onChange' | 'allowDecimal'> & {
  value: number | ''
  onChange: (value: number | '') => void
}

/**
 * A number in the French notation. The typed text stays as long as it means the value: a comma at its end is not removed, nor is a zero when the
 * field is left. With « 1 000,50 » shortened to « 1 000,5 », timers of react-number-format (5.4.5) that a slow device fires late would take
 * the text for the one that they were set for, and give the focus back to this field: the next field would lose a key.
 */
export function DecimalInput({ value, onChange, ...rest }: Props) {
  const [typed, setTyped] = useState<number | string>(value)
  return (
    <NumberInput
      {...rest}
      decimalSeparator=","
      hideControls
      trimLeadingZeroesOnBlur={false}
      value={meantNumber(typed) === value ? typed : value}
      onChange={(next) => {
        setTyped(next)
        onChange(meantNumber(next))
      }}
    />
  )
}
