// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { theme } from '../../../ui/theme.ts'
import { CompanyFormScreen } from './company-form-screen.tsx'

const fake = vi.hoisted(() => ({ one: vi.fn(), write: vi.fn(), confirm: vi.fn() }))
vi.mock('@tanstack/react-router', () => ({
  useParams: () => ({ id: 'c1' }),
  useBlocker: () => undefined,
  useRouter: () => ({}),
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
}))
vi.mock('../../../ui/navigation/use-leave.ts', () => ({ useGo: () => vi.fn(), useLeave: () => vi.fn() }))
vi.mock('../online/admin-api.ts', () => ({ adminApi: { one: fake.one, write: fake.write } }))
vi.mock('../../../ui/notices/notices.tsx', () => ({
  notices: { confirm: fake.confirm, success: vi.fn(), failure: vi.fn() },
}))

const company = {
  id: 'c1',
  key: 'forez',
  NOM: 'Toits du Forez',
  COLOR: '#BD1734',
  LOGO: null,
  BACKGROUND: null,
  FUSEAU: 'Europe/Paris',
  HORAIRES: null,
  WEBSERVICE_SERVER: null,
  SIRET: null,
  DELAI_CONTACT: 24,
  SECOND_FACTEUR: 0,
  RAPPEL_RDV: null,
  disabled: false,
}
const show = async () => {
  render(
    <MantineProvider theme={theme} env="test">
      <CompanyFormScreen />
    </MantineProvider>,
  )
  await screen.findByLabelText(/^Sous-domaine/)
}
const write = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const save = () => fireEvent.click(screen.getByText('Enregistrer'))

beforeEach(() => {
  vi.resetAllMocks()
  fake.one.mockResolvedValue(company)
  fake.write.mockResolvedValue(company)
})

it('[TEN-01] another sub-domain is another address: what is lost at the former one is said before it is saved', async () => {
  await show()
  write(/^Sous-domaine/, 'loire')
  fake.confirm.mockResolvedValue(false)
  save()
  await vi.waitFor(() => expect(fake.confirm).toHaveBeenCalledOnce())
  expect(fake.confirm.mock.calls[0]?.[0].message).toMatch(/« forez » devient « loire ».*liens déjà envoyés/)
  await vi.waitFor(() => expect(screen.getByText('Enregistrer').closest('button')?.dataset.loading).toBeUndefined())
  expect(fake.write).not.toHaveBeenCalled()
  fake.confirm.mockResolvedValue(true)
  save()
  await vi.waitFor(() => expect(fake.write).toHaveBeenCalledOnce())
  expect(fake.write.mock.calls[0]?.[2].body).toMatchObject({ key: 'loire', _base: { key: 'forez' } })
})

it('[TEN-01] any other change of a company asks nothing', async () => {
  await show()
  write(/^Nom \*$/, 'Toits de la Loire')
  save()
  await vi.waitFor(() => expect(fake.write).toHaveBeenCalledOnce())
  expect(fake.confirm).not.toHaveBeenCalled()
})
