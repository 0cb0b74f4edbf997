// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { theme } from '../../ui/theme.ts'
import { TodoSection } from './todo-section.tsx'

const fake = vi.hoisted(() => ({
  roles: [] as string[],
  demandes: [] as object[],
  raf: [] as number[],
  unheld: [] as number[],
  loose: [] as number[],
  unattended: [] as number[],
  again: [1, 2],
}))
const three = [1, 2, 3]

vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, search, children }: { to: string; search?: Record<string, string>; children: ReactNode }) => (
    <a href={search && Object.keys(search).length > 0 ? `${to}?${new URLSearchParams(search)}` : to}>{children}</a>
  ),
}))
vi.mock('../../data/session/session.tsx', () => ({ useSession: () => ({ account: { id: 'p1', roles: fake.roles } }) }))
vi.mock('../../data/session/agency-filter.ts', () => ({ useAgencyFilter: () => ({ agence: null }) }))
vi.mock('../../data/records/use-live.ts', () => ({
  useLiveList: (_resource: string, query: object | null) => (query === null ? undefined : fake.demandes),
}))
vi.mock('../../data/records/use-left.ts', () => ({ useLeft: () => new Set(['parti']) }))
vi.mock('../../data/records/use-left-known.ts', () => ({ useIsLeftKnown: () => true }))
vi.mock('../../ui/hooks/use-idle.ts', () => ({ useIdle: () => true }))
vi.mock('../../data/session/use-now.ts', () => ({ useNow: () => '2026-11-27 10:00' }))
vi.mock('../../domain/rdv/use-raf.ts', () => ({ useRaf: () => fake.raf, RAF_DAYS: 365 }))
vi.mock('../../domain/projets/use-waiting-projects.ts', () => ({
  useMyWaiting: (wait: boolean) =>
    wait
      ? undefined
      : { to_contact: three, without_rdv: fake.again.slice(1), without_quote: [], to_call_again: fake.again },
  useToAssign: (_agence: null, wait: boolean) => (wait ? undefined : three),
  useUnheldRecalls: (_agence: null, wait: boolean) => (wait ? undefined : fake.unheld),
  useToPlan: (_agence: null, wait: boolean) => (wait ? undefined : three),
}))
vi.mock('../../domain/interventions/use-measured-interventions.ts', () => ({
  useMeasuredInterventions: (wait: boolean) => (wait ? undefined : { works: [], unlinked: [], loose: [] }),
  missingLinks: () => 2,
}))
vi.mock('../../domain/interventions/use-loose-measures.ts', () => ({
  useLooseMeasures: (wait: boolean) => (wait ? undefined : fake.loose),
}))
vi.mock('../../domain/personnels/use-unattended.ts', () => ({
  useUnattended: (wait: boolean) => (wait ? undefined : fake.unattended),
}))

const RECALLS = ['/manager/relance?liste=without_rdv', '/manager/relance?liste=to_call_again']
const links = (): (string | null)[] => {
  render(
    <MantineProvider theme={theme} env="test">
      <TodoSection />
    </MantineProvider>,
  )
  return screen.queryAllByRole('link').map((link) => link.getAttribute('href'))
}

beforeEach(() => {
  fake.roles = []
  fake.demandes = []
  fake.raf = []
  fake.unheld = []
  fake.loose = []
  fake.unattended = []
  fake.again = [1, 2]
})

it.each(['assistant', 'commercial_director'])('[MGR-16] recalls that nobody makes are a list of %s', (role) => {
  fake.roles = [role]
  fake.unheld = [1]
  expect(links()).toContain('/manager/relance?liste=unheld')
})

it.each(['assistant', 'commercial_director'])('[MGR-11] measures without a project are a list of %s', (role) => {
  fake.roles = [role]
  fake.loose = [1]
  expect(links()).toContain('/manager/suivi-client?vue=metres')
})

it.each([
  ['assistant', true],
  ['commercial_director', true],
  ['commercial', false],
  ['technician', false],
])('[MGR-01] [SET-12] visits whose people have all left are a list of the office (%s: %s)', (role, is) => {
  fake.roles = [role]
  fake.unattended = [1, 2]
  expect(links().includes('/manager/suivi-client?vue=confier')).toBe(is)
})

it.each(['commercial', 'metreur', 'technician'])('[MGR-11] measures of others are no list of %s', (role) => {
  fake.roles = [role]
  fake.loose = [1]
  expect(links()).not.toContain('/manager/suivi-client?vue=metres')
})

it.each([
  [['commercial'], ['/manager/contact', ...RECALLS]],
  // Somebody of any role may be responsible for a project.
  [['commercial_director'], [...RECALLS, '/manager/affectation']],
  [['assistant'], [...RECALLS, '/manager/affectation', '/manager/suivi-client']],
  [['metreur'], [...RECALLS, '/manager/intervention-metreur?vue=missing']],
  [['technician'], RECALLS],
  [
    ['commercial_director', 'commercial'],
    ['/manager/contact', ...RECALLS, '/manager/affectation'],
  ],
])('[MGR-01] the waiting tasks of %j link to their screens; empty lists are left out', (roles, expected) => {
  fake.roles = roles
  expect(links()).toEqual(expected)
})

it('[DAY-05 requests] (new) what customers sent waits on the dashboard until somebody takes it', () => {
  fake.roles = ['assistant']
  const fresh = { PRISE_PAR: null, REPONSES: [], IDCLIENT_SUITE: null, IDPROJET_SUITE: null }
  // Whoever has left has nothing in hand.
  const left = { ...fresh, PRISE_PAR: 'parti' }
  fake.demandes = [fresh, left, { ...fresh, PRISE_PAR: 'p2' }, { ...left, IDPROJET_SUITE: 'j1' }]
  expect(links()).toContain('/manager/demandes')
  expect(screen.getByText('Demandes de clients').closest('a')?.textContent).toContain('2')
})

it('[MGR-01] [MGR-13] the card of reports due says since when they are counted', () => {
  fake.roles = ['technician']
  fake.raf = [1, 2]
  links()
  expect(screen.getByText('RAF à saisir').closest('a')?.textContent).toBe(
    '2RAF à saisirdébriefs et rapports, depuis le 27/11/2025',
  )
})

it('[MGR-01] shows a sentence when there is nothing to do', () => {
  fake.roles = ['technician']
  fake.again = []
  links()
  expect(screen.getByText('Rien ne vous attend.')).toBeTruthy()
})
