// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render, screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { theme } from '../../ui/theme.ts'
import { RafScreen } from './raf-screen.tsx'

const fake = vi.hoisted(() => ({
  roles: ['commercial'],
  lists: {} as Record<string, unknown[]>,
  records: new Map<string, unknown>(),
}))

vi.mock('@tanstack/react-router', () => ({
  useRouter: () => ({ navigate: () => undefined, preloadRoute: async () => undefined }),
  // Like the router's address: no « ? » without a query.
  Link: ({ to, search, children }: { to: string; search?: Record<string, string>; children: ReactNode }) => (
    <a href={[to, new URLSearchParams(search).toString()].filter(Boolean).join('?')}>{children}</a>
  ),
}))
vi.mock('../../data/session/session.tsx', () => ({
  useSession: () => ({ account: { id: 'p1', roles: fake.roles, agences: [], personnel: {} } }),
  useCompany: () => ({ FUSEAU: 'Europe/Paris' }),
}))
vi.mock('../../data/session/use-now.ts', () => ({ useNow: () => '2026-11-20 12:00' }))
vi.mock('../../data/records/use-live.ts', () => ({
  useLiveList: (resource: string) => fake.lists[resource] ?? [],
  useLiveLists: (resource: string) => ({ lists: [fake.lists[resource] ?? []], current: true }),
}))
vi.mock('../../data/records/use-files.ts', () => ({
  useFiled: () => new Map([['i2', { origins: ['intervention_sign_pv'], state: 'pending' }]]),
}))
vi.mock('../../data/records/use-records.ts', () => ({ useRecords: () => fake.records }))
vi.mock('../../domain/views/saved-filters.tsx', () => ({ SavedFilters: () => null }))
vi.mock('../../ui/navigation/use-query.ts', async () => {
  const { useState } = await import('react')
  return {
    useQuery: () => {
      const [query, setQuery] = useState<Record<string, string>>({})
      return [query, (patch: Record<string, string>) => setQuery({ ...query, ...patch })]
    },
  }
})
vi.mock('../../data/records/use-references.ts', () => ({ useReferences: () => [] }))

const rdv = (id: string, values: object) => ({
  IDRDV: id,
  RDV_OBJET: `Visite ${id}`,
  RDV_DEBUT: '2026-11-19 09:00',
  RDV_FIN: '2026-11-19 10:00',
  IDPROJET: 'j1',
  IDNATURE_RDV: null,
  IDPERSONNELS: ['p1'],
  SUPPRIME: 0,
  DEBRIEF_CATEGORIE: 0,
  sync: { state: 'synced' },
  ...values,
})

const intervention = (id: string, FEEDBACK: string | null) => ({
  IDINTERVENTION: id,
  RDV_OBJET: `Pose ${id}`,
  RDV_DEBUT: '2026-11-18 08:00',
  RDV_FIN: '2026-11-18 17:00',
  IDPROJET: 'j1',
  IDINTERVENTION_PLANNING: [{ IDPERSONNEL: 'p1' }],
  FEEDBACK,
  NOTES: [],
  sync: { state: 'synced' },
})

const show = () =>
  render(
    <MantineProvider theme={theme} env="test">
      <RafScreen />
    </MantineProvider>,
  )

beforeEach(() => {
  fake.roles = ['commercial']
  fake.records = new Map<string, unknown>([
    ['j1', { IDPROJET: 'j1', IDCLIENT: 'c1', DATE_SANS_SUITE: null, REFUSE: 0 }],
    ['c1', { IDCLIENT: 'c1', NOM: 'MARTIN', PRENOM: 'Zoé' }],
  ])
  fake.lists = {
    rdv: [
      rdv('r1', {}),
      rdv('r2', { RDV_FIN: '2026-11-20 12:01' }),
      rdv('r3', { IDPERSONNELS: ['p2'] }),
      rdv('r4', {}),
      rdv('r5', { DEBRIEF_CATEGORIE: 4 }),
    ],
    soumission: [{ IDRDV: 'r4' }],
    intervention: [intervention('i1', null)],
  }
})

it('[MGR-13 screen] lists my past appointments without debrief and my interventions without feedback; one tap opens them', () => {
  fake.lists.rdv = fake.lists.rdv?.filter((one) => (one as { IDRDV: string }).IDRDV !== 'r4') ?? []
  show()
  expect(screen.getByText('2 retours à saisir')).toBeTruthy()
  const days = screen.getAllByRole('region').map((region) => region.getAttribute('aria-label'))
  expect(days).toEqual(['mercredi 18 novembre', 'jeudi 19 novembre'])
  const thursday = within(screen.getByRole('region', { name: 'jeudi 19 novembre' }))
  expect(thursday.getByText('hier')).toBeTruthy()
  expect(thursday.getByText('MARTIN Zoé').getAttribute('href')).toBe('/manager/rdv/r1/debrief')
  expect(thursday.getByText('Rapport').closest('a')?.getAttribute('href')).toBe('/manager/rapport?idRdv=r1')
  const wednesday = within(screen.getByRole('region', { name: 'mercredi 18 novembre' }))
  expect(wednesday.getByText('MARTIN Zoé').getAttribute('href')).toBe('/manager/intervention/i1')
})

it('[MGR-13 debrief] a submitted report does not hide a missing debrief', () => {
  show()
  const thursday = within(screen.getByRole('region', { name: 'jeudi 19 novembre' }))
  expect(thursday.getAllByText('MARTIN Zoé').map((link) => link.getAttribute('href'))).toEqual([
    '/manager/rdv/r1/debrief',
    '/manager/rdv/r4/debrief',
  ])
})

it('[MGR-13 interventions] lists a « mauvais » until its PV is signed, on this device or elsewhere', () => {
  fake.lists.intervention = [intervention('i2', 'mauvais'), intervention('i3', 'mauvais')]
  show()
  const wednesday = within(screen.getByRole('region', { name: 'mercredi 18 novembre' }))
  expect(wednesday.getAllByText('MARTIN Zoé').map((link) => link.getAttribute('href'))).toEqual([
    '/manager/intervention/i3',
  ])
})

it('[MGR-13 report] links to the report for a person who may not debrief, until the report is submitted', () => {
  fake.roles = ['technician']
  show()
  const thursday = within(screen.getByRole('region', { name: 'jeudi 19 novembre' }))
  expect(thursday.getByText('MARTIN Zoé').getAttribute('href')).toBe('/manager/rapport?idRdv=r1')
})

it('says that nothing is left, and links to another screen', () => {
  fake.lists = {}
  show()
  expect(screen.getByText(/Tout est saisi/)).toBeTruthy()
  expect(screen.getByText('Revenir à l’accueil').closest('a')?.getAttribute('href')).toBe('/manager')
})
