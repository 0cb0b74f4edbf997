// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { AppError } from '../../../schemas/errors.ts'
import type { SpaceOrder } from '../../../schemas/space/devis.ts'
import type { PaymentView } from '../../../schemas/space/payment.ts'
import { theme } from '../../ui/theme.ts'
import { OrderPayments } from './order-payments.tsx'

const fake = vi.hoisted(() => ({
  payments: [] as object[],
  answers: [] as object[],
  calls: [] as string[],
  keys: [] as string[],
  /** How often the list was asked for again. */
  again: 0,
}))
vi.mock('./use-seen.ts', () => ({
  useSeen: () => ({ key: '', data: fake.payments, at: 0, state: 'fresh', again: () => (fake.again += 1) }),
}))
vi.mock('./ask-space.ts', () => ({
  askSpace: async (_schema: object, path: string, { idempotencyKey }: { idempotencyKey: string }) => {
    fake.calls.push(path)
    fake.keys.push(idempotencyKey)
    const answer = fake.answers.shift()
    if (answer instanceof Error) throw answer
    return answer
  },
}))
vi.mock('./needs-network.tsx', () => ({ NeedsNetwork: ({ children }: { children: ReactNode }) => children }))
vi.mock('../../data/session/session.tsx', () => ({ useCompany: () => ({ TELEPHONE: '0472000000' }) }))
vi.mock('../../data/session/use-zone.ts', () => ({ useZone: () => 'Europe/Paris' }))

const ORDER = {
  IDDEVIS: 'd',
  NUMERO_DEVIS: 'D-2026-00001',
  OBJET: 'Fenêtres',
  PRIX_TTC: 10_000_00,
  DATE_SIGNATURE: '2026-01-05T10:00:00.000Z',
  etat: 'signe',
} as unknown as SpaceOrder

const payment = (id: string, MONTANT: number, more: Partial<PaymentView> = {}): PaymentView => ({
  id,
  IDDEVIS: 'd',
  MONTANT,
  ETAT: 'en_attente',
  LIEN: `https://banque.example.com/${id}`,
  DATE_CREATION: '2026-02-05T10:00:00.000Z',
  DATE_CONFIRMATION: null,
  ...more,
})
const received = (MONTANT: number) => payment('cheque', MONTANT, { ETAT: 'confirme', LIEN: null })

const page = (order = ORDER) => (
  <MantineProvider theme={theme} env="test">
    <OrderPayments order={order} />
  </MantineProvider>
)
const show = (payments: PaymentView[], order = ORDER) => {
  fake.payments = payments
  return render(page(order))
}
const spoken = (text: string | null): string => (text ?? '').replace(/\s/g, ' ')
const amounts = () => [...document.querySelectorAll('dl > div')].map(({ textContent }) => spoken(textContent))
const ready = () => screen.queryAllByRole('status').map(({ textContent }) => spoken(textContent))
const links = () => screen.queryAllByRole('link').map((link) => link.getAttribute('href'))
const buttons = () => screen.queryAllByRole('button').map(({ textContent }) => spoken(textContent))

beforeEach(() => Object.assign(fake, { payments: [], answers: [], calls: [], keys: [], again: 0 }))

it('[SPA-05] an open link says its amount, and no other is asked for what it covers', () => {
  show([payment('a', 10_000_00)])
  expect(ready()).toEqual(['Votre paiement de 10 000,00 € est prêt. Il se fait sur le site de votre banque.'])
  expect([links(), buttons()]).toEqual([['https://banque.example.com/a'], []])
})

it('[SPA-05] a link for more than is left is offered no more: another one is, for what is left', async () => {
  fake.answers = [payment('b', 7_000_00)]
  show([received(3_000_00), payment('a', 10_000_00)])
  expect([links(), buttons()]).toEqual([[], ['Payer 7 000,00 €']])
  await userEvent.click(screen.getByRole('button'))
  expect(fake.calls).toEqual(['/fintecture/generate_link'])
  expect(await screen.findByText(/7\s?000,00\s€ est prêt/)).toBeTruthy()
  expect([links(), buttons()]).toEqual([['https://banque.example.com/b'], []])
})

it('[SPA-05] a link that was just made goes once the server lists it no more, and another may be asked for', async () => {
  fake.answers = [payment('b', 7_000_00)]
  const { rerender } = show([received(3_000_00)])
  await userEvent.click(screen.getByRole('button'))
  expect(await screen.findByText(/7\s?000,00\s€ est prêt/)).toBeTruthy()
  fake.payments = [received(3_000_00), payment('b', 7_000_00)]
  rerender(page())
  expect(links()).toEqual(['https://banque.example.com/b'])
  fake.payments = [received(3_000_00)]
  rerender(page())
  expect([links(), buttons()]).toEqual([[], ['Payer 7 000,00 €']])
})

it('[SPA-05] a request whose answer was lost is sent again as the same; one that is refused makes room for another, and the list is read again', async () => {
  const refused = 'Le montant dépasse ce qui reste à payer.'
  fake.answers = [
    new AppError('UNAVAILABLE', 'x', { details: { offline: true } }),
    new AppError('VALIDATION_ERROR', refused, { errors: { montant: [refused] } }),
    payment('b', 7_000_00),
  ]
  show([received(3_000_00)])
  const press = () => userEvent.click(screen.getByRole('button'))
  await press()
  await screen.findByRole('alert')
  await press()
  expect((await screen.findByText(refused)).getAttribute('role')).toBe('alert')
  expect(fake.again).toBe(1)
  await press()
  expect(await screen.findByText(/7\s?000,00\s€ est prêt/)).toBeTruthy()
  const [lost, again, another] = fake.keys
  expect([again === lost, another === lost]).toEqual([true, false])
})

it('[SPA-05 accounting] beside a link for a part, what it leaves can be paid', () => {
  show([payment('a', 2_000_00)])
  expect([links(), buttons()]).toEqual([['https://banque.example.com/a'], ['Payer 8 000,00 €']])
})

it('[SPA-05] for an order of a stopped project nothing is to be paid, neither by a new link nor by an open one; the company is to be called', () => {
  show([received(3_000_00), payment('a', 7_000_00)], { ...ORDER, arrete: true })
  expect(buttons()).toEqual([])
  expect(links()).toEqual(['tel:0472000000'])
  expect(ready().join()).toMatch(/^Ce projet a été arrêté : aucun paiement ne vous est demandé ici.*04 72 00 00 00$/)
  // What the contract says stays due: only a withdrawn order owes nothing.
  expect(spoken(document.querySelector('dl')?.textContent ?? '')).toContain('Reste à payer7 000,00 €')
})

it('[SPA-05] an order that ended by agreement says what the company keeps, and offers no payment', () => {
  show([received(3_000_00)], { ...ORDER, etat: 'retracte', annule: true, conserve: 500_00 })
  expect(amounts()).toEqual([
    'Total10 000,00 €',
    'Montant conservé500,00 €',
    'Déjà payé3 000,00 €',
    'À vous rendre2 500,00 €',
  ])
  expect(screen.getByText('Cette commande est annulée, et l’entreprise conserve le montant convenu.')).toBeTruthy()
  expect(screen.queryByText(/L221-25/)).toBeNull()
  expect([links(), buttons()]).toEqual([[], []])
})

it('[SPA-05] says what is given back: all that was received of a withdrawn order, and what was paid too much of one that stands', () => {
  const withdrawn = { ...ORDER, etat: 'retracte' } as SpaceOrder
  show([received(3_000_00)], withdrawn)
  expect(amounts()).toEqual(['Total10 000,00 €', 'Déjà payé3 000,00 €', 'À vous rendre3 000,00 €'])
  expect(screen.getByText(/à votre demande expresse et écrite .* reste dû, .*L221-25/)).toBeTruthy()
  cleanup()
  // By agreement nothing is kept.
  show([received(3_000_00)], { ...withdrawn, annule: true, conserve: 0 })
  expect(screen.queryByText(/L221-25/)).toBeNull()
  cleanup()
  // Part of it has gone back.
  show([received(3_000_00), payment('retour', -1_000_00, { ETAT: 'confirme', LIEN: null })], withdrawn)
  expect(amounts().at(-1)).toBe('À vous rendre2 000,00 €')
  cleanup()
  show([received(10_050_00)])
  expect(amounts().at(-1)).toBe('À vous rendre50,00 €')
  cleanup()
  show([received(10_000_00)])
  expect(amounts().at(-1)).toBe('Reste à payer0,00 €')
})

it('[SPA-05] the server says from when on a payment may be asked for; without its word the phone’s clock does', () => {
  // Signed after what the clock of this phone says.
  const order = { ...ORDER, DATE_SIGNATURE: '2999-01-05T10:00:00.000Z' } as SpaceOrder
  for (const [payable, offered] of [
    [true, 1],
    [false, 0],
    [undefined, 0],
  ] as const) {
    show([], { ...order, ...(payable === undefined ? {} : { payable }) })
    expect([payable, buttons().length]).toEqual([payable, offered])
    expect(screen.queryAllByText(/Aucun paiement ne peut être demandé avant/)).toHaveLength(1 - offered)
    cleanup()
  }
})
