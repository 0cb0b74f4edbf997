import { describe, expect, it } from 'vitest'
import { balanceOf, firstPaymentDay, mayAskPayment, openWithin } from './payments.ts'

const PARIS = 'Europe/Paris'

describe('payments of orders signed at home', () => {
  it.each([
    ['2026-03-02T10:00:00.000Z', PARIS, '2026-03-10'],
    // 23:30 in Paris is still the first day there.
    ['2026-03-02T22:30:00.000Z', PARIS, '2026-03-10'],
    // 00:30 in Paris is the next day there, whatever UTC says.
    ['2026-03-02T23:30:00.000Z', PARIS, '2026-03-11'],
    // Over the change to summer time, and to another year.
    ['2026-03-27T10:00:00.000Z', PARIS, '2026-04-04'],
    ['2026-12-28T10:00:00.000Z', PARIS, '2027-01-05'],
    ['2026-03-02T22:30:00.000Z', 'Indian/Reunion', '2026-03-11'],
  ])('signed %s in %s: from %s', (signedAt, zone, day) => {
    expect(firstPaymentDay(signedAt, zone)).toBe(day)
  })

  it('the seventh day must be over, to the minute of the company’s clock', () => {
    const signedAt = '2026-03-02T10:00:00.000Z'
    expect(mayAskPayment(signedAt, PARIS, new Date(signedAt))).toBe(false)
    expect(mayAskPayment(signedAt, PARIS, new Date('2026-03-09T22:59:59.000Z'))).toBe(false)
    expect(mayAskPayment(signedAt, PARIS, new Date('2026-03-09T23:00:00.000Z'))).toBe(true)
  })
})

describe('balance', () => {
  it.each([
    [123_45, 0, 123_45, 100],
    [123_45, 23_45, 100_00, 81],
    [300_00, 100_00, 200_00, 66.67],
    [100_00, 100_00, 0, 0],
    [100_00, 130_00, 0, 0],
    [0, 0, 0, 0],
  ])('%i − %i = %i, %d %%', (price, paid, SOLDE_DEVIS, SOLDE_DEVIS_POURCENTAGE) => {
    expect(balanceOf(price, paid)).toEqual({ SOLDE_DEVIS, SOLDE_DEVIS_POURCENTAGE })
  })
})

describe('open links', () => {
  it.each([
    [300, [100, 200, 1], [100, 200], 0],
    [300, [301, 300], [300], 0],
    [300, [100, 250, 200], [100, 200], 0],
    [300, [100], [100], 200],
    [0, [1], [], 0],
  ])('with %i left to pay, of links of %j those of %j are good', (left, open, good, free) => {
    expect(openWithin(left, open, (amount) => amount)).toEqual({ good, free })
  })
})
