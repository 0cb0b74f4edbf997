// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { theme } from '../../ui/theme.ts'
import { DateField } from './date-field.tsx'
import { DateTimeField } from './datetime-field.tsx'

const changed = vi.fn()

function Held({ initial, withTime }: { initial: string; withTime: boolean }) {
  const [value, setValue] = useState(initial)
  const onChange = (next: string) => {
    changed(next)
    setValue(next)
  }
  return withTime ? (
    <DateTimeField label="Début" value={value} onChange={onChange} />
  ) : (
    <DateField label="Date" value={value} onChange={onChange} />
  )
}
const stand = (initial: string, withTime = false): void => {
  render(
    <MantineProvider theme={theme} env="test">
      <Held initial={initial} withTime={withTime} />
    </MantineProvider>,
  )
}
const type = (label: string, role: 'textbox' | 'combobox', text: string): HTMLInputElement => {
  const input = screen.getByRole(role, { name: label }) as HTMLInputElement
  fireEvent.change(input, { target: { value: text } })
  fireEvent.blur(input)
  return input
}

describe('date as people type it', () => {
  beforeEach(() => vi.clearAllMocks())

  it('[RES-07] is read on leaving the field, ignored when it is no date, cleared when it is empty', () => {
    stand('2026-11-20')
    expect(type('Date', 'textbox', '5/3/27').value).toBe('05/03/2027')
    expect(changed).toHaveBeenLastCalledWith('2027-03-05')
    expect(type('Date', 'textbox', 'bientôt').value).toBe('05/03/2027')
    expect(changed).toHaveBeenCalledTimes(1)
    expect(type('Date', 'textbox', '').value).toBe('')
    expect(changed).toHaveBeenLastCalledWith('')
  })

  it('keeps a day that does not exist, and shows its message', () => {
    stand('')
    expect(type('Date', 'textbox', '31/02/2027').value).toBe('31/02/2027')
    expect(changed).toHaveBeenLastCalledWith('2027-02-31')
  })

  it('[RES-08] joins day and hour, and keeps half a value until the other half is given', () => {
    stand('', true)
    type('Début, date', 'textbox', '20/11/2026')
    expect(changed).toHaveBeenLastCalledWith('2026-11-20 ')
    type('Début, heure', 'combobox', '9h30')
    expect(changed).toHaveBeenLastCalledWith('2026-11-20 09:30')
  })
})
