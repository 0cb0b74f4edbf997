// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Panel } from './panel.tsx'

it('the count of a panel’s title is written as the French write it', () => {
  render(
    <MantineProvider>
      <Panel title="Lignes" count={12_345}>
        …
      </Panel>
    </MantineProvider>,
  )
  expect(screen.getByRole('heading').textContent).toMatch(/^Lignes12\s345$/)
})
