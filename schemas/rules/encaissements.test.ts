import { describe, expect, it } from 'vitest'
import { replacementId } from './corrections.ts'
import {
  CASH_LIMIT,
  cashBackLeft,
  cashLeft,
  type Entered,
  type Order,
  orderBalance,
  paiementIssues,
  type Received,
  soldeOf,
} from './encaissements.ts'

const zone = 'Europe/Paris'
const now = new Date('2026-11-20T10:00:00.000Z')
const order: Order = {
  DEVIS_SIGNE: 1,
  REFUSE: 0,
  PRIX_TTC: 8_000_00,
  MONTANT_CONSERVE: null,
  DATE_SIGNATURE: '2026-11-02T10:00:00.000Z',
}
const paid = (MONTANT: number, more: Partial<Received> = {}): Received => ({
  id: `p${MONTANT}`,
  DATE_PAIEMENT: '2026-11-10',
  MONTANT,
  MOYEN: 'cheque',
  GENRE: 'acompte',
  ANNULE_LE: null,
  ...more,
})
const entered: Entered = { id: 'new', MONTANT: 100_00, MOYEN: 'cheque', GENRE: 'solde', DATE_PAIEMENT: '2026-11-19' }
const refusals = (
  more: Partial<Entered>,
  about: { order?: Partial<Order>; payments?: Received[]; now?: Date; zone?: string } = {},
) =>
  paiementIssues(
    { ...entered, ...more },
    {
      order: { ...order, ...about.order },
      payments: about.payments ?? [],
      zone: about.zone ?? zone,
      now: about.now ?? now,
    },
  ).map(({ field, message }) => `${field}: ${message}`)

describe('what an order still brings', () => {
  it('[DAY-06 balance] counts deposits and other payments, not cancelled ones; refunds take away', () => {
    const payments = [
      paid(2_400_00),
      paid(1_000_00, { GENRE: 'solde' }),
      paid(500_00, { ANNULE_LE: '2026-11-15T00:00:00.000Z' }),
      paid(100_00, { GENRE: 'remboursement' }),
    ]
    expect(orderBalance(order, payments)).toEqual({
      due: 8_000_00,
      received: 3_300_00,
      deposits: 2_400_00,
      left: 4_700_00,
      over: 0,
    })
    expect(orderBalance(order, [paid(8_000_01)])).toMatchObject({ left: 0, over: 1 })
  })

  it('[DAY-06 payments] (kept) of an order that ended by agreement, what the company keeps is due, and no more', () => {
    const ended = { ...order, REFUSE: 1, MONTANT_CONSERVE: 600_00 } as const
    expect(orderBalance(ended, [paid(2_400_00)])).toMatchObject({ due: 600_00, left: 0, over: 1_800_00 })
    expect(orderBalance(ended, [paid(100_00)])).toMatchObject({ left: 500_00, over: 0 })
    expect(soldeOf(ended, 2_400_00)).toBe(-1_800_00)
    expect(soldeOf({ ...ended, MONTANT_CONSERVE: 0 }, 2_400_00)).toBe(-2_400_00)
  })

  it.each([
    [{}, 0, 8_000_00],
    [{}, 8_000_00, 0],
    [{}, 9_000_00, -1_000_00],
    [{ DEVIS_SIGNE: 0 }, 0, null],
    [{ REFUSE: 1 }, 0, 0],
    [{ REFUSE: 1 }, 300_00, -300_00],
  ] as const)('[DAY-06 balance] %o with %i received brings %s more', (more, received, solde) => {
    expect(soldeOf({ ...order, ...more }, received)).toBe(solde)
  })

  it('[DAY-06 balance] of an order that was withdrawn from nothing is due, and what was paid goes back', () => {
    expect(orderBalance({ ...order, REFUSE: 1 }, [paid(300_00)])).toMatchObject({ due: 0, left: 0, over: 300_00 })
  })
})

describe('payments that may not be taken', () => {
  it('[DAY-06 lawful] none before the eighth day after the signature, with the day from which it is lawful', () => {
    expect(refusals({ DATE_PAIEMENT: '2026-11-09' })).toEqual([
      'DATE_PAIEMENT: Aucun paiement ne peut être demandé avant le 10/11/2026 : la loi interdit tout paiement pendant les sept jours qui suivent une signature à domicile.',
    ])
    expect(refusals({ DATE_PAIEMENT: '2026-11-10' })).toEqual([])
    // The company's day, not UTC's.
    const late = { DATE_SIGNATURE: '2026-11-02T23:30:00.000Z' }
    expect(refusals({ DATE_PAIEMENT: '2026-11-10' }, { order: late })).toHaveLength(1)
    const payments = [paid(100_00)]
    expect(refusals({ DATE_PAIEMENT: '2026-11-10', GENRE: 'remboursement' }, { order: late, payments })).toEqual([])
  })

  it('[DAY-06 lawful] none for a quote that is not signed', () => {
    expect(refusals({}, { order: { DEVIS_SIGNE: 0, DATE_SIGNATURE: null } })[0]).toMatch(/^IDDEVIS: Ce devis n'est pas/)
  })

  it('[DAY-06 payments] (ended) money that arrives once the order has ended is recorded, and goes back whole', () => {
    const ended = { REFUSE: 1 } as const
    expect(refusals({}, { order: ended })).toEqual([])
    expect(refusals({ MOYEN: 'especes', MONTANT: CASH_LIMIT + 1 }, { order: ended })).toHaveLength(1)
    expect(orderBalance({ ...order, ...ended }, [paid(300_00)])).toMatchObject({ left: 0, over: 300_00 })
  })

  it('[DAY-06 payments] (refund) no more goes back than was received, less what went back already', () => {
    const back = { GENRE: 'remboursement' } as const
    const payments = [
      paid(2_400_00),
      paid(900_00, { ANNULE_LE: '2026-11-15T00:00:00.000Z' }),
      paid(400_50, back),
      paid(70_00, { ...back, ANNULE_LE: '2026-11-15T00:00:00.000Z' }),
    ]
    expect(refusals({ ...back, MONTANT: 1_999_50 }, { payments })).toEqual([])
    expect(refusals({ ...back, MONTANT: 1_999_51 }, { payments })).toEqual([
      'MONTANT: Vous ne pouvez pas rendre plus que ce qui a été reçu : 1\u00a0999,50\u00a0€ au plus.',
    ])
    const nothing = 'MONTANT: Il n’y a rien à rendre : aucun montant reçu n’est enregistré, ou tout est déjà rendu.'
    expect(refusals({ ...back, MONTANT: 1 })).toEqual([nothing])
    expect(refusals({ ...back, MONTANT: 1 }, { payments: [paid(300_00), paid(300_00, { ...back, id: 'b' })] })).toEqual(
      [nothing],
    )
    // A cheque that bounced once it had been given back.
    expect(refusals({ ...back, MONTANT: 1 }, { payments: [paid(300_00, back)] })).toEqual([nothing])
    // The refund itself, which the device has already, is not counted twice.
    const same = { ...back, id: 'same', MONTANT: 300_00 }
    expect(refusals(same, { payments: [paid(300_00), paid(300_00, same)] })).toEqual([])
  })

  it('[DAY-06 payments] (refund) nothing goes back before the day on which it was received', () => {
    const back = { GENRE: 'remboursement', MONTANT: 300_00 } as const
    const payments = [paid(200_00), paid(500_00, { DATE_PAIEMENT: '2026-11-12' })]
    expect(refusals({ ...back, DATE_PAIEMENT: '2026-11-12' }, { payments })).toEqual([])
    expect(refusals({ ...back, DATE_PAIEMENT: '2026-11-11' }, { payments })).toEqual([
      'DATE_PAIEMENT: Ce jour-là, 200\u00a0€ au plus étaient à rendre.',
    ])
    expect(refusals({ ...back, DATE_PAIEMENT: '2025-11-12' }, { payments })).toEqual([
      'DATE_PAIEMENT: Ce jour-là, aucun montant reçu n’était à rendre.',
    ])
    const earlier = [...payments, paid(100_00, { GENRE: 'remboursement', DATE_PAIEMENT: '2026-11-11' })]
    expect(refusals({ ...back, MONTANT: 200_00, DATE_PAIEMENT: '2026-11-11' }, { payments: earlier })).toHaveLength(1)
  })

  it('[DAY-06 payments] (refund) nothing goes back of what went back on a later day', () => {
    const back = { GENRE: 'remboursement', MONTANT: 500_00 } as const
    const payments = [
      paid(500_00),
      paid(500_00, { id: 'later', DATE_PAIEMENT: '2026-11-18' }),
      paid(500_00, { ...back, id: 'back', DATE_PAIEMENT: '2026-11-15' }),
    ]
    expect(refusals({ ...back, DATE_PAIEMENT: '2026-11-12' }, { payments })).toEqual([
      'DATE_PAIEMENT: Ce jour-là, aucun montant reçu n’était à rendre.',
    ])
    expect(refusals({ ...back, DATE_PAIEMENT: '2026-11-18' }, { payments })).toEqual([])
  })

  it('[DAY-06 payments] (correct) a payment is not dated after its money went back', () => {
    const wrong = paid(1_000_00)
    const id = replacementId(wrong.id)
    const back = paid(400_00, { GENRE: 'remboursement', id: 'back', DATE_PAIEMENT: '2026-11-12' })
    const correct = (DATE_PAIEMENT: string, payments: Received[], MONTANT = 1_000_00) =>
      refusals({ id, MONTANT, GENRE: 'acompte', DATE_PAIEMENT }, { payments })
    const refused = [
      'DATE_PAIEMENT: Un remboursement est daté d’avant ce jour : corrigez d’abord la date du remboursement.',
    ]
    // The form counts the wrong one still, the server has it cancelled.
    for (const one of [wrong, { ...wrong, ANNULE_LE: '2026-11-19T10:00:00.000Z' }]) {
      expect(correct('2026-11-15', [one, back])).toEqual(refused)
      expect(correct('2026-11-12', [one, back])).toEqual([])
      expect(correct('2026-11-10', [one, back], 900_00)).toEqual([])
      // Other money was there.
      expect(correct('2026-11-15', [one, back, paid(400_00, { id: 'other' })])).toEqual([])
      // Another cheque bounced once it had been given back: that stays as it is.
      const bounced = paid(2_000_00, { GENRE: 'remboursement', id: 'bounced', DATE_PAIEMENT: '2026-11-11' })
      expect(correct('2026-11-15', [one, bounced])).toEqual([])
    }
    // The correction itself, which the device has already, is not counted twice.
    const same = paid(1_000_00, { id, DATE_PAIEMENT: '2026-11-15' })
    expect(correct('2026-11-15', [wrong, same, back])).toEqual(refused)
  })

  it('[DAY-06 lawful] none of a day to come, by the company’s clock', () => {
    expect(refusals({ DATE_PAIEMENT: '2026-11-21' })).toEqual(['DATE_PAIEMENT: La date du paiement est à venir.'])
    const reunion = { zone: 'Indian/Reunion', now: new Date('2026-11-20T21:00:00.000Z') }
    expect(refusals({ DATE_PAIEMENT: '2026-11-21' }, reunion)).toEqual([])
  })

  it('[DAY-06 cash] 1,000 € in cash for one order, in one or several payments', () => {
    const cash = { MOYEN: 'especes' } as const
    expect(refusals({ ...cash, MONTANT: CASH_LIMIT })).toEqual([])
    expect(refusals({ ...cash, MONTANT: CASH_LIMIT + 1 })).toEqual([
      'MONTANT: La loi limite les espèces à 1\u00a0000\u00a0€ pour une même commande : 1\u00a0000\u00a0€ au plus peuvent encore être reçus ainsi.',
    ])
    const payments = [
      paid(700_50, cash),
      paid(900_00, { ...cash, ANNULE_LE: '2026-11-15T00:00:00.000Z' }),
      paid(5_000_00),
      paid(200_00, { ...cash, GENRE: 'remboursement' }),
    ]
    expect(cashLeft(payments)).toBe(299_50)
    expect(refusals({ ...cash, MONTANT: 299_50 }, { payments })).toEqual([])
    expect(refusals({ ...cash, MONTANT: 299_51 }, { payments })).toEqual([
      expect.stringMatching(/299,50\u00a0€ au plus/),
    ])
    expect(refusals({ ...cash, MONTANT: 1 }, { payments: [paid(1_000_00, cash)] })[0]).toMatch(/est atteint/)
    // The payment itself, which the device has already, is not counted twice.
    expect(
      refusals({ ...cash, id: 'same', MONTANT: 700_00 }, { payments: [paid(700_00, { ...cash, id: 'same' })] }),
    ).toEqual([])
  })

  it('[DAY-06 cash] no more than 1,000 € of one order goes back in cash, however it was received', () => {
    const back = { MOYEN: 'especes', GENRE: 'remboursement' } as const
    const received = [paid(5_000_00), paid(900_00, { MOYEN: 'especes' })]
    expect(refusals({ ...back, MONTANT: CASH_LIMIT }, { payments: received })).toEqual([])
    expect(refusals({ ...back, MONTANT: CASH_LIMIT + 1 }, { payments: received })).toEqual([
      'MONTANT: La loi limite les espèces à 1\u00a0000\u00a0€ pour une même commande, aussi pour un remboursement : 1\u00a0000\u00a0€ au plus peuvent encore être rendus ainsi.',
    ])
    expect(refusals({ ...back, MOYEN: 'virement', MONTANT: 5_000_00 }, { payments: received })).toEqual([])
    const payments = [...received, paid(700_00, back), paid(800_00, { ...back, ANNULE_LE: '2026-11-15T00:00:00.000Z' })]
    expect(cashBackLeft(payments)).toBe(300_00)
    expect(refusals({ ...back, MONTANT: 300_01 }, { payments })).toEqual([expect.stringMatching(/rendus ainsi/)])
    expect(refusals({ ...back, MONTANT: 1 }, { payments: [...received, paid(1_000_00, back)] })[0]).toMatch(
      /est atteint/,
    )
    // A correction counts in the place of what it corrects.
    const wrong = paid(700_00, { ...back, id: 'wrong', ANNULE_LE: '2026-11-19T10:00:00.000Z' })
    expect(
      refusals({ ...back, id: replacementId('wrong'), MONTANT: 1_000_00 }, { payments: [...received, wrong] }),
    ).toEqual([])
  })
})
