// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { theme } from '../../../ui/theme.ts'
import { byCompany, ImpersonationPicker } from './impersonation-picker.tsx'
import type { PersonnelRow } from './personnel.ts'

const fake = vi.hoisted(() => ({ list: vi.fn(), impersonate: vi.fn(), navigate: vi.fn() }))
vi.mock('@tanstack/react-router', () => ({ useRouter: () => ({ navigate: fake.navigate }) }))
vi.mock('../online/admin-api.ts', () => ({ adminApi: { list: fake.list } }))
vi.mock('./impersonation.ts', () => ({ impersonate: fake.impersonate }))

const person = (IDPERSONNEL: string, NOM_COMPLET: string, company: PersonnelRow['company']): PersonnelRow => ({
  IDPERSONNEL,
  PRENOM: null,
  NOM: NOM_COMPLET,
  NOM_COMPLET,
  INITIALES: null,
  MAIL: 'x@example.com',
  ROLES: ['commercial'],
  IDAGENCE: null,
  AGENCES: [],
  TOUTES_AGENCES: null,
  disabled: false,
  has_account: true,
  company,
})
const autre = { id: 'c1', key: 'autre', NOM: 'Maison' }
const demo = { id: 'c2', key: 'demo', NOM: 'Maison' }
const people = [person('p1', 'Alix', autre), person('p2', 'Zoé', autre), person('p1', 'Julien', demo)]

it('[ADM-02 picker] people are grouped by company, also companies of one name', () => {
  expect(byCompany(people)).toEqual([
    {
      group: 'Maison (autre)',
      items: [
        { value: 'c1/p1', label: 'Alix' },
        { value: 'c1/p2', label: 'Zoé' },
      ],
    },
    { group: 'Maison (demo)', items: [{ value: 'c2/p1', label: 'Julien' }] },
  ])
})

it('[ADM-02 picker] the chosen person is impersonated; typing asks the server', async () => {
  fake.list.mockResolvedValue({ data: people, total: 3 })
  render(
    <MantineProvider theme={theme} env="test">
      <ImpersonationPicker />
    </MantineProvider>,
  )
  const input = screen.getByRole('combobox', { name: 'Membre du personnel' })
  await vi.waitFor(() => expect(fake.list).toHaveBeenCalledOnce())
  fireEvent.click(input)
  const list = within(await screen.findByRole('listbox'))
  expect(await list.findByText('Maison (demo)')).toBeTruthy()
  fireEvent.click(list.getByText('Julien'))
  fireEvent.click(screen.getByRole('button', { name: /^Prendre la place/ }))
  await vi.waitFor(() => expect(fake.navigate).toHaveBeenCalled())
  expect(fake.impersonate).toHaveBeenCalledWith({ kind: 'personnel', id: 'p1', companyId: 'c2', name: 'Julien' })

  // A new search keeps who was chosen. Mantine takes a change without focus for the browser's own.
  act(() => input.focus())
  fireEvent.change(input, { target: { value: 'zo' } })
  const asked = { query: { limit: 100, q: 'zo' }, signal: expect.anything() }
  await vi.waitFor(() => expect(fake.list).toHaveBeenLastCalledWith('/admin/personnels', expect.anything(), asked))
  expect(screen.getByText('Julien · Maison')).toBeTruthy()
})

it('[ADM-02 picker] [DAY-03 complete] says that there are others than those it lists', async () => {
  fake.list.mockResolvedValue({ data: people, total: 240 })
  render(
    <MantineProvider theme={theme} env="test">
      <ImpersonationPicker />
    </MantineProvider>,
  )
  const words = 'Les 100 premiers : tapez un nom pour trouver les autres.'
  await vi.waitFor(() => expect(screen.queryByText(words)).toBeTruthy())
})
