import { expect, it } from 'vitest'
import type { QuoteSummary } from '../../../schemas/space/devis.ts'
import { stateSentence } from './devis-state.ts'

const QUOTE = {
  DATE_VALIDITE: '2026-11-20',
  // After midnight in Paris, still the day before in UTC.
  DATE_SIGNATURE: '2026-11-10T23:30:00.000Z',
  DATE_REFUSE: '2026-11-12T10:00:00.000Z',
} as QuoteSummary
const said = (etat: QuoteSummary['etat']): string | null => stateSentence({ ...QUOTE, etat }, 'Europe/Paris')

it('[SPA-04] refused, signed, expired and withdrawn quotes are named as such, with the day in the company’s time zone', () => {
  expect(said('attente')).toBeNull()
  expect(said('expire')).toMatch(/plus valable depuis le 20\/11\/2026/)
  expect(said('signe')).toBe('Vous avez signé ce devis le 11/11/2026.')
  expect(said('refuse')).toBe('Vous avez refusé ce devis le 12/11/2026.')
  expect(said('retracte')).toBe('Vous avez renoncé à ce contrat le 12/11/2026.')
})
