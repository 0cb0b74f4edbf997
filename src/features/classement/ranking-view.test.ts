import { describe, expect, it } from 'vitest'
import { periodInstants, type RankedQuote, ranking } from '../../../schemas/rules/ranking.ts'
import { barsOf, changeOf, isOfFigure, reached, totalsOf } from './ranking-view.ts'

describe('the ranking on screen', () => {
  it('[MGR-05] bars share one scale, and amounts below zero go to the left of the line', () => {
    expect(barsOf([{ total: 300 }, { total: 0 }, { total: -100 }])).toEqual({
      zero: 25,
      bars: [
        { left: 25, width: 75 },
        { left: 25, width: 0 },
        { left: 0, width: 25 },
      ],
    })
    expect(barsOf([{ total: 0 }])).toEqual({ zero: 0, bars: [{ left: 0, width: 0 }] })
  })

  it('[MGR-05] a figure opens exactly the quotes that it counts', () => {
    const zone = 'Europe/Paris'
    const period = { from: '2026-11-01', to: '2026-11-30' }
    const quote = (who: string, signed: string | null, refused: string | null = null): RankedQuote => ({
      IDRESPONSABLEPROJET: who,
      NET_HT: 100_00,
      DATE_SIGNATURE: signed,
      DATE_REFUSE: refused,
    })
    const quotes = [
      quote('a', '2026-11-10T10:00:00.000Z'),
      // Midnight in Paris: still October in UTC.
      quote('a', '2026-10-31T23:00:00.000Z', '2026-11-30T22:59:59.999Z'),
      quote('a', '2026-10-31T22:59:59.999Z', '2026-11-30T23:00:00.000Z'),
      quote('a', null, '2026-11-10T10:00:00.000Z'),
      quote('b', '2026-11-10T10:00:00.000Z'),
    ]
    const person = {
      IDPERSONNEL: 'a',
      NOM_COMPLET: 'A',
      ROLES: ['commercial'],
      HORS_STATS: 0 as const,
      IDCOMPANY: null,
    }
    const [row] = ranking({ quotes, people: [person], period, zone, company: 'demo' })
    const opened = (side: 'signed' | 'refused') =>
      quotes.filter((one) => isOfFigure(one, { person: 'a', side, ...periodInstants(period, zone) })).length
    expect([opened('signed'), opened('refused')]).toEqual([2, 1])
    expect([row?.signed.count, row?.refused.count]).toEqual([2, 1])
    expect(totalsOf(row ? [row, row] : []).total).toBe(200_00)
  })

  it('[MGR-05 former] a change is told in percent, and in euros where there was nothing to divide by', () => {
    expect(changeOf(120, 100)).toEqual({ way: 'up', percent: 20 })
    expect(changeOf(50, 100)).toEqual({ way: 'down', percent: 50 })
    expect(changeOf(-50, 100)).toEqual({ way: 'down', percent: 150 })
    expect(changeOf(1001, 1000)).toEqual({ way: 'same' })
    expect(changeOf(300, 0)).toEqual({ way: 'up', cents: 300 })
    expect(changeOf(-300, -100)).toEqual({ way: 'down', cents: 200 })
    expect(changeOf(0, 0)).toEqual({ way: 'same' })
  })

  it('[MGR-05 targets] how much of a target is reached, of an amount and of a number of sales', () => {
    const row = { total: 30_000, signed: { count: 2, NET_HT: 40_000 }, refused: { count: 0, NET_HT: 0 } }
    expect(reached(row, { MONTANT: 60_000, VENTES: 4 })).toEqual({ amount: 50, sales: 50, done: 2 })
    expect(reached(row, { MONTANT: null, VENTES: 1 })).toMatchObject({ amount: null, sales: 200 })
    expect(reached({ ...row, total: -1 }, { MONTANT: 60_000, VENTES: null })).toMatchObject({ amount: 0, sales: null })
    // Nothing was asked for: there is nothing to divide by.
    expect(reached(row, { MONTANT: 0, VENTES: 0 })).toMatchObject({ amount: null, sales: null })
    // A sale that was cancelled is none, as in the amount; one of a former month takes away from this one, not below nothing.
    const cancelled = { ...row, refused: { count: 1, NET_HT: 10_000 } }
    expect(reached(cancelled, { MONTANT: null, VENTES: 4 })).toMatchObject({ sales: 25, done: 1 })
    const more = { ...row, refused: { count: 3, NET_HT: 90_000 } }
    expect(reached(more, { MONTANT: null, VENTES: 4 })).toMatchObject({ sales: 0, done: 0 })
  })
})
