// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { theme } from '../../ui/theme.ts'
import { ReportForm } from './report-form.tsx'

const fake = vi.hoisted(() => ({ create: vi.fn(() => Promise.resolve('s1')), back: vi.fn(), blocker: vi.fn() }))

vi.mock('@tanstack/react-router', () => ({
  Link: ({ children }: { children: unknown }) => children,
  useRouter: () => ({ history: { canGoBack: () => true, back: fake.back }, navigate: vi.fn() }),
  useBlocker: (options: unknown) => {
    fake.blocker(options)
    return { status: 'idle' }
  },
}))
vi.mock('../../ui/notices/notices.tsx', () => ({ notices: { success: vi.fn(), failure: vi.fn() } }))
vi.mock('../../data/records/use-commands.ts', () => ({ useCommands: () => ({ create: fake.create }) }))
vi.mock('../../data/records/use-live.ts', () => ({ useLiveRecord: () => null, useLiveList: () => [] }))
vi.mock('../../data/records/use-references.ts', () => ({ useReferences: () => [] }))

const form = {
  id: 'f1',
  TITRE: 'Compte rendu de visite',
  NATURES: [],
  ACTIF: 1,
  CHAMPS: [
    { id: 'besoin', LIBELLE: 'Besoin exprimé', TYPE: 'texte_long', REQUIS: true },
    { id: 'decideurs', LIBELLE: 'Décideurs présents', TYPE: 'case', REQUIS: false },
  ],
} as unknown as LocalRecord<'rapport'>

/** Whether the guard of unsaved changes would ask now. */
const asks = (): boolean => {
  const [guard] = fake.blocker.mock.lastCall as [{ shouldBlockFn: () => boolean }]
  return guard.shouldBlockFn()
}

beforeEach(() => {
  vi.clearAllMocks()
  render(
    <MantineProvider theme={theme} env="test">
      <ReportForm form={form} idRdv="r1" idProjet="j1" back="/manager/rapport" />
    </MantineProvider>,
  )
})

it('[MGR-14] a report is saved through the local database, linked to its appointment and project', async () => {
  const save = screen.getByRole('button', { name: 'Enregistrer' })
  expect(save.hasAttribute('disabled')).toBe(true)
  fireEvent.change(screen.getByLabelText(/Besoin exprimé/), { target: { value: 'Combles à isoler' } })
  await userEvent.click(save)
  expect(fake.create).toHaveBeenCalledWith('soumission', {
    IDRAPPORT: 'f1',
    IDRDV: 'r1',
    IDPROJET: 'j1',
    REPONSES: { besoin: 'Combles à isoler', decideurs: false },
    DATE_SOUMISSION: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  })
  expect(fake.back).toHaveBeenCalledOnce()
  expect(asks()).toBe(false)
})

it('a question left empty shows a message, and leaving a started report asks', async () => {
  const need = screen.getByLabelText(/Besoin exprimé/)
  expect(asks()).toBe(false)
  await userEvent.click(need)
  await userEvent.tab()
  expect(screen.getByText('Ce champ est requis')).toBeTruthy()
  fireEvent.change(need, { target: { value: 'x' } })
  expect(asks()).toBe(true)
})
