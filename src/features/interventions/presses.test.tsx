// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { theme } from '../../ui/theme.ts'
import { NotesPanel } from './notes-panel.tsx'
import { SitePanel } from './site-panel.tsx'
import type { Site } from './use-site.ts'

/** A double press on a site: with gloves, on a slow phone. */

vi.mock('../../data/session/use-zone.ts', () => ({ useZone: () => 'Europe/Paris' }))
vi.mock('../../data/records/use-records.ts', () => ({ useRecords: () => new Map() }))
vi.mock('../../domain/files/photos-panel.tsx', () => ({ PhotosPanel: () => null, photosAmong: () => [] }))
vi.mock('../../domain/files/file-list.tsx', () => ({ PhotoGrid: () => null }))
vi.mock('../../ui/notices/notices.tsx', () => ({ notices: { failure: vi.fn() } }))
vi.mock('../../forms/form-guard.tsx', () => ({ FormGuard: () => null, useEngineDraft: () => undefined }))

const site = {
  begin: vi.fn(() => Promise.resolve(true)),
  end: vi.fn(() => Promise.resolve(true)),
  note: vi.fn(() => Promise.resolve(true)),
} as unknown as Site
const works = (NOTES: object[] = []) => ({ IDINTERVENTION: 'i1', NOTES, FEEDBACK: null }) as never
const begun = works([{ id: 'n1', GENRE: 'debut', TEXTE: 'Début', LE: '2026-11-26T08:00:00.000Z', IDPERSONNEL: 'p1' }])
const shown = (panel: React.ReactNode) => (
  <MantineProvider theme={theme} env="test">
    {panel}
  </MantineProvider>
)
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))

beforeEach(() => {
  vi.useFakeTimers()
  vi.clearAllMocks()
})
afterEach(() => void vi.useRealTimers())

it('a double press on « Démarrer l’intervention » does not end the works too', async () => {
  const panel = (intervention: never) => shown(<SitePanel intervention={intervention} site={site} mayWrite />)
  const { rerender } = render(panel(works()))
  await press('Démarrer l’intervention')
  rerender(panel(begun))
  await press('Terminer les travaux')
  expect(site.begin).toHaveBeenCalledOnce()
  expect(site.end).not.toHaveBeenCalled()
  await act(() => vi.advanceTimersByTime(1000))
  await press('Terminer les travaux')
  expect(site.end).toHaveBeenCalledOnce()
})

it('a double press on « Ajouter la note » adds it once', async () => {
  render(shown(<NotesPanel intervention={works()} site={site} mayWrite />))
  fireEvent.change(screen.getByLabelText('Nouvelle note'), { target: { value: 'Porte posée' } })
  const button = screen.getByRole('button', { name: 'Ajouter la note' })
  await act(async () => {
    button.click()
    button.click()
  })
  expect(site.note).toHaveBeenCalledOnce()
  expect(screen.getByLabelText<HTMLTextAreaElement>('Nouvelle note').value).toBe('')
})
