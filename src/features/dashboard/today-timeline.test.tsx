// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { theme } from '../../ui/theme.ts'
import { TodayTimeline } from './today-timeline.tsx'
import type { MyDay } from './use-day.ts'

const fake = vi.hoisted(() => ({ soumissions: [] as { IDRDV: string }[] | undefined, asked: [] as unknown[] }))
const NATURES = ['Com', 'Metre', 'Autre'].map((CODE) => ({ id: CODE, CODE, LIBELLE: CODE, LISTE: 'NATURE_RDV' }))

vi.mock('@tanstack/react-router', () => ({
  useRouter: () => ({ navigate: () => undefined, preloadRoute: async () => undefined }),
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
}))
vi.mock('../../data/session/session.tsx', () => ({
  useSession: () => ({ account: { id: 'p1', roles: ['metreur'], agences: [], personnel: {} } }),
}))
vi.mock('../../data/records/use-live.ts', () => ({
  useLiveList: (resource: string, query: unknown) => {
    if (resource === 'reference') return NATURES
    fake.asked.push(query)
    return fake.soumissions
  },
}))
vi.mock('../../data/records/use-records.ts', () => ({ useRecords: () => new Map() }))

const rdv = (id: string, IDNATURE_RDV: string, hour: string) => ({
  kind: 'rdv',
  key: id,
  id,
  start: `2026-11-20 ${hour}:00`,
  end: `2026-11-20 ${hour}:30`,
  record: {
    IDRDV: id,
    RDV_OBJET: `Visite ${id}`,
    RDV_DEBUT: `2026-11-20 ${hour}:00`,
    RDV_FIN: `2026-11-20 ${hour}:30`,
    IDPROJET: null,
    IDADRESSE: null,
    IDNATURE_RDV,
    IDPERSONNELS: ['p1'],
    SUPPRIME: 0,
    DEBRIEF_CATEGORIE: 0,
    sync: { state: 'synced' },
  },
})
const NONE = new Map()
const show = (...items: unknown[]) =>
  render(
    <MantineProvider theme={theme} env="test">
      <TodayTimeline
        day={{ items, projets: NONE, clients: NONE, adresses: NONE } as unknown as MyDay}
        now="2026-11-20 12:00"
      />
    </MantineProvider>,
  )
const toDebrief = () =>
  screen.queryAllByRole('link', { name: 'Débriefer' }).map((link) => link.getAttribute('href')?.split('/')[3])

beforeEach(() => {
  fake.soumissions = []
  fake.asked = []
})

it('[MGR-13 report] asks for no debrief of a measure or a meeting whose report has ended it', () => {
  fake.soumissions = ['vente', 'metre', 'reunion'].map((IDRDV) => ({ IDRDV }))
  const past = [
    rdv('vente', 'Com', '08'),
    rdv('metre', 'Metre', '09'),
    rdv('reunion', 'Autre', '10'),
    rdv('metre2', 'Metre', '11'),
  ]
  const { unmount } = show(...past)
  expect(toDebrief()).toEqual(['vente', 'metre2'])
  unmount()
  show(...past, rdv('soir', 'Com', '18'))
  expect(screen.getByRole('button', { name: '4 passés aujourd’hui · 2 à débriefer' })).toBeTruthy()
})

it('[MGR-13 report] a measure waits until its report is known to be missing, a visit that sells does not', () => {
  fake.soumissions = undefined
  show(rdv('vente', 'Com', '08'), rdv('metre', 'Metre', '09'), rdv('soir', 'Com', '18'))
  expect(screen.getByRole('button', { name: '2 passés aujourd’hui · 1 à débriefer' })).toBeTruthy()
  expect(fake.asked).toContainEqual({ selector: { CLE_RDV: { $in: ['vente', 'metre'] } } })
})
