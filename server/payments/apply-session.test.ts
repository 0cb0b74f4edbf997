import { expect, it } from 'vitest'
import type { StoredRow } from '../repositories/rows.ts'
import { confirmedPayment } from '../writes/entered-payment.ts'
import { nextState } from './apply-session.ts'

const session = { status: 'confirmed', amount: 5, currency: 'EUR', state: 'p' } as const
it.each([
  ['pending', session, 'confirmed'],
  ['created', session, 'confirmed'],
  ['failed', session, 'confirmed'],
  ['superseded', session, 'confirmed'],
  ['superseded', { ...session, status: 'pending' }, 'same'],
  ['superseded', { ...session, status: 'failed' }, 'same'],
  ['confirmed', session, 'same'],
  ['confirmed', { ...session, status: 'pending' }, 'same'],
  // The bank had accepted the transfer, and did not execute it.
  ['confirmed', { ...session, status: 'failed' }, 'rejected'],
  ['pending', { ...session, status: 'pending' }, 'same'],
  ['pending', { ...session, status: 'failed' }, 'failed'],
  ['failed', { ...session, status: 'pending' }, 'pending'],
  ['pending', { ...session, state: null }, 'confirmed'],
  ['pending', { ...session, state: 'q' }, 'mismatch'],
  ['pending', { ...session, amount: 6 }, 'mismatch'],
  ['pending', { ...session, amount: Number.NaN }, 'mismatch'],
  ['pending', { ...session, currency: 'CHF' }, 'mismatch'],
] as const)('a %s payment of which the provider says %o: %s', (state, said, next) => {
  expect(nextState({ id: 'p', state, amount: 5 }, said)).toBe(next)
})

it.each([
  ['a part of what an order costs is a deposit', { REFUSE: 0 }, 0, 'acompte'],
  ['what completes it is its balance', { REFUSE: 0 }, 700, 'solde'],
  // A transfer that was under way when the customer withdrew: it goes back whole.
  ['what arrives after its end is neither', { REFUSE: 1 }, 0, 'autre'],
  ['what arrives after its end is neither, of the whole price too', { REFUSE: 1 }, 700, 'autre'],
] as const)('[DAY-06 payments] (service) %s', (_name, ended, received, genre) => {
  const order = { id: 'd', record: { IDPROJET: 'j', PRIX_TTC: 1000, ...ended } } as unknown as StoredRow
  const now = new Date('2026-12-01T10:00:00Z')
  const asked = (created_at: Date) =>
    confirmedPayment({
      order,
      request: { id: 'p', amount: 300, session: null, created_at },
      received,
      zone: 'Europe/Paris',
      now,
    })
  expect(asked(now)).toMatchObject({ id: 'p', MONTANT: 300, MOYEN: 'en_ligne', GENRE: genre, NOTE: null })
  // Its event was lost, and the server asked for it: today is not the day of the transfer.
  expect(asked(new Date('2026-10-04T23:30:00Z')).NOTE).toBe('Confirmé tardivement : demandé le 05/10/2026')
})
