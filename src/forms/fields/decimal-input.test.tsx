// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { reference } from '../../../schemas/entities/reference.ts'
import type { Entity } from '../../../schemas/entity.ts'
import { DecimalInput, meantNumber } from './decimal-input.tsx'
import { ResourceField } from './resource-field.tsx'

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

afterEach(() => void vi.useRealTimers())

function Quantity() {
  const [value, setValue] = useState<number | ''>('')
  return <DecimalInput label="Remise" value={value} onChange={setValue} />
}

/** Keys typed into the element that has the focus, without waiting for any timer. */
function press(keys: string): void {
  for (const key of keys) {
    const input = document.activeElement as HTMLInputElement
    const caret = (input.selectionStart ?? 0) + 1
    fireEvent.keyDown(input, { key })
    const value = input.value.slice(0, caret - 1) + key + input.value.slice(input.selectionEnd ?? 0)
    fireEvent.change(input, { target: { value, selectionStart: caret, selectionEnd: caret } })
  }
}

it('on a slow device, a timer of a field that was left does not take the next key', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const seen: (number | '')[] = []
  render(
    <MantineProvider>
      <Price onValue={(value) => seen.push(value)} />
      <Quantity />
    </MantineProvider>,
  )
  const [price, discount] = [screen.getByLabelText<HTMLInputElement>('Prix'), screen.getByLabelText('Remise')]
  act(() => price.focus())
  press('1000,50')
  act(() => discount.focus())
  press('1')
  // Only now the timers of « 1000,5 » fire: with that text in the price, they would set its caret, and give it the focus.
  act(() => void vi.runAllTimers())
  press('0')
  expect(document.activeElement).toBe(discount)
  expect(discount).toHaveProperty('value', '10')
  expect(price.value.replace(/\s/g, ' ')).toBe('1 000,50 €')
  expect(seen.at(-1)).toBe(100_050)
})

it.each([
  ['', ''],
  ['-', ''],
  ['12.', 12],
  ['0.5', 0.5],
  ['x', ''],
  [7, 7],
] as const)('« %s » means %s', (typed, meant) => expect(meantNumber(typed)).toBe(meant))

it('a comma stays in a field of whole numbers, whose check then says so: « 12,5 » is never 125', async () => {
  const seen: unknown[] = []
  render(
    <MantineProvider>
      <ResourceField
        entity={reference as unknown as Entity}
        name="DUREE"
        values={{ DUREE: '' }}
        onChange={(value) => seen.push(value)}
      />
    </MantineProvider>,
  )
  await userEvent.type(screen.getByLabelText(/^Durée/), '12,5')
  expect(seen.at(-1)).toBe(12.5)
})
