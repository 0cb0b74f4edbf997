import { expect, it } from 'vitest'
import type { TeamDevice } from '../../../schemas/device.ts'
import { agoWords } from '../../ui/format/ago.ts'
import { freshnessOf, worstFirst } from './team-device-state.ts'

// 11:00 in Paris is 10:00 UTC in November.
const clock = { now: '2026-11-22 11:00', zone: 'Europe/Paris' }
const device = (NOM_COMPLET: string, more: Partial<TeamDevice> = {}): TeamDevice => ({
  IDPERSONNEL: NOM_COMPLET,
  NOM_COMPLET,
  device_id: `d-${NOM_COMPLET}`,
  agent: 'iPhone · Safari',
  version: null,
  connected: true,
  reported_at: '2026-11-22T09:59:00.000Z',
  synced_at: '2026-11-22T09:59:00.000Z',
  pending: 0,
  refused: 0,
  files: 0,
  oldest: null,
  ...more,
})

it.each([
  ['2026-11-22T10:00:30.000Z', 'fresh', "à l'instant"],
  ['2026-11-22T09:01:00.000Z', 'fresh', 'il y a 59 min'],
  ['2026-11-22T09:00:00.000Z', 'today', 'il y a 1 h'],
  ['2026-11-21T10:01:00.000Z', 'today', 'il y a 23 h'],
  ['2026-11-21T10:00:00.000Z', 'late', 'hier'],
  ['2026-11-19T08:00:00.000Z', 'late', 'il y a 3 jours'],
  ['2026-10-20T08:00:00.000Z', 'late', 'il y a 4 semaines'],
])('[MGR-21] a device synchronised at %s is %s: « %s »', (synced_at, freshness, words) => {
  expect(freshnessOf({ synced_at }, clock)).toBe(freshness)
  expect(agoWords(synced_at, clock)).toBe(words)
})

it('[MGR-21] a device that never synchronised is worth a call', () => {
  expect(freshnessOf({ synced_at: null }, clock)).toBe('late')
})

it('[MGR-21] orders devices by refused entries first, then pending ones, then the oldest synchronisation', () => {
  const devices = [
    device('fresh'),
    device('an hour old', { synced_at: '2026-11-22T08:59:00.000Z' }),
    device('waits', { pending: 1 }),
    device('a photo waits', { files: 2, synced_at: '2026-11-22T09:30:00.000Z' }),
    device('refused', { refused: 1 }),
    device('two days', { synced_at: '2026-11-20T09:00:00.000Z' }),
    device('never', { synced_at: null }),
    device('logged out with work', { connected: false, pending: 3 }),
    device('two days, waits', { synced_at: '2026-11-20T10:00:00.000Z', pending: 1 }),
  ]
  expect(worstFirst(devices, clock).map(({ NOM_COMPLET }) => NOM_COMPLET)).toEqual([
    'two days, waits',
    'logged out with work',
    'never',
    'two days',
    'refused',
    'a photo waits',
    'waits',
    'an hour old',
    'fresh',
  ])
})

it('[MGR-21] keeps one order for devices in the same state', () => {
  const devices = [device('Zoé'), device('Élie'), device('Anne')]
  expect(worstFirst(devices, clock).map(({ NOM_COMPLET }) => NOM_COMPLET)).toEqual(['Anne', 'Élie', 'Zoé'])
})
