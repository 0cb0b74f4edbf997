// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '../../../schemas/errors.ts'
import { theme } from '../../ui/theme.ts'
import { SpaceOrderScreen } from './space-order-screen.tsx'
import { SpaceWithdrawScreen } from './space-withdraw-screen.tsx'

const fake = vi.hoisted(() => ({
  reading: {} as object,
  /** Why no confirmation is answered. */
  refusal: null as Error | null,
  sent: [] as object[],
}))
vi.mock('@tanstack/react-router', () => ({
  Link: (props: Record<string, unknown>) => <a {...props} href={String(props.to)} />,
  useParams: () => ({ id: 'd1' }),
}))
vi.mock('../../data/session/session.tsx', () => ({ useCompany: () => null }))
vi.mock('../../data/session/use-zone.ts', () => ({ useZone: () => 'Europe/Paris' }))
vi.mock('./space-page.tsx', () => ({
  SpacePage: ({ children }: { children: ReactNode }) => <main>{children}</main>,
  Section: ({ title, children }: { title: string; children: ReactNode }) => (
    <section aria-label={title}>{children}</section>
  ),
}))
vi.mock('./needs-network.tsx', () => ({ NeedsNetwork: ({ children }: { children: ReactNode }) => children }))
vi.mock('./ask-space.ts', () => ({
  askSpace: async (_schema: object, _path: string, { body }: { body: { step: string } }) => {
    fake.sent.push(body)
    if (body.step === 'confirm') throw fake.refusal
    return { token: `t${fake.sent.length}`, texte: 'Je renonce.', DATE_LIMITE: '2026-11-14' }
  },
}))
vi.mock('./use-seen.ts', () => ({ useSeen: () => fake.reading }))

// Until 14 November included.
const ORDER = {
  IDDEVIS: 'd1',
  NUMERO_DEVIS: 'D-2026-00001',
  OBJET: 'Fenêtres',
  PRIX_TTC: 10_000_00,
  DATE_SIGNATURE: '2026-10-30T10:00:00.000Z',
  etat: 'signe',
  etapes: [],
  interventions: [],
}
const IN_TIME = '2026-11-10T10:00:00Z'
const TOO_LATE = '2026-11-25T10:00:00Z'

const read = (more: object, state = 'fresh') => {
  fake.reading = { key: '', data: { ...ORDER, ...more }, at: Date.now(), state, again: () => undefined }
}
const show = (node: ReactNode) =>
  render(
    <MantineProvider theme={theme} env="test">
      {node}
    </MantineProvider>,
  )
const isOffered = (): boolean => screen.queryByRole('link', { name: 'Renoncer au contrat ici' }) !== null
const isOver = (): boolean => screen.queryByText('Ce contrat ne peut plus être rétracté ici.') !== null

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  Object.assign(fake, { refusal: new TypeError('Failed to fetch'), sent: [] })
})
afterEach(() => void vi.useRealTimers())

describe.each([
  ['the phone’s clock is ahead, the server says that it is time', TOO_LATE, { retractable: true }, 'fresh', true],
  ['the phone’s clock is behind, the server says that it is over', IN_TIME, { retractable: false }, 'fresh', false],
  ['a former server says nothing, the phone’s clock counts', IN_TIME, {}, 'fresh', true],
  ['a former server says nothing, and it is over', TOO_LATE, {}, 'fresh', false],
  ['a stored answer ages by the phone’s clock', TOO_LATE, { retractable: true }, 'kept', false],
  ['a stored answer in time', IN_TIME, { retractable: true }, 'kept', true],
  ['a stored answer that said that it is over', IN_TIME, { retractable: false }, 'kept', false],
] as const)('[API-13] the right to withdraw: %s', (_name, clock, said, state, open) => {
  beforeEach(() => {
    vi.setSystemTime(new Date(clock))
    read(said, state)
  })

  it(`the order ${open ? 'offers it' : 'does not offer it'}`, () => {
    show(<SpaceOrderScreen />)
    expect(isOffered()).toBe(open)
  })

  it(`its page ${open ? 'begins' : 'says that it is over'}`, () => {
    show(<SpaceWithdrawScreen />)
    expect(isOver()).toBe(!open)
  })
})

it('[API-13] an order that was withdrawn from offers it no more, whatever the clock', () => {
  vi.setSystemTime(new Date(IN_TIME))
  read({ etat: 'retracte', DATE_REFUSE: '2026-11-05T10:00:00.000Z', retractable: true })
  show(<SpaceOrderScreen />)
  expect(isOffered()).toBe(false)
})

it.each([
  ['the customer', {}, 'Vous avez renoncé à ce contrat le 10/11/2026.'],
  ['an agreement', { annule: true }, 'Ce contrat est annulé depuis le 10/11/2026.'],
])(
  '[API-13] the page to withdraw says that the contract has ended by %s, where its answer was lost',
  (_by, more, said) => {
    vi.setSystemTime(new Date(IN_TIME))
    read({ etat: 'retracte', DATE_REFUSE: '2026-11-10T10:00:00.000Z', retractable: false, ...more })
    show(<SpaceWithdrawScreen />)
    expect(isOver()).toBe(false)
    expect(screen.getByRole('status').textContent).toBe(said)
    expect(screen.getByRole('link', { name: 'Revenir à la commande' })).toBeTruthy()
  },
)

it('[API-13] a confirmation that reached the server is told also where its answer did not come back', async () => {
  vi.setSystemTime(new Date(IN_TIME))
  read({ retractable: true })
  const { rerender } = show(<SpaceWithdrawScreen />)
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Renoncer au contrat ici' })))
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Confirmer la rétractation' })))
  // The network is back, and the order is read again.
  read({ etat: 'retracte', DATE_REFUSE: '2026-11-10T10:00:00.000Z', retractable: false })
  rerender(
    <MantineProvider theme={theme} env="test">
      <SpaceWithdrawScreen />
    </MantineProvider>,
  )
  expect(isOver()).toBe(false)
  expect(screen.getByRole('status').textContent).toBe('Vous avez renoncé à ce contrat le 10/11/2026.')
})

describe('[API-13] a declaration that is older than an hour', () => {
  const EXPIRED = 'Cette demande a expiré : recommencez la rétractation.'
  const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))

  beforeEach(() => {
    vi.setSystemTime(new Date(IN_TIME))
    read({ retractable: true })
    fake.refusal = new AppError('VALIDATION_ERROR', 'Validation error', { errors: { token: [EXPIRED] } })
  })

  it('leads back to the first step, where the customer declares again', async () => {
    show(<SpaceWithdrawScreen />)
    await press('Renoncer au contrat ici')
    await press('Confirmer la rétractation')
    expect(screen.getByRole('alert').textContent).toBe(EXPIRED)
    expect(screen.queryByRole('button', { name: 'Confirmer la rétractation' })).toBeNull()
    await press('Renoncer au contrat ici')
    await press('Confirmer la rétractation')
    expect(fake.sent).toEqual([
      { step: 'declare' },
      { step: 'confirm', token: 't1' },
      { step: 'declare' },
      { step: 'confirm', token: 't3' },
    ])
  })

  it('stays where another refusal does not end it', async () => {
    fake.refusal = new AppError('RATE_LIMITED', 'Trop de demandes.')
    show(<SpaceWithdrawScreen />)
    await press('Renoncer au contrat ici')
    await press('Confirmer la rétractation')
    expect(screen.getByRole('button', { name: 'Confirmer la rétractation' })).toBeTruthy()
  })
})
