// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { theme } from '../../ui/theme.ts'
import { ReportsScreen } from './reports-screen.tsx'

const fake = vi.hoisted(() => ({
  query: {} as Record<string, string>,
  counts: [] as number[],
  files: [] as string[],
  reports: [] as Record<string, unknown>[],
}))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ children }: { children: ReactNode }) => <a href="/">{children}</a>,
}))
vi.mock('../../ui/navigation/use-query.ts', () => ({ useQuery: () => [fake.query, vi.fn()] }))
vi.mock('../../ui/list/search-field.tsx', () => ({ SearchField: () => null, useSearchText: () => ['', vi.fn()] }))
vi.mock('../../data/session/session.tsx', () => ({ useSession: () => ({ account: { id: 'moi' } }) }))
vi.mock('../../data/session/use-zone.ts', () => ({ useZone: () => 'Europe/Paris' }))
vi.mock('../../domain/personnels/use-staff.ts', () => ({
  useStaff: () => ({ id: 'moi', roles: ['commercial_director'], agences: [], toutesAgences: true }),
}))
vi.mock('../../data/records/use-live.ts', () => ({ useLiveList: () => [], useLiveRecord: () => null }))
vi.mock('../../data/records/use-records.ts', () => ({
  useRecords: (resource: string) =>
    resource === 'projet'
      ? new Map([['j1', { IDCLIENT: 'c1' }]])
      : new Map([['c1', { NOM: 'Zola', PRENOM: 'Émile', VILLE: 'Lyon' }]]),
}))
vi.mock('../../domain/views/saved-filters.tsx', () => ({
  SavedFilters: ({ screen: at }: { screen: string }) => <i>{at}</i>,
}))
vi.mock('../../forms/fields/dates-field.tsx', () => ({ DatesField: () => null }))
vi.mock('../../ui/format/csv.ts', () => ({ downloadText: (_name: string, text: string) => fake.files.push(text) }))
vi.mock('../../domain/views/use-when-whole.ts', () => ({ useWhenWhole: () => (save: () => void) => save() }))
vi.mock('../../ui/notices/notices.tsx', () => ({ notices: { success: vi.fn() } }))
vi.mock('./submission-list.tsx', () => ({
  SubmissionList: ({ submissions }: { submissions: { IDSOUMISSION: string }[] }) => (
    <p data-testid="rows">{submissions.map(({ IDSOUMISSION }) => IDSOUMISSION).join(' ')}</p>
  ),
}))
vi.mock('./use-reports.ts', () => ({
  useReports: (_filter: unknown, count: number) => {
    fake.counts.push(count)
    return { rows: fake.reports.slice(0, count), complete: fake.reports.length <= count, searching: false }
  },
}))

const report = (at: number) => ({
  IDSOUMISSION: `s${at}`,
  IDRAPPORT: 'f',
  IDPROJET: at === 59 ? 'j1' : null,
  FORMULAIRE: { TITRE: `Formulaire ${99 - at}`, CHAMPS: [] },
  REPONSES: {},
  CORRECTIONS: [],
  DATE_SOUMISSION: '2026-11-20T10:00:00.000Z',
})
const show = () =>
  render(
    <MantineProvider theme={theme} env="test">
      <ReportsScreen />
    </MantineProvider>,
  )
const rows = () => (screen.getByTestId('rows').textContent ?? '').split(' ')

beforeEach(() => {
  Object.assign(fake, { query: {}, counts: [], files: [], reports: Array.from({ length: 60 }, (_, at) => report(at)) })
})

it('[DAY-03 export] [DAY-13 columns] the first reports are read for the screen, all of them for the file', async () => {
  show()
  expect(rows()).toHaveLength(50)
  expect(new Set(fake.counts)).toEqual(new Set([50]))
  expect(screen.getByText('comptes-rendus')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Exporter en CSV' }))
  await waitFor(() => expect(fake.files).toHaveLength(1))
  const lines = (fake.files[0] ?? '').trim().split(/\r?\n/)
  expect(lines).toHaveLength(61)
  expect(lines.at(-1)).toMatch(/Zola Émile/)
  expect(rows()).toHaveLength(50)
})

it('[DAY-13 columns] an order is that of all reports, of which the first are shown', () => {
  fake.query = { tri: 'formulaire' }
  show()
  expect(rows().slice(0, 2)).toEqual(['s59', 's58'])
  expect(rows()).toHaveLength(50)
})
