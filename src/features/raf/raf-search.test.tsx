// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { RafScreen } from './raf-screen.tsx'

const fake = vi.hoisted(() => ({ rows: [] as unknown[] | undefined }))
vi.mock('../../data/records/use-records.ts', () => ({ useRecords: () => undefined }))
vi.mock('../../data/session/use-now.ts', () => ({ useNow: () => '2026-11-30 08:00' }))
vi.mock('../../domain/personnels/use-staff.ts', () => ({ useMay: () => () => true }))
vi.mock('../../domain/rdv/use-raf.ts', () => ({
  RAF_DAYS: 365,
  useRafList: () => ({ all: true, items: [{ id: 'r1', kind: 'rdv', record: { IDPROJET: 'j1' } }] }),
}))
vi.mock('./use-raf-columns.ts', () => ({ useRafColumns: () => ({ columns: [], find: undefined }) }))
vi.mock('../../domain/views/use-list-view.ts', () => ({ useListView: () => ({ rows: fake.rows, all: 1 }) }))
vi.mock('../../domain/views/list-tools.tsx', () => ({
  ListTools: () => <input aria-label="Rechercher" />,
  ListSort: () => null,
  NothingFound: () => <p>Rien ne correspond</p>,
}))
vi.mock('../../ui/page/page-header.tsx', () => ({ PageHeader: ({ title }: { title: string }) => <h1>{title}</h1> }))

it('[MGR-13] the search field stays, and nothing is said to be missing, while what it searches by is read', () => {
  const { rerender } = render(<RafScreen />)
  const field = screen.getByLabelText('Rechercher')
  field.focus()
  // The first letter: the rows wait for their clients.
  fake.rows = undefined
  rerender(<RafScreen />)
  expect(document.activeElement).toBe(field)
  expect(screen.queryByText('Rien ne correspond')).toBeNull()
})
