// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { theme } from '../../ui/theme.ts'
import { FeedbackPanel } from './pv-panel.tsx'
import { SitePanel } from './site-panel.tsx'

vi.mock('../../data/session/use-zone.ts', () => ({ useZone: () => 'Europe/Paris' }))
vi.mock('../../data/records/use-files.ts', () => ({}))
vi.mock('../../domain/personnels/use-staff.ts', () => ({ useMay: () => () => true }))
vi.mock('../../domain/files/file-list.tsx', () => ({}))
vi.mock('../../domain/files/photos-panel.tsx', () => ({}))
vi.mock('../../domain/records/record-sync.tsx', () => ({}))

const site = { feedback: vi.fn(() => Promise.resolve()) }
function show(FEEDBACK: string): void {
  const works = { IDINTERVENTION: 'i1', NOTES: [], FEEDBACK, DATE_FEEDBACK: '2026-11-18T17:00:00.000Z' } as never
  render(
    <MantineProvider theme={theme} env="test">
      <SitePanel intervention={works} site={site as never} mayWrite />
      <FeedbackPanel intervention={works} site={site as never} />
    </MantineProvider>,
  )
}

it('[INT-03] « Bon » may follow « Mauvais », and the works begin again', async () => {
  show('mauvais')
  expect(screen.getByText(/Retour « Mauvais » le/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Démarrer l’intervention' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Bon' }))
  expect(site.feedback).toHaveBeenCalledWith('bon')
})

it('[INT-03] nothing follows « Bon »', () => {
  show('bon')
  expect(screen.getByText(/Retour « Bon » le/)).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})
