import { describe, expect, it } from 'vitest'
import { periodTarget, type Target, targetOf, targetsByMonth } from './targets.ts'

const target = (id: string, MOIS: string, MONTANT: number | null, VENTES: number | null = null): Target => ({
  id,
  IDPERSONNEL: 'camille',
  MOIS,
  MONTANT,
  VENTES,
})
const of = (targets: Target[], from: string, to: string, person = 'camille') =>
  periodTarget(targetsByMonth(targets), { person, period: { from, to } })

describe('targets', () => {
  it('[MGR-05 targets] of a period of whole months are the sum of its months; of another period there are none', () => {
    const targets = [target('1', '2026-10', 100, 2), target('2', '2026-11', 300, 1)]
    expect(of(targets, '2026-11-01', '2026-11-30')).toEqual({ MONTANT: 300, VENTES: 1 })
    expect(of(targets, '2026-10-01', '2026-11-30')).toEqual({ MONTANT: 400, VENTES: 3 })
    expect(of(targets, '2026-11-02', '2026-11-30')).toEqual({ MONTANT: null, VENTES: null })
    expect(of(targets, '2026-11-01', '2026-11-30', 'noe')).toEqual({ MONTANT: null, VENTES: null })
  })

  it('[MGR-05 targets] a month without one leaves the whole period without one', () => {
    const targets = [target('1', '2026-10', 100), target('2', '2026-11', null, 4)]
    expect(of(targets, '2026-10-01', '2026-11-30')).toEqual({ MONTANT: null, VENTES: null })
    expect(of(targets, '2026-09-01', '2026-10-31')).toEqual({ MONTANT: null, VENTES: null })
    // Nothing to sell is a target.
    expect(of([target('1', '2026-10', 0)], '2026-10-01', '2026-10-31')).toEqual({ MONTANT: 0, VENTES: null })
  })

  it('[MGR-05 targets] [I9] of two that were made apart the later one counts, in whichever order they come', () => {
    const both = [target('b', '2026-11', 2), target('a', '2026-11', 1)]
    for (const targets of [both, both.toReversed()])
      expect(targetOf(targetsByMonth(targets), 'camille', '2026-11')?.MONTANT).toBe(2)
  })
})
