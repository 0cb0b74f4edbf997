// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Values } from '../../../schemas/merge.ts'
import { theme } from '../../ui/theme.ts'
import { TodaySection } from './today-section.tsx'

const fake = vi.hoisted(() => ({ rdvs: [] as unknown[], projets: new Map<string, unknown>() }))
vi.mock('@tanstack/react-router', () => ({
  useRouter: () => ({}),
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
}))
vi.mock('../../data/session/session.tsx', () => ({
  useSession: () => ({ account: { id: 'p1', roles: ['commercial'] } }),
}))
vi.mock('../../data/records/use-live.ts', () => ({
  useLiveList: (resource: string, { limit }: { limit?: number }) =>
    resource === 'rdv' ? fake.rdvs.slice(0, limit) : [],
  useLiveRecord: () => null,
}))
vi.mock('../../data/records/use-records.ts', () => ({
  useRecords: (resource: string) => (resource === 'projet' ? fake.projets : new Map()),
}))
vi.mock('./use-day.ts', () => ({ useDay: () => ({ items: [] }) }))
vi.mock('./today-absences.tsx', () => ({ TodayAbsences: () => null }))

const rdv = (id: string, IDPROJET: string | null, day: string): Values => ({
  ...{ IDRDV: id, RDV_OBJET: `Visite ${id}`, IDPROJET },
  ...{ RDV_DEBUT: `${day} 09:00`, RDV_FIN: `${day} 10:00` },
})
const next = () => {
  render(
    <MantineProvider theme={theme} env="test">
      <TodaySection now="2026-11-20 08:00" />
    </MantineProvider>,
  )
  return screen.queryByRole('link', { name: /^Prochain/ })?.getAttribute('href') ?? null
}

beforeEach(() => {
  fake.projets = new Map([
    ['stopped', { DATE_SANS_SUITE: '2026-11-18', REFUSE: 0 }],
    ['refused', { DATE_SANS_SUITE: null, REFUSE: 1 }],
    ['goes', { DATE_SANS_SUITE: null, REFUSE: 0 }],
  ])
})

it('[MGR-01] the next appointment is the first that takes place: not one of a stopped project', () => {
  fake.rdvs = [
    rdv('a', 'stopped', '2026-11-21'),
    rdv('b', 'refused', '2026-11-22'),
    rdv('c', 'goes', '2026-11-23'),
    rdv('d', 'goes', '2026-11-24'),
  ]
  expect(next()).toBe('/manager/rdv/c')
})

it('[MGR-01] where none takes place there is none', () => {
  fake.rdvs = [rdv('a', 'stopped', '2026-11-21')]
  expect(next()).toBeNull()
})
