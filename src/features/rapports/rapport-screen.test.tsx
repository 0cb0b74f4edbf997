// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { theme } from '../../ui/theme.ts'
import { RapportScreen } from './rapport-screen.tsx'

const fake = vi.hoisted(() => ({
  /** Whether the appointment is on this device, and its project. */
  here: true,
  projet: 'j1',
  query: {} as Record<string, string>,
  forms: [] as unknown[] | undefined,
  past: [] as unknown[] | undefined,
}))
vi.mock('@tanstack/react-router', () => ({
  useRouter: () => ({ history: { location: { state: {} }, canGoBack: () => false } }),
  Link: ({ children }: { children: unknown }) => <a href="/">{children as string}</a>,
}))
vi.mock('../../ui/navigation/use-query.ts', () => ({ useQuery: () => [fake.query, vi.fn()] }))
vi.mock('../../data/session/session.tsx', () => ({ useSession: () => ({ account: { id: 'moi' } }) }))
vi.mock('../../data/records/use-live.ts', () => ({
  useLiveRecord: (resource: string, id: string | null) =>
    resource === 'rdv' && id && fake.here ? { IDRDV: id, IDPROJET: fake.projet, IDNATURE_RDV: 'n1' } : null,
  useLiveList: (resource: string, query: unknown) =>
    query === null ? undefined : resource === 'rapport' ? fake.forms : fake.past,
}))
vi.mock('../../domain/views/use-list-view.ts', () => ({
  useListView: () => ({ rows: [], isRead: true, all: fake.past?.length ?? 0 }),
}))
vi.mock('../../domain/views/list-tools.tsx', () => ({
  ListTools: () => null,
  ListSort: () => null,
  NothingFound: () => null,
}))
vi.mock('./use-submission-columns.ts', () => ({ useSubmissionColumns: () => ({ columns: [], find: undefined }) }))
vi.mock('./submission-list.tsx', () => ({ SubmissionList: () => null }))
vi.mock('./submission-view.tsx', () => ({ SubmissionView: () => null }))
vi.mock('./correction-form.tsx', () => ({ CorrectionForm: () => null }))
vi.mock('./about-card.tsx', () => ({ AboutCard: () => null }))
vi.mock('./report-form.tsx', () => ({
  ReportForm: ({ form, back, idProjet }: { form: { TITRE: string }; back: string; idProjet: string | null }) => (
    <>
      <p>{`rempli : ${form.TITRE}, ${back}`}</p>
      <p>{`projet ${idProjet}`}</p>
    </>
  ),
}))

const form = (id: string, NATURES: string[] = []) => ({ id, TITRE: `Formulaire ${id}`, NATURES, ACTIF: 1, CHAMPS: [] })
const show = () => (
  <MantineProvider theme={theme} env="test">
    <RapportScreen />
  </MantineProvider>
)
const filled = () => screen.queryByText(/^rempli/)?.textContent

/** What a reload leaves of a report of this form, about an appointment, a project or nothing (`libre`). */
const keepDraft = (id: string, about = 'r1'): void =>
  sessionStorage.setItem(`lolapp.brouillon.rapport/${id}/${about}`, '{}')

beforeEach(() => {
  sessionStorage.clear()
  fake.here = true
  fake.projet = 'j1'
  fake.query = { idRdv: 'r1' }
  fake.forms = [form('a'), form('b', ['n2'])]
  fake.past = []
})
afterEach(cleanup)

it('[MGR-14] the only form of the appointment opens by itself, and leads back to the appointment', () => {
  const { rerender } = render(show())
  expect(filled()).toBe('rempli : Formulaire a, /manager/rdv/r1')
  // The report was saved, or another form came: what is open stays.
  fake.past = [{}]
  fake.forms = [form('a'), form('c')]
  rerender(show())
  expect(filled()).toBe('rempli : Formulaire a, /manager/rdv/r1')
})

it.each([
  ['two forms fit', () => Object.assign(fake, { forms: [form('a'), form('c', ['n1'])] })],
  ['a report is there to read', () => Object.assign(fake, { past: [{}] })],
  ['nothing says what it is about', () => Object.assign(fake, { query: {} })],
])('[MGR-14 past] there is a choice when %s', (_when, make) => {
  make()
  render(show())
  expect(filled()).toBeUndefined()
  expect(screen.getByRole('list', { name: 'Formulaires' }).textContent).toContain('Formulaire a')
})

it.each([
  ['a form of words', []],
  ['a form with a photo', [{ id: 'facade', LIBELLE: 'Façade', TYPE: 'photo', REQUIS: true }]],
])(
  '[MGR-14] %s keeps its project, where its pictures belong, when a colleague gets the appointment meanwhile',
  (_what, CHAMPS) => {
    fake.forms = [{ ...form('a'), CHAMPS }]
    const { rerender } = render(show())
    expect(screen.getByText('projet j1')).toBeTruthy()
    // It is given another project, then to a colleague.
    fake.projet = 'j2'
    rerender(show())
    expect(screen.getByText('projet j2')).toBeTruthy()
    fake.here = false
    rerender(show())
    expect(filled()).toContain('Formulaire a')
    expect(screen.getByText('projet j2')).toBeTruthy()
  },
)

it('[MGR-14] a form that was chosen leads back to the choice', () => {
  fake.forms = [form('a'), form('c')]
  fake.query = { idRdv: 'r1', formulaire: 'c' }
  const { rerender } = render(show())
  expect(filled()).toBe('rempli : Formulaire c, /manager/rapport?idRdv=r1')
  fake.query = { idRdv: 'r1' }
  rerender(show())
  expect(filled()).toBeUndefined()
})

it('[MGR-14] [SET-04 forms] (versions) a form that is open stays when it is archived and another one takes its place', () => {
  const { rerender } = render(show())
  fake.forms = [{ ...form('a'), ACTIF: 0 }, form('c')]
  rerender(show())
  expect(filled()).toBe('rempli : Formulaire a, /manager/rdv/r1')
})

it.each([
  ['is archived', () => ({ ...form('a'), ACTIF: 0 }), undefined],
  ['is archived, at its own address', () => ({ ...form('a'), ACTIF: 0 }), 'a'],
  ['is for another nature now', () => form('a', ['n2']), 'a'],
])('[MGR-14] [FILE-12] a report that comes back opens its form, which %s', (_what, make, formulaire) => {
  if (formulaire) fake.query = { idRdv: 'r1', formulaire }
  fake.forms = [form('c'), make()]
  keepDraft('a')
  const { rerender } = render(show())
  expect(filled()).toContain('rempli : Formulaire a, ')
  // The form has taken its draft.
  sessionStorage.clear()
  fake.forms = [form('c'), make()]
  rerender(show())
  expect(filled()).toContain('rempli : Formulaire a, ')
})

it('[MGR-14] a draft opens no form at another address', () => {
  fake.forms = [form('a'), form('c')]
  keepDraft('a', 'r2')
  keepDraft('a', 'libre')
  keepDraft('a')
  fake.query = { idRdv: 'r1', formulaire: 'c' }
  const { rerender } = render(show())
  expect(filled()).toContain('Formulaire c')
  // « Mes comptes rendus ».
  fake.query = {}
  rerender(show())
  expect(filled()).toBeUndefined()
})

it('[MGR-14] [SET-04 forms] (versions) a form that is opened again after the choice is the present one', () => {
  fake.forms = [form('a'), form('c', ['n1'])]
  fake.query = { idRdv: 'r1', formulaire: 'c' }
  const { rerender } = render(show())
  expect(filled()).toContain('Formulaire c')
  fake.query = { idRdv: 'r1' }
  rerender(show())
  expect(filled()).toBeUndefined()
  fake.forms = [form('a'), { ...form('c', ['n1']), TITRE: 'Nouvelle version' }]
  fake.query = { idRdv: 'r1', formulaire: 'c' }
  rerender(show())
  expect(filled()).toContain('Nouvelle version')
})
