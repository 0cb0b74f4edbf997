import { expect, it } from 'vitest'
import { balancesWith, settled, type Waiting, withBalance } from './waiting-payments.ts'

const wait = (IDDEVIS: string, act: Waiting['act'], more: object = {}): Waiting =>
  ({ act, paiement: { id: 'p1', IDDEVIS, MONTANT: 400_00, GENRE: 'solde', ANNULE_LE: null, ...more } }) as never
const order = (SOLDE: number | null, REFUSE: 0 | 1 = 0, MONTANT_CONSERVE: number | null = null) => ({
  PRIX_TTC: 1_000_00,
  REFUSE,
  MONTANT_CONSERVE,
  SOLDE,
})
const balance = (waiting: Waiting[], solde: number | null, refused: 0 | 1 = 0) =>
  balancesWith(waiting, new Map([['d1', order(solde, refused)]])).get('d1')
const CANCELLED = { ANNULE_LE: '2026-11-20T10:00:00.000Z' }

it('[DAY-06 payments] (balance of works) what is entered or cancelled here counts before the server knows it', () => {
  expect(balance([wait('d1', 'create')], 1_000_00)).toEqual({ SOLDE_DEVIS: 600_00, SOLDE_DEVIS_POURCENTAGE: 60 })
  expect(balance([wait('d1', 'create')], 400_00)).toEqual({ SOLDE_DEVIS: 0, SOLDE_DEVIS_POURCENTAGE: 0 })
  expect(balance([wait('d1', 'cancelPayment', CANCELLED)], 0)).toEqual({
    SOLDE_DEVIS: 400_00,
    SOLDE_DEVIS_POURCENTAGE: 40,
  })
  expect(balance([wait('d1', 'create', { GENRE: 'remboursement' })], 0)?.SOLDE_DEVIS).toBe(400_00)
  // 100 € too much was received before: what is cancelled takes that first.
  expect(balance([wait('d1', 'cancelPayment', CANCELLED)], -100_00)?.SOLDE_DEVIS).toBe(300_00)
})

it('[DAY-06 payments] (balance of works) nothing is due of an order that ended, and a quote that is no order has no balance', () => {
  expect(balance([wait('d1', 'create', { GENRE: 'remboursement' })], -400_00, 1)?.SOLDE_DEVIS).toBe(0)
  expect(balance([wait('d1', 'create')], null)).toBeUndefined()
})

it('[DAY-06 payments] (balance of works) of an order that ended by agreement, what the company keeps is due', () => {
  const kept = new Map([['d1', order(-400_00, 1, 600_00)]])
  const back = wait('d1', 'create', { GENRE: 'remboursement', MONTANT: 600_00 })
  expect(balancesWith([back], kept).get('d1')?.SOLDE_DEVIS).toBe(200_00)
})

it('[DAY-06 payments] (balance of works) what was entered and cancelled here, both unsent, counts nothing', () => {
  const both = settled([wait('d1', 'create', CANCELLED), wait('d1', 'cancelPayment', CANCELLED)])
  expect(balance(both, 1_000_00)?.SOLDE_DEVIS).toBe(1_000_00)
})

it('[DAY-06 payments] (balance of works) other works, and works without a quote, stay as they are', () => {
  const balances = balancesWith([wait('d1', 'create')], new Map([['d1', order(1_000_00)]]))
  const works = (IDDEVIS: string | null) => ({ IDDEVIS, SOLDE_DEVIS: 1_000_00, SOLDE_DEVIS_POURCENTAGE: 100 })
  expect(withBalance(works('d1'), balances)).toEqual({
    IDDEVIS: 'd1',
    SOLDE_DEVIS: 600_00,
    SOLDE_DEVIS_POURCENTAGE: 60,
  })
  for (const id of ['d2', null]) expect(withBalance(works(id), balances)).toEqual(works(id))
})
