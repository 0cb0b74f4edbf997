// @vitest-environment jsdom
import { MantineProvider, Select } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'

it('renders a Mantine control in jsdom', () => {
  render(
    <MantineProvider>
      <Select label="Civilité" data={['M.', 'Mme']} />
    </MantineProvider>,
  )
  expect(screen.getByRole('combobox', { name: 'Civilité' })).toBeDefined()
})

it('starts each test on an empty page', () => {
  expect(screen.queryByRole('combobox')).toBeNull()
})
