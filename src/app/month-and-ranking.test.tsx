// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { rankingDays } from '../../schemas/rules/ranking.ts'
import { useRanking } from '../features/classement/use-ranking.ts'
import { MonthSection } from '../features/dashboard/month-section.tsx'
import { theme } from '../ui/theme.ts'

const fake = vi.hoisted(() => ({
  roles: ['commercial'],
  figures: null as unknown,
  lists: {} as Record<string, unknown[]>,
  listOf: null as null | ((resource: string, query: unknown) => unknown[]),
}))

vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
}))
vi.mock('../data/session/session.tsx', () => ({
  useSession: () => ({ account: { id: 'camille', roles: fake.roles }, company: { id: 'demo' } }),
}))
vi.mock('../data/session/use-zone.ts', () => ({ useZone: () => 'Indian/Reunion' }))
vi.mock('../ui/hooks/use-idle.ts', () => ({ useIdle: () => true }))
vi.mock('../data/records/use-ranking-figures.ts', () => ({ useRankingFigures: () => fake.figures }))
vi.mock('../data/records/use-live.ts', () => ({
  useLiveList: (resource: string, query: unknown) =>
    query === null ? undefined : fake.listOf ? fake.listOf(resource, query) : (fake.lists[resource] ?? []),
}))
vi.mock('../domain/personnels/use-staff.ts', () => ({
  useStaff: () => ({ id: 'camille', roles: fake.roles }),
}))

const person = (IDPERSONNEL: string) => ({
  IDPERSONNEL,
  NOM_COMPLET: IDPERSONNEL,
  ROLES: ['commercial'],
  HORS_STATS: 0,
  IDCOMPANY: 'demo',
  IDAGENCE: null,
  AGENCES: [],
})
const quote = (
  IDRESPONSABLEPROJET: string,
  euros: number,
  DATE_SIGNATURE: string,
  DATE_REFUSE: string | null = null,
) => ({
  IDRESPONSABLEPROJET,
  NET_HT: euros * 100,
  DATE_SIGNATURE,
  DATE_REFUSE,
})
const NOW = '2026-11-26 12:00'

function Both() {
  const period = { from: '2026-11-01', to: '2026-11-30' }
  const ranking = useRanking({ period, compare: 'before', agence: null, today: NOW.slice(0, 10) })
  return (
    <MantineProvider theme={theme} env="test">
      <MonthSection now={NOW} />
      <output>{ranking?.rows.map((row) => [row.IDPERSONNEL, row.total, row.signed.count].join(' ')).join(', ')}</output>
    </MantineProvider>
  )
}
/** The figures of the dashboard: their value and their label. */
const figures = (title: string): string[] =>
  [...(screen.getByRole('region', { name: title }).querySelectorAll('a') ?? [])].map((one) =>
    (one.textContent ?? '').replace(/\s/g, ' '),
  )

beforeEach(() => {
  fake.listOf = null
  const onThisDevice = quote('camille', 1000, '2026-11-05T10:00:00.000Z')
  // Midnight in Réunion: still October in UTC.
  const atMonthStart = quote('camille', 200, '2026-10-31T20:30:00.000Z')
  const ofHandedOverProject = quote('camille', 3000, '2026-11-10T10:00:00.000Z')
  const ofOtherAgency = quote('noe', 50, '2026-11-12T10:00:00.000Z')
  const ofFormerPerson = quote('efface', 7, '2026-11-02T10:00:00.000Z')
  const all = [onThisDevice, atMonthStart, ofHandedOverProject, ofOtherAgency, ofFormerPerson]
  fake.lists = { personnel: [person('camille'), person('noe')], devis: [onThisDevice, atMonthStart] }
  fake.figures = {
    since: '2024-01-01',
    at: '2026-11-26T08:00:00.000Z',
    days: rankingDays(all, 'Indian/Reunion'),
    left: ['efface'],
    former: [person('efface')],
  }
})

it('[MGR-01] [MGR-05] « Mon mois » has the figures of my row of « Classement », with the sales whose quote this device has not', () => {
  fake.roles = ['commercial']
  render(<Both />)
  expect(screen.getByRole('status').textContent).toBe('camille 420000 3, noe 5000 1, efface 700 1')
  expect(figures('Mon mois').map((one) => one.replace(/ ?€.*/, ''))).toEqual(['4 200', '3devis signés'])
})

it('[MGR-01] [MGR-05] a director’s month of the team is the sum of « Classement », whichever agencies they see', () => {
  fake.roles = ['commercial_director']
  render(<Both />)
  expect(figures('Le mois de l’équipe').map((one) => one.replace(/ ?€.*/, ''))).toEqual(['4 257', '5devis signés'])
})

it('[MGR-01] before the first figures no amount is told, rather than nothing sold', () => {
  fake.roles = ['commercial']
  fake.figures = null
  render(<Both />)
  expect(figures('Mon mois')).toEqual([])
})

it('[MGR-01] works that began in an earlier month are among those that a technician finalised in this one', () => {
  fake.roles = ['technician']
  const IDINTERVENTION_PLANNING = [{ IDPERSONNEL: 'camille', DEBUT: '2026-10-28 08:00', FIN: '2026-11-04 17:00' }]
  const work = { FEEDBACK: 'bon', DATE_FEEDBACK: '2026-11-04T13:00:00.000Z', IDINTERVENTION_PLANNING }
  // As the local database answers: works by their beginning, or by their return.
  fake.listOf = (resource, query) =>
    resource === 'intervention' && JSON.stringify(query).includes('"CLE_RETOUR":{') ? [work] : []
  render(<Both />)
  expect(screen.getByRole('region', { name: 'Mon mois' }).textContent).toContain('1intervention réalisée')
})
