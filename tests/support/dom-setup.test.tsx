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

it('React finds a window after Vitest has taken it from the global object', () => {
  const own = Object.getOwnPropertyDescriptor(globalThis, 'window') as PropertyDescriptor
  Reflect.deleteProperty(globalThis, 'window')
  try {
    expect(typeof window).toBe('object')
  } finally {
    Object.defineProperty(globalThis, 'window', own)
  }
})
