import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  isCommande,
  isDraft,
  isLinkable,
  isPending,
  isPublicDevis,
  isSealed,
  isSuperseded,
  type Ligne,
  lineTotal,
  quoteAnswer,
  quoteTotals,
} from './devis.ts'

const line = (
  QUANTITE: number,
  PRIX_UNITAIRE_HT: number,
  TAUX_TVA: Ligne['TAUX_TVA'] = 2000,
  REMISE?: number,
): Ligne => ({
  id: 'l',
  LIBELLE: 'Fenêtre',
  UNITE: 'u',
  QUANTITE,
  PRIX_UNITAIRE_HT,
  TAUX_TVA,
  ...(REMISE === undefined ? {} : { REMISE }),
})

describe('line totals, in cents', () => {
  it.each([
    [line(2, 199_99), 399_98],
    [line(0, 199_99), 0],
    [line(1, 199_99, 2000, 100), 0],
    [line(1, 100_00, 2000, 12.5), 87_50],
    // Half cents are rounded up, also where a double is just below the half.
    [line(0.5, 101), 51],
    [line(1.005, 1000), 1005],
    [line(2.675, 100), 268],
    [line(1.15, 70), 81],
    [line(946.25, 160_695, 2000, 92), 12_164_612],
    [line(100_000, 10_000_000_000), 1e15],
  ])('%o makes %s', (one, cents) => {
    expect(lineTotal(one)).toBe(cents)
  })

  it('are those of exact arithmetic', () => {
    const thousandths = fc.integer({ min: 0, max: 100_000_000 })
    const cents = fc.integer({ min: 0, max: 10_000_000 })
    const percent = fc.integer({ min: 0, max: 10_000 })
    fc.assert(
      fc.property(thousandths, cents, percent, (q, p, r) => {
        const product = BigInt(q) * BigInt(p) * BigInt(10_000 - r)
        const exact = Number((product + 5_000_000n) / 10_000_000n)
        expect(lineTotal(line(q / 1000, p, 2000, r / 100))).toBe(exact)
      }),
      { numRuns: 5000 },
    )
  })

  it('an incomplete line that is being typed counts as 0 and does not throw', () => {
    expect(lineTotal(line(Number.NaN, 100))).toBe(0)
    expect(lineTotal({ ...line(1, 100), PRIX_UNITAIRE_HT: undefined as never })).toBe(0)
  })
})

describe('quote totals', () => {
  it('computes the tax once per rate, on the sum of its lines', () => {
    // 3 × 0.01 € at 20 %: 0.006 € of tax on the sum, nothing on each line.
    const totals = quoteTotals([
      line(1, 1),
      line(1, 1),
      line(1, 1),
      line(1, 1000_00, 550),
      line(2, 333_33, 1000),
      line(1, 10_00, 0),
    ])
    expect(totals.TVA).toEqual([
      { TAUX: 0, BASE_HT: 10_00, MONTANT: 0 },
      { TAUX: 550, BASE_HT: 1000_00, MONTANT: 55_00 },
      { TAUX: 1000, BASE_HT: 666_66, MONTANT: 66_67 },
      { TAUX: 2000, BASE_HT: 3, MONTANT: 1 },
    ])
    expect(totals).toMatchObject({ NET_HT: 1676_69, PRIX_TTC: 1676_69 + 121_68 })
  })

  it('of no lines is 0', () => {
    expect(quoteTotals([])).toEqual({ NET_HT: 0, PRIX_TTC: 0, TVA: [] })
  })
})

describe('quote flags', () => {
  const combinations = ([0, 1] as const).flatMap((DEVIS_SIGNE) =>
    ([0, 1] as const).flatMap((REFUSE) =>
      [null, '2026-11-20T10:00:00.000Z'].map((DATE_TRANSMISSION) => ({ DEVIS_SIGNE, REFUSE, DATE_TRANSMISSION })),
    ),
  )
  it.each(combinations)('[ENT-03] of %o', (quote) => {
    const [signed, refused, transmitted] = [
      quote.DEVIS_SIGNE === 1,
      quote.REFUSE === 1,
      quote.DATE_TRANSMISSION !== null,
    ]
    expect(isCommande(quote)).toBe(signed)
    expect(isSealed(quote)).toBe(signed)
    expect(isPublicDevis(quote)).toBe(!signed && transmitted && !refused)
    expect(isPending(quote)).toBe(!refused && !signed)
  })
})

describe('other quotes of a signed project', () => {
  const alone = { IDPROJET: 'p', GROUPE_VARIANTES: null }
  const sent = {
    ...alone,
    IDDEVIS: 'a',
    DEVIS_SIGNE: 0,
    REFUSE: 0,
    DATE_TRANSMISSION: '2026-11-20T09:00:00.000Z',
  } as const
  const signed = {
    ...alone,
    IDDEVIS: 'b',
    DEVIS_SIGNE: 1,
    REFUSE: 0,
    DATE_SIGNATURE: '2026-11-21T09:00:00.000Z',
  } as const
  it('ask no more for a signature', () => expect(isSuperseded(sent, [signed])).toBe(true))
  it.each([
    ['of another project', isSuperseded(sent, [{ ...signed, IDPROJET: 'q' }])],
    ['sent again since', isSuperseded({ ...sent, DATE_TRANSMISSION: '2026-11-22T09:00:00.000Z' }, [signed])],
    ['whose customer has withdrawn', isSuperseded(sent, [{ ...signed, REFUSE: 1 }])],
    ['never sent', isSuperseded({ ...sent, DATE_TRANSMISSION: null }, [signed])],
    ['answered', isSuperseded({ ...sent, REFUSE: 1 }, [signed])],
  ])('are left alone when they are %s', (_, found) => expect(found).toBe(false))
  it('are drafts until they are sent', () => {
    expect([isDraft(sent), isDraft({ ...sent, DATE_TRANSMISSION: null })]).toEqual([false, true])
  })
})

describe('the last day of a quote’s validity', () => {
  const sent = { DEVIS_SIGNE: 0, REFUSE: 0, DATE_TRANSMISSION: '2026-11-01T09:00:00.000Z' } as const
  const until = { ...sent, DATE_VALIDITE: '2026-11-20' }

  it('counts whole, for its link and for what its customer reads', () => {
    expect([isLinkable(until, '2026-11-20'), quoteAnswer(until, '2026-11-20')]).toEqual([true, 'attente'])
    expect([isLinkable(until, '2026-11-21'), quoteAnswer(until, '2026-11-21')]).toEqual([false, 'expire'])
    const endless = { ...sent, DATE_VALIDITE: null }
    expect([isLinkable(endless, '2099-01-01'), quoteAnswer(endless, '2099-01-01')]).toEqual([true, 'attente'])
  })

  it('counts no more once it is answered', () => {
    const answer = (more: Partial<Record<'DEVIS_SIGNE' | 'REFUSE', 0 | 1>>) =>
      quoteAnswer({ ...until, ...more }, '2026-12-01')
    expect(answer({ DEVIS_SIGNE: 1 })).toBe('signe')
    expect(answer({ REFUSE: 1 })).toBe('refuse')
    expect(answer({ DEVIS_SIGNE: 1, REFUSE: 1 })).toBe('retracte')
    expect(isLinkable({ ...until, REFUSE: 1 }, '2026-11-20')).toBe(false)
    expect(isLinkable({ ...until, DATE_TRANSMISSION: null }, '2026-11-20')).toBe(false)
  })
})
