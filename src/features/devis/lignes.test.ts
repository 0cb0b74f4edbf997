import { describe, expect, it } from 'vitest'
import { type Ligne, lineTotal } from '../../../schemas/rules/devis.ts'
import {
  emptyLigne,
  ligneIssues,
  lostInForm,
  moveLigne,
  rateLabel,
  ratesOf,
  stepQuantity,
  toLigne,
  totalsOf,
  withDescription,
  withDiscount,
} from './lignes.ts'

const RATES = ratesOf([])

describe('[SPA-04] the form of a quote that its customer has', () => {
  const LIGNES = [{ id: 'a', LIBELLE: 'Porte', UNITE: 'u', QUANTITE: 1, PRIX_UNITAIRE_HT: 100, TAUX_TVA: 1000 }]
  const dates = { DATE_EDITION: '2026-11-20', DATE_VALIDITE: '2026-12-20' }
  const given = { LIGNES, ...dates, DEVIS_SIGNE: 0, REFUSE: 0, DATE_TRANSMISSION: '2026-11-20T09:00:00.000Z' } as const

  it('is not saved without a mandatory mention, and says which', () => {
    const unit = "L'unité de la ligne « Porte » manque."
    expect(lostInForm({ ...dates, LIGNES: [] }, given)).toEqual({ LIGNES: "Le devis n'a aucune ligne." })
    expect(lostInForm({ ...dates, LIGNES: [{ ...LIGNES[0], UNITE: ' ' }] }, given)).toEqual({ LIGNES: unit })
    expect(lostInForm({ ...dates, DATE_VALIDITE: '', LIGNES }, given)).toEqual({
      DATE_VALIDITE: 'La date de fin de validité du devis manque.',
    })
    expect(lostInForm({ ...dates, LIGNES: [{ ...LIGNES[0], QUANTITE: 2 }] }, given)).toEqual({})
  })

  it('of a draft asks for none', () => {
    expect(lostInForm({ LIGNES: [] }, { ...given, DATE_TRANSMISSION: null })).toEqual({})
    expect(lostInForm({ LIGNES: [] }, null)).toEqual({})
  })
})

describe('lines of a quote being typed', () => {
  const line = { ...emptyLigne('a', RATES), LIBELLE: ' Pose ', QUANTITE: 2, PRIX_UNITAIRE_HT: 10_050 }

  it('says what is missing in a line', () => {
    expect(ligneIssues(emptyLigne('a', RATES))).toEqual({
      LIBELLE: 'Ce champ est requis',
      PRIX_UNITAIRE_HT: 'Ce champ est requis',
    })
    expect(ligneIssues({ ...line, QUANTITE: 0 })).toHaveProperty('QUANTITE')
    expect(ligneIssues(line)).toEqual({})
  })

  it('has a discount of as many decimals as its price is computed with', () => {
    const price = (value: number): number =>
      lineTotal(toLigne(withDiscount({ ...line, QUANTITE: 1, PRIX_UNITAIRE_HT: 6_000_000 }, value)) as Ligne)
    expect(withDiscount(line, 16.66667).REMISE).toBe(16.6667)
    expect(withDiscount(line, 0.00001).REMISE).toBe(0)
    expect(price(16.66667)).toBe(Math.round(6_000_000 * (1 - 0.166667)))
  })

  it('becomes a line of the quote: trimmed, no empty discount', () => {
    expect(toLigne(withDiscount({ ...line, REMISE: 5 }, ''))).toEqual({
      id: 'a',
      LIBELLE: 'Pose',
      UNITE: 'u',
      QUANTITE: 2,
      PRIX_UNITAIRE_HT: 10_050,
      TAUX_TVA: 1000,
    })
  })

  it('keeps a description with text, and removes one that was emptied', () => {
    expect(toLigne(withDescription(line, ' Bois\nexotique '))).toHaveProperty('DESCRIPTION', 'Bois\nexotique')
    expect(toLigne(withDescription(line, '  '))).not.toHaveProperty('DESCRIPTION')
    expect(withDescription({ ...line, DESCRIPTION: 'Bois' }, '')).not.toHaveProperty('DESCRIPTION')
  })

  it('moves by one place, and stays at either end', () => {
    const lines = ['a', 'b', 'c'].map((id) => emptyLigne(id, RATES))
    const ids = (index: number, by: -1 | 1) => moveLigne(lines, index, by).map(({ id }) => id)
    expect(ids(0, 1)).toEqual(['b', 'a', 'c'])
    expect(ids(2, -1)).toEqual(['a', 'c', 'b'])
    expect(moveLigne(lines, 0, -1)).toBe(lines)
    expect(moveLigne(lines, 2, 1)).toBe(lines)
  })

  it('a new line takes the VAT rate of the one before it', () => {
    expect(emptyLigne('b', RATES, { ...line, TAUX_TVA: 550 }).TAUX_TVA).toBe(550)
    expect(emptyLigne('a', RATES).TAUX_TVA).toBe(1000)
  })

  it('a step never turns a quantity the wrong way, and keeps its decimals', () => {
    const steps = (quantity: number | ''): [number, number] => [stepQuantity(quantity, -1), stepQuantity(quantity, 1)]
    expect(steps(2.3)).toEqual([1.3, 3.3])
    expect(steps(1.5)).toEqual([0.5, 2.5])
    expect(steps(0.5)).toEqual([0, 1.5])
    expect(steps(0.000_001)).toEqual([0, 1.000_001])
    expect(steps('')).toEqual([0, 1])
    expect(steps(100_000)).toEqual([99_999, 100_000])
  })

  it('adds up by rate while it is typed', () => {
    const totals = totalsOf([line, { ...line, id: 'b', TAUX_TVA: 2000, REMISE: 50 }, emptyLigne('c', RATES)])
    expect(totals).toMatchObject({ NET_HT: 30_150, PRIX_TTC: 30_150 + 2010 + 2010 })
  })

  it('writes rates as the French do', () => {
    expect([2000, 1000, 550, 0].map(rateLabel)).toEqual(['20 %', '10 %', '5,5 %', '0 %'])
  })

  it('[SET-03 lists] its rate is one of the company’s list, the highest first, or none; a list without rates gives the French ones', () => {
    expect(RATES).toEqual([2000, 1000, 550, 0])
    const own = ratesOf([{ TAUX: 850 }, { TAUX: 2000 }, { TAUX: 850 }, { TAUX: null }])
    expect(own).toEqual([2000, 850, 0])
    expect(emptyLigne('a', own).TAUX_TVA).toBe(2000)
  })
})
