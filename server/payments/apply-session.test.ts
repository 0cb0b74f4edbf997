import { expect, it } from 'vitest'
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
  ['confirmed', { ...session, status: 'failed' }, 'same'],
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
