// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { theme } from '../../../ui/theme.ts'
import type { PersonnelRow } from './personnel.ts'
import { PersonnelActions } from './personnel-actions.tsx'

const fake = vi.hoisted(() => ({ one: vi.fn(), write: vi.fn(), confirm: vi.fn(), success: vi.fn() }))
vi.mock('../online/admin-api.ts', () => ({ adminApi: { one: fake.one, write: fake.write } }))
vi.mock('./impersonate-button.tsx', () => ({ ImpersonateButton: () => null }))
vi.mock('../../../ui/notices/notices.tsx', () => ({ notices: { confirm: fake.confirm, success: fake.success } }))

const person = (disabled: boolean): PersonnelRow => ({
  IDPERSONNEL: 'p1',
  PRENOM: null,
  NOM: 'Alix',
  NOM_COMPLET: 'Alix',
  INITIALES: null,
  MAIL: null,
  ROLES: ['commercial'],
  IDAGENCE: null,
  AGENCES: [],
  TOUTES_AGENCES: null,
  disabled,
  has_account: false,
  company: { id: 'c1', key: 'demo', NOM: 'Maison' },
})
const show = (disabled: boolean) => {
  const reload = vi.fn()
  render(
    <MantineProvider theme={theme} env="test">
      <PersonnelActions row={person(disabled)} reload={reload} />
    </MantineProvider>,
  )
  return reload
}
const sent = (disabled: boolean) => [
  'PUT',
  '/admin/personnels/p1',
  { data: expect.anything(), body: { disabled }, query: { company_id: 'c1' } },
]

beforeEach(() => {
  vi.resetAllMocks()
  fake.one.mockResolvedValue([])
})

it.each([true, false])(
  '[ADM-02] an account is closed after a question, also of somebody without a mail (answer: %s)',
  async (yes) => {
    fake.confirm.mockResolvedValue(yes)
    const reload = show(false)
    expect(screen.queryByRole('button', { name: /^Réactiver/ })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Désactiver le compte : Alix' }))
    await vi.waitFor(() => expect(fake.confirm).toHaveBeenCalledOnce())
    if (yes) {
      await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
      expect(fake.write.mock.calls).toEqual([sent(true)])
      expect(fake.success).toHaveBeenCalledWith('Compte désactivé')
    } else {
      await vi.waitFor(() => expect(screen.getByRole('button').hasAttribute('data-loading')).toBe(false))
      expect(fake.write).not.toHaveBeenCalled()
    }
  },
)

it('[ADM-02] a closed account is opened again', async () => {
  const reload = show(true)
  expect(screen.queryByRole('button', { name: /^Désactiver/ })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Réactiver le compte : Alix' }))
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
  expect(fake.write.mock.calls).toEqual([sent(false)])
  expect(fake.success).toHaveBeenCalledWith('Compte réactivé')
})

it('[ADM-02] [WORK-7] closing an account says first what its devices hold', async () => {
  const reported_at = new Date(Date.now() - 2 * 3_600_000).toISOString()
  const phone = { agent: 'iPhone · Safari', connected: true, reported_at, pending: 2, refused: 0, files: 0 }
  fake.one.mockResolvedValue([phone])
  show(false)
  fireEvent.click(screen.getByRole('button', { name: 'Désactiver le compte : Alix' }))
  await vi.waitFor(() => expect(fake.confirm).toHaveBeenCalledOnce())
  expect(fake.one.mock.calls[0]).toEqual([
    '/admin/personnels/p1/appareils',
    expect.anything(),
    { query: { company_id: 'c1' } },
  ])
  expect(fake.confirm.mock.calls[0]?.[0]?.message).toMatch(
    /^Désactiver le compte de Alix \?.*vu il y a 2 h : 2 saisies y attendent.*Préparer son départ/,
  )
})

it('[ADM-02] [SET-12 handover] closing an account says first what stays with its person, which the administrator hands to nobody', async () => {
  const counts = { CLIENTS: 0, PROJETS: 1, RELANCES: 0, RDVS: 2, INTERVENTIONS: 3, DEVIS: 0 }
  fake.one.mockImplementation(async (path: string) => (path === '/admin/personnels/p1/portefeuille' ? counts : []))
  show(false)
  fireEvent.click(screen.getByRole('button', { name: 'Désactiver le compte : Alix' }))
  await vi.waitFor(() => expect(fake.confirm).toHaveBeenCalledOnce())
  expect(fake.confirm.mock.calls[0]?.[0]?.message).toMatch(
    /Reste à son nom : 2 rendez-vous à venir, 3 interventions à venir, 1 projet en cours\. .*\(un directeur, sur sa fiche\)/,
  )
})
