import { describe, expect, it } from 'vitest'
import type { Waiting } from '../../domain/paiements/waiting-payments.ts'
import { type Due, dueOf, dues, exportRows, leftOf, sums } from './outstanding.ts'

const zone = 'Europe/Paris'
const order = (IDDEVIS: string, SOLDE: number, more: object = {}) =>
  ({
    IDDEVIS,
    IDPROJET: `j-${IDDEVIS}`,
    IDCLIENT: `c-${IDDEVIS}`,
    IDRESPONSABLEPROJET: 'seller',
    NUMERO_DEVIS: `D-${IDDEVIS}`,
    PRIX_TTC: 1_000_00,
    REFUSE: 0,
    DATE_SIGNATURE: '2026-11-02T10:00:00.000Z',
    SOLDE,
    ...more,
  }) as never
const projets = (list: Record<string, [agence: string | null, person: string | null]>) =>
  new Map(
    Object.entries(list).map(([id, [IDAGENCE, IDRESPONSABLEPROJET]]) => [
      `j-${id}`,
      { IDAGENCE, IDRESPONSABLEPROJET } as never,
    ]),
  )
const wait = (IDDEVIS: string, act: Waiting['act'], more: object = {}): Waiting =>
  ({
    act,
    paiement: { id: `p-${IDDEVIS}`, IDDEVIS, MONTANT: 400_00, GENRE: 'acompte', ANNULE_LE: null, ...more },
  }) as never
const shown = (all: Due[]) => all.map(({ devis, left, over }) => [devis.IDDEVIS, left, over])

describe('orders that are not settled', () => {
  it('[DAY-06 outstanding] what waits on this device counts already: entered, cancelled, a refund', () => {
    const devis = [order('a', 1_000_00), order('b', 600_00), order('c', 400_00), order('d', 0), order('e', -50_00)]
    const waiting = [
      wait('a', 'create'),
      wait('b', 'cancelPayment', { ANNULE_LE: '2026-11-20T10:00:00.000Z' }),
      wait('c', 'create'),
      wait('d', 'create', { GENRE: 'remboursement' }),
      wait('e', 'create', { ANNULE_LE: '2026-11-20T10:00:00.000Z' }),
    ]
    expect(shown(dues({ devis, projets: new Map(), waiting, zone }))).toEqual([
      ['a', 600_00, 0],
      ['b', 1_000_00, 0],
      ['d', 400_00, 0],
      ['e', 0, 50_00],
    ])
  })

  const all = dues({
    devis: [
      order('a', 100_00),
      order('b', 200_01, { DATE_SIGNATURE: '2026-11-15T10:00:00.000Z' }),
      order('c', -30_00),
      order('d', 700_00, { DATE_SIGNATURE: '2026-10-01T10:00:00.000Z' }),
      order('e', 5_00),
    ],
    projets: projets({
      a: ['nantes', 'camille'],
      b: ['nantes', 'camille'],
      c: ['nantes', 'colin'],
      d: ['lyon', 'bruno'],
      e: [null, null],
    }),
    waiting: [],
    zone,
  })

  it('[DAY-06 outstanding] exact sums by person and by agency, the largest first; what is not lawful yet stands apart', () => {
    const day = '2026-11-20'
    const people = sums(all, 'responsable', day)
    expect(people.rows).toEqual([
      { id: 'bruno', orders: 1, lawful: 700_00, early: 0, over: 0 },
      { id: 'camille', orders: 2, lawful: 100_00, early: 200_01, over: 0 },
      // A project without a responsible: the seller of the quote.
      { id: 'seller', orders: 1, lawful: 5_00, early: 0, over: 0 },
      { id: 'colin', orders: 1, lawful: 0, early: 0, over: 30_00 },
    ])
    expect(sums(all, 'agence', day).rows.map(({ id }) => id)).toEqual(['lyon', 'nantes', ''])
    expect(people.total).toEqual(sums(all, 'agence', day).total)
    expect(leftOf(people.total)).toBe(1_005_01)
    // The day before and the first lawful day.
    expect(sums(all, 'agence', '2026-11-22').total.early).toBe(200_01)
    expect(sums(all, 'agence', '2026-11-23').total.early).toBe(0)
  })

  it('[DAY-06 outstanding] the orders of one, the oldest first; CSV with totals', () => {
    expect(dueOf(all, {}).map(({ devis }) => devis.IDDEVIS)).toEqual(['d', 'a', 'c', 'e', 'b'])
    expect(dueOf(all, { responsable: 'camille' }).map(({ devis }) => devis.IDDEVIS)).toEqual(['a', 'b'])
    expect(dueOf(all, { agence: '' }).map(({ devis }) => devis.IDDEVIS)).toEqual(['e'])
    const names = {
      agence: (id: string) => `A ${id}`,
      person: (id: string) => `P ${id}`,
      client: (id: string) => `C ${id}`,
    }
    const rows = exportRows(dueOf(all, { responsable: 'camille' }), names, zone)
    expect(rows.slice(1)).toEqual([
      ['A nantes', 'P camille', 'C c-a', 'D-a', '02/11/2026', '10/11/2026', '1000,00', '900,00', '100,00', '0,00'],
      ['A nantes', 'P camille', 'C c-b', 'D-b', '15/11/2026', '23/11/2026', '1000,00', '799,99', '200,01', '0,00'],
      ['Total', '', '', '', '', '', '2000,00', '1699,99', '300,01', '0,00'],
    ])
  })

  it('[DAY-06 payments] (export) of an order that has ended, what it still brings: total, received, left and to return add up', () => {
    const names = { agence: () => 'A', person: () => 'P', client: () => 'C' }
    const devis = [
      order('a', 100_00),
      order('w', -300_00, { REFUSE: 1, MONTANT_CONSERVE: null }),
      order('k', -250_00, { REFUSE: 1, MONTANT_CONSERVE: 50_00 }),
    ]
    const all = dues({ devis, projets: new Map(), waiting: [], zone })
    const amounts = exportRows(all, names, zone)
      .slice(1)
      .map((row) => row.slice(6))
    expect(amounts).toEqual([
      ['1000,00', '900,00', '100,00', '0,00'],
      ['0,00', '300,00', '0,00', '300,00'],
      ['50,00', '300,00', '0,00', '250,00'],
      ['1050,00', '1500,00', '100,00', '550,00'],
    ])
  })
})
