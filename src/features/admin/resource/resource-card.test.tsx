// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { theme } from '../../../ui/theme.ts'
import { RoleCard } from '../accounts/roles.tsx'
import { UserCard } from '../accounts/users.tsx'

const fake = vi.hoisted(() => ({
  query: {} as Record<string, string>,
  one: vi.fn(),
  remove: vi.fn(),
  go: vi.fn(),
}))
vi.mock('@tanstack/react-router', () => ({
  useParams: () => ({ id: 'r1' }),
  Link: ({ to, search, children }: { to: string; search?: Record<string, string>; children: ReactNode }) => (
    <a href={[to, new URLSearchParams(search).toString()].filter(Boolean).join('?')}>{children}</a>
  ),
}))
vi.mock('../../../ui/navigation/use-query.ts', () => ({ useQuery: () => [fake.query, vi.fn()] }))
vi.mock('../../../ui/navigation/use-leave.ts', () => ({ useGo: () => fake.go, useLeave: () => vi.fn() }))
vi.mock('../online/admin-api.ts', () => ({ adminApi: { one: fake.one, remove: fake.remove } }))
vi.mock('../../../ui/notices/notices.tsx', () => ({
  notices: { confirm: () => Promise.resolve(true), success: vi.fn(), failure: vi.fn() },
}))

const show = (card: ReactNode) =>
  render(
    <MantineProvider theme={theme} env="test">
      {card}
    </MantineProvider>,
  )
const hrefOf = (name: string) => screen.getByText(name).closest('a')?.getAttribute('href')

beforeEach(() => {
  vi.clearAllMocks()
  fake.query = {}
})

it('[RES-01 role] the card of a role shows it, and leads to the list of its company and its form', async () => {
  fake.query = { entreprise: 'demo' }
  fake.one.mockResolvedValue({ id: 'r1', name: 'metreur', common_name: 'Releveur', color: '#8a6d00' })
  show(<RoleCard />)
  expect(await screen.findByRole('heading', { name: 'Releveur' })).toBeTruthy()
  expect(screen.getByText('#8a6d00')).toBeTruthy()
  expect(hrefOf('Modifier')).toBe('/admin/roles/r1/edit?entreprise=demo')
  expect(hrefOf('Fermer')).toBe('/admin/roles?entreprise=demo')
  fireEvent.click(screen.getByText('Supprimer'))
  await vi.waitFor(() => expect(fake.go).toHaveBeenCalledWith('/admin/roles?entreprise=demo', { replace: true }))
  expect(fake.remove).toHaveBeenCalledWith('/admin/roles/r1', { company_id: 'demo' })
})

it('[RES-01 user] the card of an administrator shows them', async () => {
  fake.one.mockResolvedValue({ id: 'r1', name: 'Alix Renaud', email: 'alix@example.com', disabled: false })
  show(<UserCard />)
  expect(await screen.findByRole('heading', { name: 'Alix Renaud' })).toBeTruthy()
  expect(screen.queryByText('alix@example.com')).toBeTruthy()
  expect(hrefOf('Modifier')).toBe('/admin/users/r1/edit')
})
