// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { theme } from '../../ui/theme.ts'
import { SuiviClientScreen } from './suivi-client-screen.tsx'

const client = (IDCLIENT: string, NOM: string) => ({
  IDCLIENT,
  NOM,
  PRENOM: null,
  IDLABELS: [],
  sync: { state: 'synced' },
})
const fake = vi.hoisted(() => ({
  clients: [] as unknown[],
  labelled: [] as unknown[],
  orphans: [] as unknown[],
  loose: [] as unknown[],
  unattended: [] as unknown[],
  roles: ['assistant'],
  toPlan: [] as unknown[],
  projets: [] as unknown[] | undefined,
  label: undefined as string | undefined,
  agence: null as string | null,
  agencies: [] as unknown[],
  search: '',
  view: 'clients',
  setLabel: vi.fn(),
  setAgence: vi.fn(),
}))

vi.mock('@tanstack/react-router', () => ({
  useRouter: () => ({ navigate: () => undefined, preloadRoute: async () => undefined }),
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
}))
vi.mock('../../ui/navigation/use-query.ts', () => ({ useQuery: () => [{ vue: fake.view }, () => undefined] }))
vi.mock('../../ui/list/search-field.tsx', () => ({
  useSearchText: () => [fake.search, () => undefined],
  SearchField: () => null,
}))
vi.mock('../../ui/list/virtual-list.tsx', () => ({
  VirtualList: <T,>({ items, row, label }: { items: readonly T[]; row: (item: T) => ReactNode; label: string }) => (
    <ul aria-label={label}>
      {items.map((item, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: nothing moves here
        <li key={at}>{row(item)}</li>
      ))}
    </ul>
  ),
}))
vi.mock('../../data/session/use-now.ts', () => ({ useNow: () => '2026-11-20 12:00' }))
vi.mock('../../data/records/use-live.ts', () => ({
  useLiveList: (resource: string, query?: { selector?: { LISTE?: string } }) =>
    resource !== 'reference'
      ? fake.projets
      : query?.selector?.LISTE === 'AGENCES'
        ? fake.agencies
        : [{ id: 'l1', LIBELLE: 'Rare', ORDRE: 1 }],
}))
vi.mock('../../data/records/use-records.ts', () => ({ useRecords: () => new Map() }))
vi.mock('../../domain/clients/client-export.tsx', () => ({ ExportButton: () => null, ExportProgress: () => null }))
vi.mock('../../domain/clients/use-client-export.ts', () => ({ useClientExport: () => ({ running: false }) }))
vi.mock('../../domain/labels/label-filter.tsx', async (original) => ({
  ...(await original<typeof import('../../domain/labels/label-filter.tsx')>()),
  useLabelChoice: () => [fake.label, fake.setLabel],
  LabelFilter: () => null,
}))
vi.mock('../../domain/labels/named-labels.tsx', () => ({ NamedLabels: () => null }))
vi.mock('../../domain/labels/label-chips.tsx', () => ({ LabelChips: () => null }))
vi.mock('../../domain/labels/use-labels.ts', () => ({ useLabels: () => new Map([['l1', { LIBELLE: 'Rare' }]]) }))
vi.mock('../../domain/labels/labels-sheet.tsx', () => ({
  LabelsSheet: ({ records }: { records: { id: string }[] }) => {
    fake.labelled = records.map(({ id }) => id)
    return <section role="dialog" />
  },
}))
vi.mock('../../domain/personnels/use-staff.ts', () => ({
  useMay: () => () => true,
  useStaff: () => ({ id: 'p1', roles: fake.roles, agences: ['a1'], toutesAgences: false }),
}))
vi.mock('../../domain/personnels/agency-select.tsx', async (original) => ({
  ...(await original<typeof import('../../domain/personnels/agency-select.tsx')>()),
  useAgencyChoice: () => [fake.agence, fake.setAgence],
  AgencySelect: () => null,
}))
vi.mock('../../domain/projets/use-waiting-projects.ts', () => ({
  useToPlan: () => fake.toPlan,
  useToAssign: () => fake.orphans,
  useRdvsOf: () => new Map(),
}))
vi.mock('../../domain/interventions/use-loose-measures.ts', () => ({ useLooseMeasures: () => fake.loose }))
vi.mock('../../domain/personnels/use-unattended.ts', () => ({ useUnattended: () => fake.unattended }))
vi.mock('../../domain/records/use-names.ts', () => ({ useNames: () => ({ personnel: () => '', entry: () => '' }) }))
vi.mock('../../domain/views/saved-filters.tsx', () => ({ SavedFilters: () => null }))
vi.mock('./quick-actions.tsx', () => ({ QuickActions: () => null }))
vi.mock('./use-agency-clients.ts', () => ({
  useAgencyClients: () => ({
    clients: fake.clients,
    complete: true,
    more: false,
    searching: fake.search !== '',
    loadMore: () => undefined,
    loadAll: () => undefined,
  }),
}))

const agency = (id: string, ARCHIVE: 0 | 1 = 0) => ({ id, LIBELLE: id, ARCHIVE, ORDRE: 0 })

beforeEach(() => {
  Object.assign(fake, {
    clients: [],
    orphans: [],
    loose: [],
    unattended: [],
    roles: ['assistant'],
    toPlan: [],
    projets: [],
    label: undefined,
    agence: null,
    agencies: [agency('lyon'), agency('valence')],
  })
  Object.assign(fake, { search: '', view: 'clients' })
  fake.setLabel.mockClear()
  fake.setAgence.mockClear()
})

const press = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }))

it('[SET-05 bulk] the office labels several or all clients of « Suivi client » at once', () => {
  fake.clients = [client('c1', 'Martin'), client('c2', 'Petit'), client('c3', 'Roux')]
  render(
    <MantineProvider theme={theme} env="test">
      <SuiviClientScreen />
    </MantineProvider>,
  )
  expect(screen.queryByRole('checkbox')).toBeNull()
  press('Étiqueter')
  fireEvent.click(screen.getByRole('checkbox', { name: 'Choisir Martin' }))
  fireEvent.click(screen.getByRole('checkbox', { name: 'Choisir Roux' }))
  expect(screen.getByText('2 clients choisis')).toBeTruthy()
  press('Étiquettes…')
  expect(fake.labelled).toEqual(['c1', 'c3'])

  press('Choisir toute la liste')
  expect(screen.getByText('3 clients choisis')).toBeTruthy()
  press('Terminer')
  expect(screen.queryByRole('checkbox')).toBeNull()
})

it('[MGR-03] a client whose projects are out of sight is not said to have none', () => {
  fake.clients = [{ ...client('c1', 'Martin'), IDPERSONNEL: 'lea', IDAGENCE: 'nantes' }]
  render(
    <MantineProvider theme={theme} env="test">
      <SuiviClientScreen />
    </MantineProvider>,
  )
  expect(screen.queryByText(/Pas encore de projet/)).toBeNull()
  expect(screen.getByText(/Aucun projet que vous suivez/)).toBeTruthy()
})

it('a row has as many lines while its projects are read: the rows below it do not move under the finger', () => {
  Object.assign(fake, { clients: [client('c1', 'Martin')], projets: undefined })
  const shown = () => (
    <MantineProvider theme={theme} env="test">
      <SuiviClientScreen />
    </MantineProvider>
  )
  const lines = (): number =>
    screen.getByRole('link', { name: 'Martin' }).closest('li')?.querySelectorAll('[class*=lines] > div').length ?? 0
  const { rerender } = render(shown())
  const reading = lines()
  fake.projets = []
  rerender(shown())
  expect(screen.getByText(/Pas encore de projet|Aucun projet/)).toBeTruthy()
  expect([reading, lines()]).toEqual([2, 2])
})

it('[MGR-03] « À planifier » does not say that each project has its appointment while some have no responsible', () => {
  Object.assign(fake, { view: 'planifier', orphans: [1, 2] })
  const shown = () => (
    <MantineProvider theme={theme} env="test">
      <SuiviClientScreen />
    </MantineProvider>
  )
  const { rerender } = render(shown())
  expect(screen.getByText('Chaque projet affecté a son rendez-vous. 2 projets n’ont pas de responsable.')).toBeTruthy()
  expect(screen.getByText('Affectation').closest('a')?.getAttribute('href')).toBe('/manager/affectation')
  fake.orphans = []
  rerender(shown())
  expect(screen.getByText('Chaque projet a son rendez-vous.')).toBeTruthy()
})

it('[MGR-11] the office links the measures without a project, which have their own part while there are any', () => {
  Object.assign(fake, { view: 'planifier', orphans: [], loose: [] })
  const shown = () => (
    <MantineProvider theme={theme} env="test">
      <SuiviClientScreen />
    </MantineProvider>
  )
  const { rerender } = render(shown())
  expect(screen.queryByText('Métrés à lier')).toBeNull()
  const loose = { IDRDV: 'r1', RDV_OBJET: 'Métré Roux', RDV_DEBUT: '2026-11-19 09:00', IDPERSONNELS: ['tom'] }
  fake.loose = [{ ...loose, IDADRESSE: null, sync: { state: 'synced' } }]
  rerender(shown())
  expect(screen.getByText('Métrés à lier')).toBeTruthy()
  fake.view = 'metres'
  rerender(shown())
  expect(screen.getByText('1 métré sans projet')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Lier un projet au métré Métré Roux' }).getAttribute('href')).toBe(
    '/manager/rdv/r1/edit',
  )
  fake.loose = []
  rerender(shown())
  expect(screen.getByText('Chaque métré a son projet.')).toBeTruthy()
})

const show = (more: object) => {
  Object.assign(fake, more)
  return render(
    <MantineProvider theme={theme} env="test">
      <SuiviClientScreen />
    </MantineProvider>,
  )
}
const waiting = (IDLABELS: string[]) => ({ projet: { IDPROJET: 'j1', IDCLIENT: 'c1', IDLABELS }, rdvs: [] })

it('[SET-05 labels] « À planifier » says that a label hides the projects, not that each has its appointment', () => {
  show({ view: 'planifier', toPlan: [waiting([])], label: 'l1' })
  expect(screen.queryByText(/Chaque projet/)).toBeNull()
  expect(screen.getByText('Rien ici n’a l’étiquette « Rare ».')).toBeTruthy()
  press('Toutes les étiquettes')
  expect(fake.setLabel).toHaveBeenCalledWith(undefined)
})

it('« À planifier » says of whose projects each has its appointment, whatever the label', () => {
  const { unmount } = show({ view: 'planifier', label: 'l1' })
  expect(screen.getByText('Chaque projet a son rendez-vous.')).toBeTruthy()
  unmount()
  show({ label: undefined, agence: 'lyon' })
  expect(screen.getByText('Chaque projet de cette agence a son rendez-vous.')).toBeTruthy()
})

it('[SET-05 labels] « Clients » says that a label hides them, with a search too, and proposes no first client', () => {
  const { unmount } = show({ label: 'l1' })
  expect(screen.queryByText(/Créez le premier/)).toBeNull()
  expect(screen.getByText('Rien ici n’a l’étiquette « Rare ».')).toBeTruthy()
  unmount()
  show({ search: 'roux' })
  expect(screen.getByText('Aucun client avec cette étiquette ne correspond à « roux ».')).toBeTruthy()
  press('Toutes les étiquettes')
  expect(fake.setLabel).toHaveBeenCalledWith(undefined)
})

it('a client of another agency is looked for there before a second record is proposed', () => {
  const { unmount } = show({ agence: 'lyon', search: 'roux' })
  expect(screen.getByText('Aucun client de cette agence ne correspond à « roux ».')).toBeTruthy()
  press('Toutes les agences')
  expect(fake.setAgence).toHaveBeenCalledWith(null)
  unmount()
  const list = show({ search: '' })
  expect(screen.getByText('Aucun client dans cette agence.')).toBeTruthy()
  list.unmount()
  show({ agencies: [agency('lyon')] })
  expect(screen.getByText('Aucun client pour l’instant. Créez le premier.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Toutes les agences' })).toBeNull()
})

it('[SET-03 archive] a client of an archived agency is looked for too: its records keep their agency', () => {
  show({ agence: 'lyon', search: 'durand', agencies: [agency('lyon'), agency('valence', 1)] })
  expect(screen.getByText('Aucun client de cette agence ne correspond à « durand ».')).toBeTruthy()
  press('Toutes les agences')
  expect(fake.setAgence).toHaveBeenCalledWith(null)
})

it('[SET-12] the office gives the visits whose people have all left; a director also prepares the handover', () => {
  const { unmount } = show({ view: 'planifier' })
  expect(screen.queryByText('À confier')).toBeNull()
  unmount()
  const record = { IDRDV: 'r1', RDV_OBJET: 'Visite Roux', IDPROJET: 'j1', sync: { state: 'synced' } }
  const works = { IDINTERVENTION: 'i1', RDV_OBJET: 'Pose', IDPROJET: 'j1', sync: { state: 'synced' } }
  const common = { start: '2026-12-01 09:00', gone: ['tom'] }
  const unattended = [
    { ...common, record },
    { ...common, record: works },
  ]
  const office = show({ view: 'planifier', unattended })
  expect(screen.getByText('À confier')).toBeTruthy()
  office.unmount()
  const links = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  const list = show({ view: 'confier' })
  expect(screen.getByText('2 visites où personne ne va')).toBeTruthy()
  expect(links()).toEqual(expect.arrayContaining(['/manager/rdv/r1/edit', '/manager/intervention/i1/edit']))
  expect(links()).not.toContain('/manager/personnel/tom/passation')
  list.unmount()
  const director = show({ roles: ['commercial_director'] })
  expect(links()).toContain('/manager/personnel/tom/passation')
  director.unmount()
  show({ unattended: [] })
  expect(screen.getByText('Aucune visite n’est prévue pour des comptes fermés seulement.')).toBeTruthy()
})
