// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { theme } from '../../ui/theme.ts'
import { EncaissementsScreen } from './encaissements-screen.tsx'

const fake = vi.hoisted(() => ({
  query: {} as Record<string, string>,
  files: [] as string[],
  may: true,
  ended: false,
  paid: false,
}))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ children }: { children: ReactNode }) => <a href="/">{children}</a>,
}))
vi.mock('../../ui/navigation/use-query.ts', () => ({ useQuery: () => [fake.query, vi.fn()] }))
vi.mock('../../ui/list/search-field.tsx', () => ({
  SearchField: () => null,
  useSearchText: () => [fake.query.q ?? '', vi.fn()],
}))
vi.mock('../../ui/list/row-link.tsx', () => ({
  above: '',
  RowLink: ({ children }: { children: ReactNode }) => <b>{children}</b>,
}))
vi.mock('../../ui/list/virtual-list.tsx', () => ({
  VirtualList: <T,>({
    items,
    row,
    keyOf,
  }: {
    items: readonly T[]
    row: (one: T) => ReactNode
    keyOf: (one: T) => string
  }) => (
    <ul>
      {items.map((one) => (
        <li key={keyOf(one)}>{row(one)}</li>
      ))}
    </ul>
  ),
}))
vi.mock('../../data/session/use-now.ts', () => ({ useNow: () => '2026-11-26 12:00' }))
vi.mock('../../data/session/use-zone.ts', () => ({ useZone: () => 'Europe/Paris' }))
vi.mock('../../domain/navigation/use-way-back.ts', () => ({ useClientsHref: () => '/manager/client' }))
vi.mock('../../domain/personnels/use-staff.ts', () => ({
  useStaff: () => ({ id: 'moi', roles: ['commercial'], agences: [], toutesAgences: false }),
  useMay: () => () => fake.may,
}))
vi.mock('../../domain/views/saved-filters.tsx', () => ({
  SavedFilters: ({ screen: at }: { screen: string }) => <i>{at}</i>,
}))
vi.mock('../../domain/paiements/collect-sheet.tsx', () => ({
  CollectSheet: ({ devis }: { devis: { IDDEVIS: string } }) => <p>{`encaisser ${devis.IDDEVIS}`}</p>,
}))
vi.mock('../../ui/format/csv.ts', () => ({ downloadText: (_name: string, text: string) => fake.files.push(text) }))
vi.mock('../../domain/views/use-when-whole.ts', () => ({ useWhenWhole: () => (save: () => void) => save() }))
vi.mock('../../ui/notices/notices.tsx', () => ({ notices: { success: vi.fn() } }))
vi.mock('./use-names.ts', () => {
  const names = { agence: () => 'Lyon', person: () => 'Camille' }
  return { useNames: () => names }
})
vi.mock('../../data/records/use-records.ts', () => {
  const clients = new Map([
    ['c1', { NOM: 'Zola', PRENOM: null }],
    ['c2', { NOM: 'Abel', PRENOM: null }],
    ['c3', { NOM: 'Même', PRENOM: null }],
  ])
  return { useRecords: () => clients }
})
vi.mock('./use-outstanding.ts', () => {
  const due = (n: number, more: object = {}) => ({
    devis: {
      IDDEVIS: `d${n}`,
      IDCLIENT: `c${n}`,
      NUMERO_DEVIS: `D-2026-0000${n}`,
      OBJET: 'Store',
      PRIX_TTC: n * 100_00,
      REFUSE: 0,
      DATE_SIGNATURE: `2026-10-0${n}T10:00:00.000Z`,
    },
    left: n * 100_00,
    over: 0,
    from: '2026-10-15',
    agence: 'lyon',
    responsable: 'moi',
    ...more,
  })
  const found = { all: [due(1), due(2), due(3, { from: '2026-12-01' })], waiting: 0 }
  const [one] = found.all
  // Its customer got back more than they had paid: a cheque bounced later.
  const ended = { all: [{ ...one, devis: { ...one?.devis, REFUSE: 1 } }], waiting: 0 }
  const none = { all: [], waiting: 0 }
  return { useOutstanding: () => (fake.paid ? none : fake.ended ? ended : found) }
})

const show = () =>
  render(
    <MantineProvider theme={theme} env="test">
      <EncaissementsScreen />
    </MantineProvider>,
  )
const names = () => screen.getAllByRole('listitem').map((one) => one.querySelector('b')?.textContent)

beforeEach(() => Object.assign(fake, { query: {}, files: [], may: true, ended: false, paid: false }))

it('[DAY-13 columns] orders are sorted and searched, and the file has what is shown in its order, with its totals', async () => {
  const first = show()
  expect(names()).toEqual(['Zola', 'Abel', 'Même'])
  expect(screen.getByText('encaissements')).toBeTruthy()
  first.unmount()
  fake.query = { tri: 'client' }
  const sorted = show()
  expect(names()).toEqual(['Abel', 'Même', 'Zola'])
  await userEvent.click(screen.getByRole('button', { name: 'Exporter en CSV' }))
  const lines = (fake.files[0] ?? '').trim().split(/\r?\n/)
  expect(lines.map((line) => /Abel|Même|Zola|Total;/.exec(line)?.[0])).toEqual([
    undefined,
    'Abel',
    'Même',
    'Zola',
    'Total;',
  ])
  sorted.unmount()
  fake.query = { q: 'abel' }
  show()
  expect(names()).toEqual(['Abel'])
})

it('[DAY-06 payments] (entered) « Encaisser » on an order opens its payment; not before it is lawful, nor for who may enter none', async () => {
  const open = show()
  expect(screen.queryByRole('button', { name: 'Encaisser : Même, D-2026-00003' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: /^Encaisser : Abel, .*D-2026-00002/ }))
  expect(screen.getByText('encaisser d2')).toBeTruthy()
  open.unmount()
  fake.may = false
  show()
  expect(screen.queryByRole('button', { name: /^Encaisser/ })).toBeNull()
})

it('[DAY-06 payments] (ended) nothing is collected for an order that has ended', () => {
  fake.ended = true
  show()
  expect(names()).toEqual(['Zola'])
  expect(screen.queryByRole('button', { name: /^Encaisser/ })).toBeNull()
})

it('[DAY-06 payments] (entered) the payment that is being typed stays when the last order of the list is paid elsewhere', async () => {
  const page = () => (
    <MantineProvider theme={theme} env="test">
      <EncaissementsScreen />
    </MantineProvider>
  )
  const { rerender } = render(page())
  await userEvent.click(screen.getByRole('button', { name: /^Encaisser : Abel/ }))
  fake.paid = true
  rerender(page())
  expect(screen.queryByRole('button', { name: /^Encaisser/ })).toBeNull()
  expect(screen.getByText('encaisser d2')).toBeTruthy()
})
