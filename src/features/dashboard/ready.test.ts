import { expect, it } from 'vitest'
import { missingForTomorrow, type NeededItem } from './ready.ts'

const NOW = Date.parse('2026-11-20T18:00:00.000Z')
const state = (resource: 'rdv' | 'client' | 'devis', completeAt: string | null = '2026-11-20T17:59:00.000Z') => ({
  resource,
  completeAt,
})
const states = [state('rdv'), state('client')]
const has = (id: string | null = 'x') => ({ id, has: id !== null })
const item = (values: Partial<NeededItem> = {}): NeededItem => ({
  start: '2026-11-21 09:00',
  projet: has(),
  client: has(),
  adresse: has(),
  ...values,
})

it('ready: every collection whole, and tomorrow’s appointments with all that they point to', () => {
  expect(missingForTomorrow({ states, items: [item()], now: NOW })).toEqual([])
  expect(missingForTomorrow({ states, items: [], now: NOW })).toEqual([])
})

it('an appointment without project or address needs none', () => {
  const alone = item({ projet: has(null), client: has(null), adresse: has(null) })
  expect(missingForTomorrow({ states, items: [alone], now: NOW })).toEqual([])
})

it('a collection that was never whole is named, whatever tomorrow needs', () => {
  expect(missingForTomorrow({ states: [...states, state('devis', null)], items: [], now: NOW })).toEqual([
    { kind: 'collections', resources: ['devis'] },
  ])
  expect(missingForTomorrow({ states: [], items: [], now: NOW })).toHaveLength(1)
})

it('the first part that an appointment lacks is named with its hour', () => {
  const absent = { id: 'x', has: false }
  expect(missingForTomorrow({ states, items: [item({ client: absent, adresse: absent }), item()], now: NOW })).toEqual([
    { kind: 'record', start: '2026-11-21 09:00', what: 'client' },
  ])
})

it('what was whole more than a day ago is not ready for tomorrow', () => {
  const old = [state('rdv'), state('client', '2026-11-19T17:00:00.000Z')]
  expect(missingForTomorrow({ states: old, items: [], now: NOW })).toEqual([{ kind: 'stale' }])
})
