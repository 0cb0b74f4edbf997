// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { theme } from '../../../ui/theme.ts'
import { RoleForm } from '../accounts/roles.tsx'

const fake = vi.hoisted(() => ({
  params: {} as { id?: string },
  one: vi.fn(),
  write: vi.fn(),
}))
vi.mock('@tanstack/react-router', () => ({
  useParams: () => fake.params,
  useBlocker: () => undefined,
  useRouter: () => ({}),
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
}))
vi.mock('../../../ui/navigation/use-query.ts', () => ({ useQuery: () => [{ entreprise: 'demo' }, vi.fn()] }))
vi.mock('../../../ui/navigation/use-leave.ts', () => ({ useGo: () => vi.fn(), useLeave: () => vi.fn() }))
vi.mock('../online/admin-api.ts', () => ({ adminApi: { one: fake.one, write: fake.write } }))

const show = () =>
  render(
    <MantineProvider theme={theme} env="test">
      <RoleForm />
    </MantineProvider>,
  )
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Enregistrer' }))

beforeEach(() => {
  vi.clearAllMocks()
  fake.write.mockResolvedValue({})
})

it('[RES-01 role] an update of a record without VERSION says what the form showed of the fields that it changes', async () => {
  fake.params = { id: 'r1' }
  fake.one.mockResolvedValue({ id: 'r1', name: 'metreur', common_name: 'Métreur', color: null })
  show()
  fireEvent.change(await screen.findByLabelText(/Nom/), { target: { value: 'Relevés' } })
  save()
  await vi.waitFor(() => expect(fake.write).toHaveBeenCalledTimes(1))
  expect(fake.write.mock.lastCall).toMatchObject([
    'PUT',
    '/admin/roles/r1',
    { body: { common_name: 'Relevés', _base: { common_name: 'Métreur' } } },
  ])
})
