import { expect, it } from 'vitest'
import { endedOn, type QuoteDates } from './devis-state.ts'

const SENT: QuoteDates = { DEVIS_SIGNE: 0, REFUSE: 0, DATE_TRANSMISSION: '2026-06-01', DATE_CONSULTATION: null }

it.each([
  ['a quote', SENT, 'Refusé le'],
  ['one that was refused', { ...SENT, REFUSE: 1 }, 'Refusé le'],
  ['an order', { ...SENT, DEVIS_SIGNE: 1 }, 'Annulé le'],
  ['one that was cancelled', { ...SENT, DEVIS_SIGNE: 1, REFUSE: 1 }, 'Annulé le'],
] as const)('the day that ends %s has the name of what happens to it', (_what, devis, name) => {
  expect(endedOn(devis)).toBe(name)
})
