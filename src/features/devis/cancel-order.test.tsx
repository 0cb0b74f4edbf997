// @vitest-environment jsdom
import { MantineProvider, Menu } from '@mantine/core'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { frenchDate, today } from '../../../schemas/dates.ts'
import type { RoleName } from '../../../schemas/entities/personnel.ts'
import { newRecord } from '../../../schemas/entity.ts'
import { entityOf } from '../../../schemas/resources.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import type { Call } from '../../data/api/api.ts'
import type { Shape } from '../../data/api/shape.ts'
import { theme } from '../../ui/theme.ts'
import { useCancelOrder } from './use-cancel-order.tsx'

const fake = vi.hoisted(() => ({
  online: true,
  roles: [] as string[],
  posted: [] as [string, unknown, string | undefined][],
  fails: false,
  told: [] as string[],
  payments: [] as object[],
}))
vi.mock('../../data/records/use-live.ts', () => ({ useLiveList: () => fake.payments }))
vi.mock('../../data/sync-status/sync-context.ts', () => ({ useSync: () => ({ status: { online: fake.online } }) }))
vi.mock('../../data/session/use-zone.ts', () => ({ useZone: () => 'Europe/Paris' }))
vi.mock('../../domain/personnels/use-staff.ts', () => ({
  useStaff: () => ({ id: 'alice', roles: fake.roles, agences: [], toutesAgences: true }),
}))
vi.mock('../../data/api/api.ts', () => ({
  callApi: async (path: string, shape: Shape<unknown>, { body, idempotencyKey }: Call) => {
    fake.posted.push([path, body, idempotencyKey])
    if (fake.fails) throw new Error('déjà annulée')
    const preuve = { numero: 7, empreinte: 'abc' }
    const answer = { IDDEVIS: 'd1', DATE_REFUSE: '2026-11-27T10:00:00.000Z', preuve, texte: 'Reçu n° 7', mail: false }
    if (!shape(answer)) throw new Error('not that shape')
    return answer
  },
}))
vi.mock('../../ui/notices/notices.tsx', () => ({
  notices: { error: (words: string) => fake.told.push(words), failure: () => fake.told.push('failure') },
}))
vi.mock('../../forms/form-sheet.tsx', () => ({
  FormSheet: ({ title, children }: { title: string; children: (close: () => void) => ReactNode }) => (
    <section aria-label={title}>{children(() => undefined)}</section>
  ),
}))

type Devis = LocalRecord<'devis'>
const order = (more: Partial<Devis> = {}): Devis =>
  ({
    ...newRecord(entityOf('devis'), {}),
    IDDEVIS: 'd1',
    NUMERO_DEVIS: 'D-2026-00042',
    DEVIS_SIGNE: 1,
    DATE_SIGNATURE: new Date(Date.now() - 40 * 86_400_000).toISOString(),
    ...more,
  }) as Devis

function Page({ devis }: { devis: Devis }) {
  const { item, sheet } = useCancelOrder(devis)
  return (
    <MantineProvider theme={theme} env="test">
      <Menu opened>
        <Menu.Dropdown>{item}</Menu.Dropdown>
      </Menu>
      {sheet}
    </MantineProvider>
  )
}
const entry = () => screen.queryByRole('menuitem', { name: /Annuler la commande…/, hidden: true })
const open = async (): Promise<void> => userEvent.click(entry() as HTMLElement)
const press = async (): Promise<void> => userEvent.click(screen.getByRole('button', { name: 'Annuler la commande' }))

beforeEach(() => {
  Object.assign(fake, { online: true, roles: ['assistant'], posted: [], fails: false, told: [], payments: [] })
})

it('[AUT-10] the office finds it on an order that stands; who only sells does not', () => {
  const found = (roles: RoleName[], more: Partial<Devis> = {}): boolean => {
    fake.roles = roles
    const { unmount } = render(<Page devis={order(more)} />)
    const there = entry() !== null
    unmount()
    return there
  }
  expect([found(['assistant']), found(['commercial_director'])]).toEqual([true, true])
  expect([found(['commercial']), found(['metreur']), found(['technician'])]).toEqual([false, false, false])
  expect([found(['assistant'], { REFUSE: 1 }), found(['assistant'], { DEVIS_SIGNE: 0 })]).toEqual([false, false])
})

it('[API-13] an agreement needs its reason, and the result is shown with what is left to do', async () => {
  render(<Page devis={order()} />)
  await open()
  await press()
  expect(screen.getByText('Choisissez comment la commande prend fin')).toBeTruthy()
  await userEvent.click(screen.getByRole('radio', { name: 'Annulation convenue' }))
  await press()
  expect(screen.getByText('Dites pourquoi la commande est annulée')).toBeTruthy()
  expect(fake.posted).toEqual([])
  await userEvent.type(screen.getByRole('textbox', { name: /Motif/ }), ' Prêt refusé ')
  fake.fails = true
  await press()
  await waitFor(() => expect(fake.told).toEqual(['failure']))
  fake.fails = false
  await press()
  await waitFor(() => expect(screen.getByText('Reçu n° 7')).toBeTruthy())
  const body = { GENRE: 'annulation', MOTIF: 'Prêt refusé' }
  expect(fake.posted.map(([path, sent]) => [path, sent])).toEqual(
    Array.from({ length: 2 }, () => ['/devis/d1/annulation', body]),
  )
  // The second try is of the same act: it is never done twice.
  expect(new Set(fake.posted.map(([, , key]) => key)).size).toBe(1)
  expect(screen.getByText('Ce texte ne part pas par mail : remettez-le vous-même au client.')).toBeTruthy()
})

it('[API-13] [DAY-06 payments] (kept) where something was received, the office says what the company keeps', async () => {
  fake.payments = [{ id: 'p1', MONTANT: 500_00, GENRE: 'acompte', ANNULE_LE: null, sync: { state: 'synced' } }]
  render(<Page devis={order({ PRIX_TTC: 1_000_00 })} />)
  await open()
  await userEvent.click(screen.getByRole('radio', { name: 'Annulation convenue' }))
  await userEvent.type(screen.getByRole('textbox', { name: /Motif/ }), 'Prêt refusé')
  await press()
  expect(screen.getByText('Dites ce que l’entreprise garde de ce qui a été reçu : 0 pour rien')).toBeTruthy()
  const kept = screen.getByRole('textbox', { name: /Montant conservé/ })
  expect(screen.getByText(/Reçu à ce jour : 500,00.€/)).toBeTruthy()
  await userEvent.type(kept, '1200')
  await press()
  expect(screen.getByText(/^Vous ne pouvez pas conserver plus que le prix/)).toBeTruthy()
  expect(fake.posted).toEqual([])
  await userEvent.clear(kept)
  await userEvent.type(kept, '150,50')
  await press()
  await waitFor(() => expect(screen.getByText('Reçu n° 7')).toBeTruthy())
  expect(fake.posted.map(([, sent]) => sent)).toEqual([
    { GENRE: 'annulation', MOTIF: 'Prêt refusé', MONTANT_CONSERVE: 150_50 },
  ])
})

it('[API-13] while the customer may still withdraw, nothing is asked of what is kept', async () => {
  render(<Page devis={order({ DATE_SIGNATURE: new Date().toISOString() })} />)
  await open()
  await userEvent.click(screen.getByRole('radio', { name: 'Annulation convenue' }))
  expect(screen.queryByRole('textbox', { name: /Montant conservé/ })).toBeNull()
  await userEvent.type(screen.getByRole('textbox', { name: /Motif/ }), 'Prêt refusé')
  await press()
  await waitFor(() => expect(screen.getByText('Reçu n° 7')).toBeTruthy())
  expect(fake.posted.map(([, sent]) => sent)).toEqual([{ GENRE: 'annulation', MOTIF: 'Prêt refusé' }])
})

it('[API-13] a letter whose deadline is over is refused with what to do instead', async () => {
  render(<Page devis={order()} />)
  await open()
  await userEvent.click(screen.getByRole('radio', { name: 'Courrier de rétractation' }))
  await press()
  const day = screen.getByRole('textbox', { name: /Date du courrier/ })
  await userEvent.type(day, `${frenchDate(today('Europe/Paris', new Date()))}{Enter}`)
  await userEvent.tab()
  expect(
    screen.getByText(/Le délai de rétractation s’est terminé le .* : choisissez « Annulation convenue »/),
  ).toBeTruthy()
  await press()
  expect(fake.posted).toEqual([])
})

it('[API-13] without network the entry says so and opens nothing', async () => {
  fake.online = false
  render(<Page devis={order()} />)
  expect(screen.getByText('Il faut du réseau')).toBeTruthy()
  await open()
  expect([fake.told.length, screen.queryByRole('radio')]).toEqual([1, null])
})
