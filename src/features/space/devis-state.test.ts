import { expect, it } from 'vitest'
import type { QuoteSummary } from '../../../schemas/space/devis.ts'
import { answerOf, goesOn, stateSentence } from './devis-state.ts'

const QUOTE = {
  DATE_VALIDITE: '2026-11-20',
  // After midnight in Paris, still the day before in UTC.
  DATE_SIGNATURE: '2026-11-10T23:30:00.000Z',
  DATE_REFUSE: '2026-11-12T10:00:00.000Z',
} as QuoteSummary
const said = (etat: QuoteSummary['etat']): string | null => stateSentence({ ...QUOTE, etat }, 'Europe/Paris')

it('[SPA-04] refused, signed, expired and withdrawn quotes are named as such, with the day in the company’s time zone', () => {
  expect(said('attente')).toBeNull()
  expect(said('expire')).toMatch(/était valable jusqu’au 20\/11\/2026/)
  expect(said('signe')).toBe('Vous avez signé ce devis le 11/11/2026.')
  expect(said('refuse')).toBe('Vous avez refusé ce devis le 12/11/2026.')
  expect(said('retracte')).toBe('Vous avez renoncé à ce contrat le 12/11/2026.')
})

it('[SPA-04] an order that the company recorded as ended is cancelled: its customer did not withdraw in the space', () => {
  const ended = { ...QUOTE, etat: 'retracte', annule: true } as const
  expect([answerOf(ended), stateSentence(ended, 'Europe/Paris')]).toEqual([
    'annule',
    'Ce contrat est annulé depuis le 12/11/2026.',
  ])
  expect(goesOn(ended)).toBe(false)
})

it('[SPA-04] of a stopped project nothing is asked: what was answered stays said, what waits is stopped, whichever quote is signed', () => {
  const stopped = (etat: QuoteSummary['etat'], autreSigne = false) => answerOf({ etat, autreSigne, arrete: true })
  expect([stopped('attente'), stopped('attente', true), stopped('expire')]).toEqual(['arrete', 'arrete', 'arrete'])
  expect([stopped('signe'), stopped('refuse'), stopped('retracte')]).toEqual(['signe', 'refuse', 'retracte'])
  expect(stateSentence({ ...QUOTE, etat: 'attente', arrete: true }, 'Europe/Paris')).toMatch(
    /Ce projet a été arrêté.*contactez-nous/,
  )
  expect([goesOn({ etat: 'signe' }), goesOn({ etat: 'signe', arrete: true })]).toEqual([true, false])
})
