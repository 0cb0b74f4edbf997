import { NumberInput, type NumberInputProps } from '@mantine/core'
import { useState } from 'react'

/** The number that a typed text means so far: « 12, » is 12, before it becomes 12,5; '' for none. */
export function meantNumber(typed: number | string): number | '' {
  if (typed === '' || typed === '-') return ''
  const number = Number(typed)
  return Number.isFinite(number) ? number : ''
}

type Props = Omit<NumberInputProps, 'value' | 'onChange'> & {
  value: number | ''
  onChange: (value: number | '') => void
}

/** A number in the French notation. The typed text stays as long as it means the value: a comma at its end is not removed. */
export function DecimalInput({ value, onChange, ...rest }: Props) {
  const [typed, setTyped] = useState<number | string>(value)
  return (
    <NumberInput
      {...rest}
      decimalSeparator=","
      hideControls
      value={meantNumber(typed) === value ? typed : value}
      onChange={(next) => {
        setTyped(next)
        onChange(meantNumber(next))
      }}
    />
  )
}
