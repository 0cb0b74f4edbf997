// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { theme } from '../theme.ts'
import { Autocomplete, MultiSelect, Select } from './choices.tsx'

const TOWNS = ['Lyon', 'Nantes']

function Choices() {
  const [town, setTown] = useState<string | null>(null)
  return (
    <MantineProvider theme={theme} env="test">
      <Select label="Ville" data={TOWNS} value={town} onChange={setTown} />
      <MultiSelect label="Villes" data={TOWNS} />
      <Autocomplete label="Lieu" data={TOWNS} />
      <p>{`choisi : ${town}`}</p>
    </MantineProvider>
  )
}

/** What assistive technology reads of a choice. */
const heard = (input: HTMLElement) => ({
  expanded: input.getAttribute('aria-expanded'),
  list: document.getElementById(input.getAttribute('aria-controls') ?? '')?.getAttribute('role'),
})
const field = (label: string) => screen.getByLabelText(label, { selector: 'input' })
const lists = () => document.querySelectorAll('[role="listbox"]').length

it('draws no list until the choice is entered, then that one only', () => {
  render(<Choices />)
  expect(lists()).toBe(0)
  act(() => field('Ville').focus())
  expect(lists()).toBe(1)
})

it.each(['Ville', 'Villes', 'Lieu'])(
  '%s is announced as open with its list, the first time and after',
  async (label) => {
    render(<Choices />)
    const user = userEvent.setup()
    for (let time = 0; time < 2; time++) {
      await user.click(field(label))
      await expect.poll(() => heard(field(label))).toEqual({ expanded: 'true', list: 'listbox' })
      await user.keyboard('{Escape}')
      expect(heard(field(label)).expanded).toBe('false')
    }
  },
)

it('is chosen by the keyboard alone, also the first time', async () => {
  render(<Choices />)
  const user = userEvent.setup()
  await user.tab()
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  expect(screen.getByText('choisi : Nantes')).toBeTruthy()
})
