// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { champOf, type Question } from '../../../schemas/rules/report-forms.ts'
import { theme } from '../../ui/theme.ts'
import { CorrectionForm } from './correction-form.tsx'

const question = (values: Partial<Question>) =>
  champOf({ id: 'q', LIBELLE: 'Question', TYPE: 'texte', OPTIONS: [], REQUIS: false, SI: null, ...values })
const report = {
  IDSOUMISSION: 's1',
  IDRAPPORT: 'f',
  IDRDV: null,
  IDPROJET: null,
  IDPERSONNEL: 'julie' as string | null,
  FORMULAIRE: {
    TITRE: 'Visite',
    REVISION: 1,
    CHAMPS: [
      question({ id: 'besoin', LIBELLE: 'Besoin', REQUIS: true }),
      question({ id: 'etage', LIBELLE: 'Étage' }),
      question({ id: 'facade', LIBELLE: 'Façade', TYPE: 'photo', REQUIS: true }),
    ],
  },
  REPONSES: { besoin: 'Combles', facade: 'f1' } as Record<string, string>,
  CORRECTIONS: [],
  VERSION: 3,
  DATE_SOUMISSION: '2026-11-20T10:00:00.000Z',
  sync: { state: 'synced' },
}

const fake = vi.hoisted(() => ({
  record: null as unknown,
  staff: { id: 'julie', roles: ['commercial'], agences: [], toutesAgences: false },
  update: vi.fn((..._given: unknown[]) => Promise.resolve()),
}))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ children }: { children: unknown }) => children,
  useRouter: () => ({
    history: { location: { state: {} }, canGoBack: () => true, back: () => undefined },
    navigate: vi.fn(),
  }),
  useBlocker: () => undefined,
}))
vi.mock('../../domain/personnels/use-staff.ts', () => ({ useStaff: () => fake.staff }))
vi.mock('../../data/session/use-zone.ts', () => ({ useZone: () => 'Europe/Paris' }))
vi.mock('../../data/session/use-now.ts', () => ({ useNow: () => '2026-11-20 12:00' }))
vi.mock('../../data/records/use-commands.ts', () => ({ useCommands: () => ({ update: fake.update }) }))
vi.mock('../../data/records/use-live.ts', () => ({
  useLiveRecord: (resource: string) => (resource === 'soumission' ? fake.record : null),
  useLiveList: () => [],
}))
vi.mock('../../data/records/use-references.ts', () => ({ useReferences: () => [] }))
vi.mock('../../ui/notices/notices.tsx', () => ({ notices: { success: vi.fn(), failure: vi.fn() } }))

const shown = () => (
  <MantineProvider theme={theme} env="test">
    <CorrectionForm id="s1" />
  </MantineProvider>
)
const type = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const save = () => userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }))

beforeEach(() => {
  fake.update.mockClear()
  fake.record = report
  fake.staff = { ...fake.staff, id: 'julie' }
})
afterEach(cleanup)

it('[DAY-11 reports] a correction changes the answers alone, relative to what was shown; pictures stay', async () => {
  render(shown())
  expect(screen.queryByText('Façade')).toBeNull()
  type(/Besoin/, 'Sols')
  await save()
  expect(fake.update).toHaveBeenCalledWith(
    'soumission',
    's1',
    { REPONSES: { besoin: 'Sols', facade: 'f1' } },
    { base: expect.objectContaining({ REPONSES: report.REPONSES, VERSION: 3 }) },
  )
})

it('[DAY-11 reports] an answer that is required stays required', () => {
  render(shown())
  type(/Besoin/, '')
  expect(screen.getByRole('button', { name: 'Enregistrer' }).hasAttribute('disabled')).toBe(true)
})

it('[DAY-11 reports] [OUT-11] the form follows a colleague’s correction, and asks where both have changed the answers', async () => {
  const { rerender } = render(shown())
  fake.record = { ...report, REPONSES: { ...report.REPONSES, etage: '2' }, VERSION: 4 }
  rerender(shown())
  expect((screen.getByLabelText(/Étage/) as HTMLInputElement).value).toBe('2')
  type(/Besoin/, 'Sols')
  fake.record = { ...report, REPONSES: { besoin: 'Murs', facade: 'f1', etage: '2' }, VERSION: 5 }
  rerender(shown())
  const notice = screen.getByRole('group', { name: /^Réponses/ })
  expect(notice.textContent).toContain('Murs')
  await userEvent.click(screen.getByRole('button', { name: 'Prendre cette version : Réponses' }))
  expect((screen.getByLabelText(/Besoin/) as HTMLInputElement).value).toBe('Murs')
})

it('[DAY-11 reports] a report that was not sent yet is its writer’s; a colleague’s is corrected by nobody else', () => {
  fake.record = { ...report, IDPERSONNEL: null }
  render(shown())
  expect(screen.getByLabelText(/Besoin/)).toBeTruthy()
  cleanup()
  fake.record = { ...report, IDPERSONNEL: 'diane' }
  render(shown())
  expect(screen.queryByLabelText(/Besoin/)).toBeNull()
})
