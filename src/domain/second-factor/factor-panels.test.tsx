// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { KeysPanel } from './factor-panels.tsx'

vi.mock('../../data/session/use-zone.ts', () => ({ useZone: () => 'America/Guadeloupe' }))

it('a key was made and used on a day of the company: in the evening of Guadeloupe it is tomorrow in UTC', () => {
  const key = {
    id: 'k1',
    name: 'Téléphone',
    created_at: '2026-11-02T01:30:00.000Z',
    last_used_at: '2026-11-30T01:30:00.000Z',
  }
  render(
    <MantineProvider env="test">
      <KeysPanel keys={[key]} locked={false} onAdd={vi.fn()} onRemove={vi.fn()} />
    </MantineProvider>,
  )
  expect(screen.getByRole('listitem').textContent).toMatch(/01\/11\/2026.*29\/11\/2026/)
})
