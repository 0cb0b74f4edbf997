// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { DecimalInput, meantNumber } from './decimal-input.tsx'

function Price({ onValue }: { onValue: (cents: number | '') => void }) {
  const [cents, setCents] = useState<number | ''>('')
  return (
    <DecimalInput
      label="Prix"
      suffix=" €"
      thousandSeparator=" "
      decimalScale={2}
      value={cents === '' ? '' : cents / 100}
      onChange={(value) => {
        const next = value === '' ? '' : Math.round(value * 100)
        setCents(next)
        onValue(next)
      }}
    />
  )
}

it('keeps a comma at the end of the typed text, and follows a value that is set from outside', async () => {
  const seen: (number | '')[] = []
  render(
    <MantineProvider>
      <Price onValue={(value) => seen.push(value)} />
    </MantineProvider>,
  )
  const input = screen.getByLabelText<HTMLInputElement>('Prix')
  await userEvent.type(input, '1000,50')
  expect(seen.at(-1)).toBe(100_050)
  expect(input.value.replace(/\s/g, ' ')).toBe('1 000,50 €')
  await userEvent.clear(input)
  expect(seen.at(-1)).toBe('')
})

it.each([
  ['', ''],
  ['-', ''],
  ['12.', 12],
  ['0.5', 0.5],
  ['x', ''],
  [7, 7],
] as const)('« %s » means %s', (typed, meant) => expect(meantNumber(typed)).toBe(meant))
