// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render, screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { returnNoteId } from '../../../schemas/rules/return-visits.ts'
import { theme } from '../../ui/theme.ts'
import { InterventionMetreurScreen } from './intervention-metreur-screen.tsx'

const works = (IDINTERVENTION: string, IDDEVIS: string | null, IDPROJET = 'j1') => ({
  IDINTERVENTION,
  IDPROJET,
  IDDEVIS,
  RDV_OBJET: `Pose ${IDINTERVENTION}`,
  RDV_DEBUT: '2026-11-20 08:00',
  RDV_FIN: '2026-11-20 12:00',
  NOTES: [],
  FEEDBACK: null,
  IDINTERVENTION_PLANNING: [],
  SOLDE_DEVIS: null,
  PERCENTAGE_SOLDE: null,
  sync: { state: 'synced' },
})
const MEASURED = { IDRDV: 'r1', IDPROJET: 'j1' }
const fake = vi.hoisted(() => ({
  query: {} as Record<string, string>,
  signed: [] as string[],
  works: [] as unknown[],
  rdvs: [] as unknown[],
  projets: [] as unknown[],
}))

vi.mock('@tanstack/react-router', () => ({
  useRouter: () => ({ navigate: () => undefined, preloadRoute: async () => undefined }),
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
}))
vi.mock('../../ui/navigation/use-query.ts', () => ({ useQuery: () => [fake.query, () => undefined] }))
vi.mock('../../ui/list/search-field.tsx', () => ({
  useSearchText: () => ['', () => undefined],
  SearchField: () => null,
}))
vi.mock('../../ui/list/virtual-list.tsx', () => ({
  VirtualList: <T,>({
    items,
    row,
    keyOf,
  }: {
    items: readonly T[]
    row: (item: T) => ReactNode
    keyOf: (item: T) => string
  }) => (
    <ul>
      {items.map((item) => (
        <li key={keyOf(item)}>{row(item)}</li>
      ))}
    </ul>
  ),
}))
vi.mock('../../data/session/use-zone.ts', () => ({ useZone: () => 'Europe/Paris' }))
vi.mock('../../data/session/use-now.ts', () => ({ useNow: () => '2026-11-21 12:00' }))
vi.mock('../../data/session/session.tsx', () => ({
  useSession: () => ({ account: { id: 'me', roles: ['metreur'], agences: [], personnel: { TOUTES_AGENCES: 0 } } }),
}))
vi.mock('../../data/records/use-references.ts', () => ({ useReferences: () => [{ id: 'n1', CODE: 'Metre' }] }))
vi.mock('../../data/records/use-live.ts', () => ({
  useLiveRecord: () => null,
  useLiveList: (resource: string, query: unknown) =>
    query === null
      ? undefined
      : resource === 'rdv'
        ? fake.rdvs
        : resource === 'intervention'
          ? fake.works
          : resource === 'devis'
            ? [{ IDDEVIS: 'd1', IDPROJET: 'j1' }]
            : resource === 'projet'
              ? fake.projets
              : [],
}))
vi.mock('../../data/records/use-files.ts', async () => ({
  worstOf: (await vi.importActual<typeof import('../../data/records/use-files.ts')>('../../data/records/use-files.ts'))
    .worstOf,
  useFiled: (ids: string[] | undefined) =>
    new Map(
      (ids ?? [])
        .filter((id) => fake.signed.includes(id))
        .map((id) => [id, { origins: ['intervention_sign_pv'], state: 'synced' }]),
    ),
}))
vi.mock('../../data/records/use-records.ts', () => ({ useRecords: () => new Map() }))
vi.mock('../../domain/records/use-names.ts', () => ({ useNames: () => ({ personnel: () => '', entry: () => '' }) }))
vi.mock('../../domain/views/saved-filters.tsx', () => ({ SavedFilters: () => null }))

const show = () =>
  render(
    <MantineProvider theme={theme} env="test">
      <InterventionMetreurScreen />
    </MantineProvider>,
  )
const rowOf = (words: string) => within(screen.getByRole('link', { name: words }).closest('li') as HTMLElement)

beforeEach(() => {
  fake.works = [works('open', 'd1'), works('signed', 'd2'), works('without', null), works('too-late', null)]
  fake.signed = ['signed', 'too-late']
  fake.rdvs = [MEASURED]
  fake.projets = []
})

it('[MGR-11] the quote of works is not offered once their PV is signed, which says it', () => {
  fake.query = { vue: 'all' }
  show()
  const quoteOf = (id: string) => rowOf(`Pose ${id}`).queryByRole('button', { name: /Lier un devis/ })
  expect(quoteOf('open')).toBeTruthy()
  expect(quoteOf('without')).toBeTruthy()
  expect(quoteOf('signed')).toBeNull()
  expect(rowOf('Pose signed').getByText('PV signé')).toBeTruthy()
})

it('[MGR-11] works whose signed PV lets no quote be linked any more are not « À compléter »', () => {
  fake.query = { vue: 'missing' }
  show()
  expect(screen.getByText('À compléter (1)')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Pose without' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Pose too-late' })).toBeNull()
})

it('[MGR-11] works of a project that has no quote yet are not « À compléter »: nobody can link one', () => {
  fake.query = { vue: 'missing' }
  fake.works = [works('without', null), works('no-quote', null, 'j2')]
  show()
  expect(screen.getByText('À compléter (1)')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Pose no-quote' })).toBeNull()
})

it('[INT-03] the return visit of works that ended badly is planned from the list, once', () => {
  const bad = { ...works('i1', 'd1'), FEEDBACK: 'mauvais' }
  fake.works = [bad, { ...works('i2', 'd1'), FEEDBACK: 'bon' }]
  fake.query = { vue: 'all' }
  const { unmount } = show()
  const links = () => screen.queryAllByRole('link', { name: /^Planifier une reprise/ })
  expect(links()).toHaveLength(1)
  expect(links()[0]?.getAttribute('href')).toMatch(/^\/manager\/intervention\/create/)
  unmount()
  fake.works = [bad, { ...works('i2', 'd1'), NOTES: [{ id: returnNoteId('i1') }] }]
  show()
  expect(links()).toEqual([])
})

it('[MGR-11] a measure whose project is probably not here is not « À compléter », says who links it, and may be linked all the same', () => {
  const loose = { IDRDV: 'r2', IDPROJET: null, IDADRESSE: 'a1', RDV_OBJET: 'Métré Roux', RDV_DEBUT: '2026-11-19 09:00' }
  fake.rdvs = [MEASURED, { ...loose, sync: { state: 'synced' } }]
  fake.works = [works('open', 'd1')]
  fake.query = { vue: 'missing' }
  const { unmount } = show()
  expect(screen.getByText('À compléter (0)')).toBeTruthy()
  expect(screen.getByText(/un de vos métrés attend que le bureau lie son projet/)).toBeTruthy()
  unmount()
  fake.query = {}
  const all = show()
  expect(rowOf('Métré Roux').getByText(/demandez au bureau/)).toBeTruthy()
  expect(rowOf('Métré Roux').getByRole('link', { name: 'Lier un projet au métré Métré Roux' })).toBeTruthy()
  all.unmount()
  // Once its project is here, it is linked here.
  fake.projets = [{ IDPROJET: 'j2', ADRESSE_CHANTIER: 'a1' }]
  show()
  expect(screen.getByText('À compléter (1)')).toBeTruthy()
  expect(rowOf('Métré Roux').getByRole('link', { name: 'Lier un projet au métré Métré Roux' })).toBeTruthy()
  expect(rowOf('Métré Roux').queryByText(/demandez au bureau/)).toBeNull()
})
