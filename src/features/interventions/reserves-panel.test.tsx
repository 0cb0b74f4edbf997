// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { interventionsText as text } from '../../text/interventions.ts'
import { theme } from '../../ui/theme.ts'
import { ReservesPanel } from './reserves-panel.tsx'
import type { Site } from './use-site.ts'

vi.mock('@tanstack/react-router', () => ({ useBlocker: () => undefined, useRouter: () => ({}) }))
vi.mock('../../domain/files/file-list.tsx', () => ({ PhotoGrid: () => null }))
vi.mock('../../domain/files/use-name-file.ts', () => ({ useNameFile: () => null }))
vi.mock('../../domain/files/use-photo.ts', () => ({ usePhotos: () => ({ busy: false, add: vi.fn() }) }))

const works = { IDINTERVENTION: 'i1', IDPROJET: 'j1', NOTES: [] } as never
const shown = (mayWrite = true) => (
  <MantineProvider theme={theme} env="test">
    <ReservesPanel intervention={works} files={[]} site={{} as Site} mayWrite={mayWrite} />
  </MantineProvider>
)

beforeEach(() => sessionStorage.clear())

it('[RES-03] the phone ends the tab while a reserve is written: its sheet is there again, with its words', async () => {
  render(shown())
  fireEvent.click(screen.getByRole('button', { name: text.addReserve }))
  fireEvent.change(await screen.findByLabelText(/Ce qui reste/), { target: { value: 'Rayure à gauche' } })
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  document.dispatchEvent(new Event('visibilitychange'))
  // A page that is ended closes no form: what it has stored stays.
  const kept = { ...sessionStorage }
  cleanup()
  hidden.mockRestore()
  render(shown())
  expect(screen.queryByLabelText(/Ce qui reste/)).toBeNull()
  cleanup()
  Object.assign(sessionStorage, kept)
  render(shown())
  expect((await screen.findByLabelText<HTMLTextAreaElement>(/Ce qui reste/)).value).toBe('Rayure à gauche')
  cleanup()
  Object.assign(sessionStorage, kept)
  // The PV was signed meanwhile.
  render(shown(false))
  expect(screen.queryByLabelText(/Ce qui reste/)).toBeNull()
})
