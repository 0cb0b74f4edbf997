// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { theme } from '../../../ui/theme.ts'
import { PersonnelForm } from '../accounts/personnels.tsx'
import { RoleForm } from '../accounts/roles.tsx'

const fake = vi.hoisted(() => ({
  params: {} as { id?: string },
  one: vi.fn(),
  write: vi.fn(),
  list: vi.fn(),
}))
vi.mock('@tanstack/react-router', () => ({
  useParams: () => fake.params,
  useBlocker: () => undefined,
  useRouter: () => ({}),
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
}))
vi.mock('../../../ui/navigation/use-query.ts', () => ({ useQuery: () => [{ entreprise: 'demo' }, vi.fn()] }))
vi.mock('../../../ui/navigation/use-leave.ts', () => ({ useGo: () => vi.fn(), useLeave: () => vi.fn() }))
vi.mock('../online/admin-api.ts', () => ({
  adminApi: { one: fake.one, write: fake.write, list: fake.list },
}))

const show = (Form: () => ReactNode = RoleForm) =>
  render(
    <MantineProvider theme={theme} env="test">
      <Form />
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

it('[AUT-10] a new director has an agency or all of them, and « Enregistrer » says which field lacks', async () => {
  fake.params = {}
  fake.list.mockResolvedValue({ data: [{ id: 'lyon', LIBELLE: 'Lyon', VILLE: null, ARCHIVE: 0 }] })
  show(PersonnelForm)
  fireEvent.change(await screen.findByLabelText(/^Nom/), { target: { value: 'Roy' } })
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Enregistrer' })
  expect(button.disabled).toBe(false)
  await userEvent.click(screen.getByRole('combobox', { name: 'Rôles' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Directeur commercial' }))
  expect(button.disabled).toBe(true)
  expect(screen.getByText('À compléter ou à corriger : Agence')).toBeTruthy()
  await userEvent.click(screen.getByRole('switch', { name: /Toutes les agences/ }))
  expect(button.disabled).toBe(false)
  save()
  await vi.waitFor(() => expect(fake.write).toHaveBeenCalledTimes(1))
  expect(fake.write.mock.lastCall).toMatchObject([
    'POST',
    '/admin/personnels',
    { body: { NOM: 'Roy', ROLES: ['commercial_director'], TOUTES_AGENCES: 1 } },
  ])
})
